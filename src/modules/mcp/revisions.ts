import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  SUPPORTED_PROTOCOL_VERSIONS,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { firstCharacters } from '../../lib/first-characters.ts';
import type { Exchange } from './exchange.ts';
import { CODES, type Failure, fail, type Id } from './json-rpc.ts';

/** Protocol revision without a handshake; each request contains the version. */
const LATEST = '2026-07-28';
/** First revision without batches. */
const NO_BATCHES = '2025-06-18';
const VERSION_IN_META = 'io.modelcontextprotocol/protocolVersion';

const versionOf = ({ headers }: Exchange): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'mcp-protocol-version')?.[1];

/** Checks the format of the version header; null when it is valid. */
export function checkVersion(id: Id | null, exchange: Exchange): Failure | null {
  const requested = versionOf(exchange);
  if (requested === undefined || requested === '' || /^\d{4}-\d{2}-\d{2}$/.test(requested)) return null;
  const supported = [LATEST, ...SUPPORTED_PROTOCOL_VERSIONS];
  const message = `Unsupported protocol version in MCP-Protocol-Version; supported: ${supported.join(', ')}`;
  return fail(id, CODES.version, message, { supported, requested: firstCharacters(requested, 100) });
}

/** Whether batches are permitted: in revisions before 2025-06-18, and when no revision is specified. */
export function acceptsBatches(messages: readonly unknown[], exchange: Exchange): boolean {
  const version = versionOf(exchange);
  return (version === undefined || version < NO_BATCHES) && !messages.some(namesVersion);
}

/** Only messages of the revision without a handshake contain their version. */
const namesVersion = (message: unknown): boolean =>
  typeof (message as { params?: { _meta?: Record<string, unknown> } } | null)?.params?._meta?.[VERSION_IN_META] ===
  'string';

/**
 * Whether a message belongs to a revision with a handshake (2025), instead of the self-contained requests of 2026.
 */
export const isOfHandshake = (message: unknown, exchange: Exchange): Promise<boolean> =>
  isLegacyRequest(toRequest(exchange), message);

/** Responds to a message by the rules of its revision. */
export async function serve(
  message: unknown,
  exchange: Exchange,
  server: McpServer,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const request = toRequest(exchange);
  const answer = (await isLegacyRequest(request, message))
    ? await serveWithHandshake(request, message, server)
    : await createMcpHandler(() => server, { legacy: 'reject' }).fetch(request, { parsedBody: message });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

/** The library reads only the headers; the body is passed separately. */
const toRequest = ({ headers }: Exchange): Request =>
  new Request('http://localhost/api/mcp', {
    method: 'POST',
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      // A plain HTTP client may send any Accept header; it gets JSON.
      Accept: 'application/json, text/event-stream',
    },
  });

async function serveWithHandshake(request: Request, message: unknown, server: McpServer): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}
