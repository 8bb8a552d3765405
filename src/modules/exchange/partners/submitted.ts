import type { HttpFault } from '../../../platform/index.ts';
import { CONNECTION_CODES, type Connection, type ConnectionFault } from './partner.ts';

/** Why a partner did not take what was handed over, or nobody knows whether it did. */
const SUBMIT_CODES = [
  'content_refused',
  'conflict',
  'no_answer',
  'unexpected_answer',
  'credentials_refused',
  'access_refused',
  'sender_not_registered',
  'receiver_not_found',
  'address_refused',
  'unreachable',
  'temporarily_unavailable',
  'sending_not_enabled',
  'partner_not_found',
  'partner_moved',
] as const;
export type SubmitCode = (typeof SUBMIT_CODES)[number];

/** The code, and the partner's own words, cleaned and cut; null when it gave none. */
type Because = { readonly code: SubmitCode; readonly said: string | null };

/**
 * What came of handing a document over.
 *
 * - `accepted`: the partner has it
 * - `refused`: it has not, and why: its verdict on the `content`; a `precondition` that somebody has to meet (credentials,
 *   credit, scope, the sender's registration); or `pressure`: not now
 * - `conflict`: it says that it has something in its place; a person has to look
 * - `unknown`: it may have it. `repeats` false: it asks not to be sent the same again
 */
export type Submitted =
  | { readonly outcome: 'accepted'; readonly reference: string | null }
  | (Because & { readonly outcome: 'refused'; readonly why: 'content' | 'precondition' })
  | (Because & { readonly outcome: 'refused'; readonly why: 'pressure'; readonly retryAfter: number | null })
  | (Because & { readonly outcome: 'conflict' })
  | (Because & { readonly outcome: 'unknown'; readonly repeats: boolean; readonly retryAfter: number | null });

/** The partner has judged nothing and taken nothing: it asks to come later. `retryAfter` in milliseconds. */
export const pressed = (code: SubmitCode, said: string | null, retryAfter: number | null): Submitted => ({
  outcome: 'refused',
  why: 'pressure',
  code,
  said,
  retryAfter,
});

export const withoutPrecondition = (code: SubmitCode, said: string | null): Submitted => ({
  outcome: 'refused',
  why: 'precondition',
  code,
  said,
});

export const unknown = (
  code: SubmitCode,
  said: string | null,
  { repeats = true, retryAfter = null as number | null } = {},
): Submitted => ({ outcome: 'unknown', code, said, repeats, retryAfter });

/** Connections that never came to be: not a byte has left. */
const NOT_CONNECTED: ReadonlySet<string> = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']);

/** What a request without a usable answer says of the document in it. */
export function toSubmitted({ kind, code }: HttpFault): Submitted {
  if (kind === 'url' || kind === 'refused_address') return withoutPrecondition('address_refused', kind);
  if (kind === 'tls' || kind === 'dns_not_found') return withoutPrecondition('unreachable', kind);
  if (kind === 'dns_failed' || kind === 'connect_timeout') return pressed('unreachable', kind, null);
  if (kind === 'connection' && NOT_CONNECTED.has(code ?? '')) return pressed('unreachable', code, null);
  return unknown('no_answer', kind);
}

export const notConnected = (fault: ConnectionFault, retryAfter: number | null): Connection => ({
  ok: false,
  fault,
  ...(retryAfter !== null && { retryAfter }),
});

/** The same as the state of a connection. */
export function toConnection(submitted: Submitted): Connection {
  const fault = toConnectionFault(submitted);
  if (submitted.outcome === 'accepted') return { ok: true };
  const retryAfter = 'retryAfter' in submitted ? submitted.retryAfter : null;
  return notConnected(fault ?? { code: 'unexpected_answer', detail: submitted.said, isFinal: true }, retryAfter);
}

/** What a submit says of the connection; null: the partner works, whatever it thinks of the document. */
export function toConnectionFault(submitted: Submitted): ConnectionFault | null {
  if (!('code' in submitted)) return null;
  const { code, said: detail, outcome } = submitted;
  if (code === 'no_answer') return { code: 'unreachable', detail, isFinal: false };
  for (const known of CONNECTION_CODES) {
    if (known === code)
      return { code: known, detail, isFinal: outcome === 'refused' && submitted.why === 'precondition' };
  }
  return null;
}
