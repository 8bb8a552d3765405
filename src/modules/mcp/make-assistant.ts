import { type Exchange, Refused } from './exchange.ts';
import { makeSchemaAt } from './expected-values.ts';
import { CODES, fail, readMessage } from './json-rpc.ts';
import { makeServers } from './make-server.ts';
import type { AssistantParts } from './parts.ts';
import { acceptsBatches, checkVersion, isOfHandshake, serve } from './revisions.ts';
import type { Tool } from './tool.ts';
import { getPeppolRule } from './tools/get-peppol-rule.ts';
import { lookupPeppolParticipant } from './tools/lookup-peppol-participant.ts';
import { preflightInvoice } from './tools/preflight-invoice.ts';
import { previewInvoice } from './tools/preview-invoice.ts';
import { searchPeppolRules } from './tools/search-peppol-rules.ts';
import { validatePeppolXml } from './tools/validate-peppol-xml.ts';
import { verifyVat } from './tools/verify-vat.ts';

/** HTTP status and JSON body; no body in response to notifications only. */
type Reply = { readonly status: number; readonly body: unknown };

export type Assistant = {
  /** Responds to a post: one JSON-RPC message or a batch, from an MCP client or a plain HTTP client. Stateless. */
  readonly respond: (payload: unknown, exchange: Exchange) => Promise<Reply>;
};

/** Maximum number of messages per post; each may request a complete validation. */
const MAX_MESSAGES = 20;

/** Creates the MCP entry point. */
export function makeAssistant(parts: AssistantParts): Assistant {
  const tools = [
    validatePeppolXml,
    getPeppolRule,
    searchPeppolRules,
    verifyVat,
    lookupPeppolParticipant,
    previewInvoice,
    preflightInvoice,
  ].map((make) => make(parts));
  const newServer = makeServers(parts, tools);

  async function respondToOne(value: unknown, exchange: Exchange): Promise<Reply> {
    const message = readMessage(value);
    if (message.kind === 'silent') return { status: 202, body: null };
    if (message.kind === 'faulty') {
      return { status: 400, body: fail(message.id, CODES.request, 'Invalid Request: not a JSON-RPC 2.0 message') };
    }
    const { id, method, params } = message;
    if (Array.isArray(params)) {
      return { status: 200, body: fail(id, CODES.params, 'Invalid params: expected named parameters') };
    }
    const wrongVersion = checkVersion(id, exchange);
    if (wrongVersion !== null) return { status: 400, body: wrongVersion };
    // Nothing here changes, so there is nothing to subscribe to.
    if (method === 'subscriptions/listen') {
      const status = (await isOfHandshake(value, exchange)) ? 200 : 404;
      return { status, body: fail(id, CODES.method, 'Method not found') };
    }
    if (method !== 'tools/call') return serve(value, exchange, newServer(exchange, null));
    const found = findTool(tools, params);
    if ('fault' in found) return { status: 200, body: fail(id, CODES.params, found.fault, found.data) };
    const { args, refusal } = await readArguments(found.tool, params, exchange);
    const call = { ...(value as object), params: { ...(params as object), arguments: args } };
    return serve(call, exchange, newServer(exchange, refusal));
  }

  async function respondToBatch(values: readonly unknown[], exchange: Exchange): Promise<Reply> {
    if (values.length === 0 || values.length > MAX_MESSAGES) {
      const message = `Invalid Request: a batch has 1 to ${MAX_MESSAGES} messages`;
      return { status: 400, body: fail(null, CODES.request, message) };
    }
    if (!acceptsBatches(values, exchange)) {
      const message =
        'Invalid Request: revisions from 2025-06-18 on do not support batches; post one message per request';
      return { status: 400, body: fail(null, CODES.request, message) };
    }
    const bodies: unknown[] = [];
    for (const value of values) {
      if (exchange.hasLeft()) break;
      const { body } = await respondToOne(value, exchange);
      if (body !== null) bodies.push(body);
    }
    return bodies.length === 0 ? { status: 202, body: null } : { status: 200, body: bodies };
  }

  return {
    respond: (payload, exchange) =>
      Array.isArray(payload) ? respondToBatch(payload, exchange) : respondToOne(payload, exchange),
  };
}

/** Response to a body that is not JSON (JSON-RPC 2.0, section 5.1). */
export const notJson = (detail: string, data: unknown): Reply => ({
  status: 400,
  body: fail(null, CODES.parse, `Parse error: ${detail}`, data),
});

type Found = { readonly tool: Tool } | { readonly fault: string; readonly data?: unknown };

function findTool(tools: readonly Tool[], params: unknown): Found {
  const { name } = (params ?? {}) as { name?: unknown };
  if (typeof name !== 'string') return { fault: 'Invalid params: name (the tool name) is missing' };
  const tool = tools.find((known) => known.name === name);
  const names = tools.map((known) => known.name);
  return tool === undefined ? { fault: 'Invalid params: unknown tool', data: { tools: names } } : { tool };
}

type Arguments = { readonly args: unknown; readonly refusal: Refused | null };

/**
 * Parses the arguments of a call, or returns why they are invalid. Invalid arguments are a result of the call instead
 * of a protocol error, so that the model sees and corrects them (SEP-1303).
 */
async function readArguments({ input }: Tool, params: unknown, exchange: Exchange): Promise<Arguments> {
  const { arguments: passed = {} } = params as { arguments?: unknown };
  try {
    return { args: await exchange.readArguments(input, passed), refusal: null };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const errors = (error.problem.errors ?? []) as readonly { readonly pointer: string }[];
    const schemaAt = makeSchemaAt(input);
    const explained = errors.map((one) => ({ ...one, expected: schemaAt(one.pointer) }));
    return { args: {}, refusal: new Refused({ ...error.problem, errors: explained }, { cause: error }) };
  }
}
