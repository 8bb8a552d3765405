import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Catalog } from '@e-invoice/validator/catalog';
import { z } from 'zod';
import {
  type AppParts,
  answer,
  type BodyKind,
  emptyAnswer,
  encodeText,
  FileResult,
  findTextErrors,
  Issue,
  invalidRequest,
  jsonAnswer,
  jsonBody,
  MAX_ERRORS,
  makeProblem,
  oneFileLimits,
  type Problem,
  type Route,
  type RouteContext,
  type RouteWork,
  readJson,
  route,
  toFieldErrors,
  toProblem,
  toProblemBody,
  VERSION,
  WITH_INPUT,
  withCiiDefault,
} from '../../http/index.ts';
import { parseInSlices } from '../../lib/parse-in-slices.ts';
import { withoutNulls } from '../../lib/schema-fields.ts';
import { toUtcDay } from '../../lib/utc-day.ts';
import { isRefusal } from '../../platform/errors/index.ts';
import { DRAFT_NODES, Preview, previewInvoice } from '../drafts/http/index.ts';
import { DraftInvoice } from '../drafts/index.ts';
import { preflightFile } from '../exchange/http/index.ts';
import { getParticipant, PeppolParticipant } from '../peppol/http/index.ts';
import { CatalogRule, getRule } from '../rules/http/index.ts';
import { validateFile, validateNow } from '../validation/http/index.ts';
import { VatVerification, verifyVat } from '../vat/http/index.ts';
import { type Exchange, type Operations, Refused } from './exchange.ts';
import { type Assistant, makeAssistant, notJson } from './make-assistant.ts';

const Message = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.int()]).optional(),
  method: z.string().optional(),
  params: z.looseObject({}).optional(),
});
const Messages = z.union([Message, z.array(Message)]);

/** Accepts any JSON; errors are reported in JSON-RPC. */
const payload: BodyKind<{ readonly value: unknown } | { readonly refused: Problem }> = {
  ...jsonBody(Messages),
  example: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_peppol_rule', arguments: { ruleId: 'BR-CO-10' } },
  },
  read: async (body) => {
    try {
      return { value: await readJson(body) };
    } catch (error) {
      if (isRefusal(error, 'malformed_json', 'json_too_deep', 'invalid_request')) return { refused: toProblem(error) };
      throw error;
    }
  },
};

const Reply = z.union([z.looseObject({}), z.array(z.looseObject({}))]);
const header = z.string().max(300).optional();

/** POST /api/mcp: service interface 4.8, contract section 10. */
export function makeMcpRoute(): Route {
  let made: { readonly catalog: Catalog; readonly assistant: Assistant } | null = null;
  const assistantOf = async ({ catalog: ask, config: { publicUrl } }: AppParts): Promise<Assistant> => {
    const catalog = await ask();
    if (made === null || made.catalog !== catalog) {
      const schemas = {
        FileResult,
        Issue,
        CatalogRule,
        VatVerification,
        PeppolParticipant,
        DraftInvoice,
        Preview,
      };
      made = { catalog, assistant: makeAssistant({ catalog, publicUrl, version: VERSION, schemas }) };
    }
    return made.assistant;
  };
  return route({
    method: 'post',
    path: '/api/mcp',
    id: 'callAssistant',
    tag: 'assistants',
    summary: 'Tools for AI assistants (JSON-RPC 2.0, MCP)',
    description:
      'The Model Context Protocol over Streamable HTTP, without sessions. A plain POST of `tools/list` or `tools/call` ' +
      'is also accepted, and so is a batch of up to 20 messages unless the request names protocol revision 2025-06-18 ' +
      'or later. Tools: `validate_peppol_xml`, `get_peppol_rule`, `search_peppol_rules`, `verify_vat`, ' +
      '`lookup_peppol_participant`, `preview_invoice`, `preflight_invoice`. A tool requires the same key and counts ' +
      'against the same limits as the API call for the same work; the catalog is free. Message errors are JSON-RPC ' +
      'errors; a rejected tool call returns `isError` with the problem as JSON text. Rules are available as resources ' +
      '(`rule://BR-CO-10`).',
    who: 'public',
    limit: 'per-key',
    through: [validateFile, verifyVat, getParticipant, previewInvoice, preflightFile],
    headers: z.object({ Origin: header, 'MCP-Protocol-Version': header, 'Mcp-Method': header, 'Mcp-Name': header }),
    body: {
      kinds: [payload],
      limits: (config) => ({ ...oneFileLimits(config), nodes: DRAFT_NODES }),
      description: 'A JSON-RPC 2.0 message, or a batch of messages.',
    },
    answers: {
      200: jsonAnswer('The response to the message, or the responses to a batch.', Reply),
      202: emptyAnswer('Only notifications: there is no response body.'),
      400: jsonAnswer('Not a JSON-RPC 2.0 message, or a message that the protocol does not allow here.', Reply),
      404: jsonAnswer('The protocol revision does not have this method.', Reply),
    },
    problems: ['origin_not_allowed'],
    handle: async ({ body, headers: { Origin: origin, ...headers } }, context) => {
      if (origin !== undefined && !isAllowedOrigin(origin, context.app.config)) {
        throw makeProblem('origin_not_allowed', {});
      }
      const exchange: Exchange = {
        headers: Object.fromEntries(Object.entries(headers).filter((header) => header[1] !== undefined)),
        operations: makeOperations(context),
        readArguments: (schema, value) => readArguments(schema, value, context),
        toRefusal: (error) => refusalOf(error, context),
        hasLeft: context.hasLeft,
      };
      const { status, body: reply } =
        'refused' in body
          ? parseErrorOf(body.refused)
          : await (await assistantOf(context.app)).respond(body.value, exchange);
      if (reply === null) return answer(202, null);
      return { ...answer(200, reply as z.output<typeof Reply>), status: status as 200 };
    },
  });
}

/**
 * Checks the Origin on the server because of DNS rebinding: a page whose host name resolves to this machine is
 * same-origin to the browser (MCP, transports, security of Streamable HTTP). Programs send no Origin.
 */
function isAllowedOrigin(origin: string, { publicUrl, corsOrigins }: AppParts['config']): boolean {
  if (corsOrigins.includes('*') || corsOrigins.includes(origin)) return true;
  if (!URL.canParse(origin)) return false;
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return true;
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(origin).hostname);
}

async function readArguments(schema: z.ZodObject, value: unknown, context: RouteContext): Promise<unknown> {
  const options = { parameters: WITH_INPUT, most: MAX_ERRORS, nextTurn };
  const checked = await parseInSlices(schema, withoutNulls(schema, value), options);
  if (checked.success) return checked.data;
  throw refusalOf(invalidRequest(toFieldErrors('body', checked, schema), checked.count), context);
}

const NOTHING: RouteWork = { params: {}, query: {}, headers: {}, body: null };

/** Other routes that an assistant may call as tools. */
function makeOperations(context: RouteContext): Operations {
  const { app } = context;
  const call = async (other: Route, input: Partial<RouteWork>): Promise<unknown> => {
    try {
      const unstorable = [...findTextErrors('query', input.query), ...findTextErrors('body', input.body)];
      if (unstorable.length > 0) throw invalidRequest(unstorable);
      return (await context.call(other, { ...NOTHING, ...input })).body;
    } catch (error) {
      throw refusalOf(error, context);
    }
  };
  return {
    validate: async ({ xml, ruleset, asOf, layers, cii, filename }) => {
      const bytes = await encodeText(xml);
      // Validates inline without storing the file, regardless of its size; otherwise the same call.
      const validationRoute: Route = {
        ...validateFile,
        handle: async (_, within) => {
          const limit = app.config.maxXmlBytes;
          if (bytes.length > limit) throw makeProblem('file_too_large', { filename: filename ?? '?', limit });
          const request = {
            filename: filename ?? 'invoice.xml',
            ruleset: ruleset ?? undefined,
            asOf: asOf ?? undefined,
            layers: layers ?? undefined,
            cii: withCiiDefault({ cii }, within).cii ?? undefined,
            today: toUtcDay(app.now()),
          };
          return answer(200, await validateNow(bytes, request, within));
        },
      };
      return call(validationRoute, {});
    },
    getRule: (rule_id) => call(getRule, { params: { rule_id } }),
    verifyVat: (vat) => call(verifyVat, { query: { vat } }),
    lookupParticipant: (participant, documentType) => {
      const query = documentType === null ? {} : { document_type: documentType };
      return call(getParticipant, { params: { participant }, query });
    },
    previewInvoice: (invoice) => call(previewInvoice, { body: { invoice } }),
    preflight: async (xml, query) => {
      const bytes = await encodeText(xml);
      const limit = app.config.maxXmlBytes;
      if (bytes.length > limit) throw refusalOf(makeProblem('file_too_large', { filename: '?', limit }), context);
      return call(preflightFile, { query, body: [{ filename: null, bytes }] });
    },
  };
}

/** JSON-RPC errors have no language of the client. */
function parseErrorOf({ detail, members, errors }: Problem) {
  const faults = errors.map((error) => `${error.pointer}: ${error.detail.en}`);
  return notJson([detail.en, ...faults].join(' '), members);
}

/** Converts an error as the API would; an unexpected error is logged and reported without its cause. */
function refusalOf(error: unknown, { language, requestId, log }: RouteContext): Refused {
  const problem = toProblem(error);
  if (problem.code === 'internal') log.error({ err: error, request_id: requestId }, 'MCP tool call failed');
  return new Refused({ ...toProblemBody(problem, language, requestId) }, { cause: error });
}
