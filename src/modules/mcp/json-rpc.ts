/** Codes of JSON-RPC 2.0, section 5.1, and of MCP for protocol versions. */
export const CODES = { parse: -32_700, request: -32_600, method: -32_601, params: -32_602, version: -32_022 } as const;

export type Id = string | number;

/** Incoming messages: requests, notifications, and responses to server requests (this server sends no requests). */
type Message =
  | { readonly kind: 'request'; readonly id: Id; readonly method: string; readonly params: unknown }
  | { readonly kind: 'silent' }
  | { readonly kind: 'faulty'; readonly id: Id | null };

const isId = (value: unknown): value is Id =>
  typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value));

/** Parses a message (JSON-RPC 2.0, sections 4 and 5; MCP forbids a null id). */
export function readMessage(value: unknown): Message {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'faulty', id: null };
  const { jsonrpc, id, method, params } = value as Record<string, unknown>;
  const known = isId(id) ? id : null;
  if (jsonrpc !== '2.0') return { kind: 'faulty', id: known };
  if (method === undefined) {
    return 'result' in value || 'error' in value ? { kind: 'silent' } : { kind: 'faulty', id: known };
  }
  if (typeof method !== 'string' || (params !== undefined && !isStructured(params)))
    return { kind: 'faulty', id: known };
  if (!('id' in value)) return { kind: 'silent' };
  return known === null ? { kind: 'faulty', id: null } : { kind: 'request', id: known, method, params };
}

const isStructured = (value: unknown): boolean => typeof value === 'object' && value !== null;

export type Failure = {
  readonly jsonrpc: '2.0';
  readonly id: Id | null;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
};

/** Creates an error response. */
export function fail(id: Id | null, code: number, message: string, data?: unknown): Failure {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } };
}
