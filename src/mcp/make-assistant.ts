import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { firstCharacters } from '../lib/first-characters.ts';
import { parseInSlices } from '../lib/parse-in-slices.ts';
import { withoutNulls } from '../lib/schema-fields.ts';
import type { Exchange } from './exchange.ts';
import { CODES, fail, MOST_FAULTS, readMessage, tellFaults } from './json-rpc.ts';
import { makeServers } from './make-server.ts';
import type { AssistantParts } from './parts.ts';
import type { Tool } from './tool.ts';
import { getPeppolRule } from './tools/get-peppol-rule.ts';
import { lookupPeppolParticipant } from './tools/lookup-peppol-participant.ts';
import { preflightInvoice } from './tools/preflight-invoice.ts';
import { previewInvoice } from './tools/preview-invoice.ts';
import { searchPeppolRules } from './tools/search-peppol-rules.ts';
import { validatePeppolXml } from './tools/validate-peppol-xml.ts';
import { verifyVat } from './tools/verify-vat.ts';

/** What goes back: a status of HTTP and a JSON body; no body where nothing was asked. */
type Reply = { readonly status: number; readonly body: unknown };

export type Assistant = {
  /**
   * Answers what was posted: one JSON-RPC message or a batch of them. A real client and a bare post are served alike;
   * nothing is remembered between two posts.
   */
  readonly respond: (payload: unknown, exchange: Exchange) => Promise<Reply>;
};

/** The most messages of one post; each may ask for a whole validation. */
const MOST_MESSAGES = 20;

/** Makes the door for assistants. */
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
      return { status: 400, body: fail(message.id, CODES.request, 'Invalid Request: not a message of JSON-RPC 2.0') };
    }
    const { id, method, params } = message;
    if (Array.isArray(params)) {
      return { status: 200, body: fail(id, CODES.params, 'Invalid params: parameters go by name') };
    }
    // Nothing here ever changes while it is listened to.
    if (method === 'subscriptions/listen') {
      return { status: 200, body: fail(id, CODES.method, 'Method not found') };
    }
    if (method !== 'tools/call') return serve(value, exchange, newServer);
    const checked = await checkCall(tools, params);
    if ('fault' in checked) return { status: 200, body: fail(id, CODES.params, checked.fault, checked.data) };
    return serve({ ...(value as object), params: { ...(params as object), ...checked } }, exchange, newServer);
  }

  async function respondToBatch(values: readonly unknown[], exchange: Exchange): Promise<Reply> {
    if (values.length === 0 || values.length > MOST_MESSAGES) {
      const message = `Invalid Request: a batch has 1 to ${MOST_MESSAGES} messages`;
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

/** What was posted is no JSON at all (JSON-RPC 2.0, section 5.1). */
export const NO_JSON: Reply = {
  status: 400,
  body: fail(null, CODES.parse, 'Parse error: the body is not JSON in UTF-8'),
};

type Checked = { readonly arguments: unknown } | { readonly fault: string; readonly data?: unknown };

/** The arguments of a call as its tool takes them. */
async function checkCall(tools: readonly Tool[], params: unknown): Promise<Checked> {
  const { name, arguments: given = {} } = (params ?? {}) as { name?: unknown; arguments?: unknown };
  if (typeof name !== 'string') return { fault: 'Invalid params: name, the name of a tool, is missing' };
  const tool = tools.find((known) => known.name === name);
  if (tool === undefined) {
    return { fault: 'Invalid params: unknown tool', data: { tools: tools.map((known) => known.name) } };
  }
  const checked = await parseInSlices(tool.input, withoutNulls(tool.input, given), { most: MOST_FAULTS, nextTurn });
  if (checked.success) return { arguments: checked.data };
  const errors = tellFaults(checked.issues);
  const sentence = errors.map(({ path, message }) => `${path} ${message}`).join('; ');
  return { fault: firstCharacters(`Invalid params: ${sentence}`, 1_000), data: { errors } };
}

/** Both revisions of the protocol that are in use: with a handshake (2025), and with everything in each request (2026). */
async function serve(
  message: unknown,
  exchange: Exchange,
  newServer: (exchange: Exchange) => McpServer,
): Promise<Reply> {
  // The library reads headers off it alone: the body is handed over as the value that it is.
  const request = new Request('http://localhost/api/mcp', {
    method: 'POST',
    headers: {
      ...exchange.headers,
      'Content-Type': 'application/json',
      // A bare post may take anything: what it gets is JSON.
      Accept: 'application/json, text/event-stream',
    },
  });
  const answer = (await isLegacyRequest(request, message))
    ? await serveWithHandshake(request, message, newServer(exchange))
    : await createMcpHandler(() => newServer(exchange), { legacy: 'reject' }).fetch(request, {
        parsedBody: message,
      });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

async function serveWithHandshake(request: Request, message: unknown, server: McpServer): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}
