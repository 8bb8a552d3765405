import type { HttpFault } from '../../../platform/index.ts';
import { CONNECTION_CODES, type Connection, type ConnectionFault } from './partner.ts';

/** Reason why a submit was not accepted or its outcome is unknown. */
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

/** The code and the partner's message, cleaned and truncated; null without a message. */
type SubmitReason = { readonly code: SubmitCode; readonly partnerMessage: string | null };

/**
 * Outcome of a submit.
 *
 * - `accepted`: the partner has the document
 * - `refused`: the partner does not have it; `why`: `content` is a rejection of the document, `precondition` needs an
 *   operator (credentials, credit, scope, registration of the sender), `pressure` is temporary
 * - `conflict`: the partner reports that it already has this document, or another one under its key; an operator has
 *   to check
 * - `unknown`: the partner may have the document. `repeats` false: the same document must not be sent again
 *   automatically
 */
export type Submitted =
  | { readonly outcome: 'accepted'; readonly reference: string | null }
  | (SubmitReason & { readonly outcome: 'refused'; readonly why: 'content' | 'precondition' })
  | (SubmitReason & { readonly outcome: 'refused'; readonly why: 'pressure'; readonly retryAfter: number | null })
  | (SubmitReason & { readonly outcome: 'conflict' })
  | (SubmitReason & { readonly outcome: 'unknown'; readonly repeats: boolean; readonly retryAfter: number | null });

/**
 * The partner neither validated nor accepted the document and requests a later retry. `retryAfter` in milliseconds.
 */
export const pressed = (code: SubmitCode, partnerMessage: string | null, retryAfter: number | null): Submitted => ({
  outcome: 'refused',
  why: 'pressure',
  code,
  partnerMessage,
  retryAfter,
});

export const withoutPrecondition = (code: SubmitCode, partnerMessage: string | null): Submitted => ({
  outcome: 'refused',
  why: 'precondition',
  code,
  partnerMessage,
});

export const unknown = (
  code: SubmitCode,
  partnerMessage: string | null,
  { repeats = true, retryAfter = null as number | null } = {},
): Submitted => ({ outcome: 'unknown', code, partnerMessage, repeats, retryAfter });

/** Errors before the connection was established: no byte was sent. */
const NOT_CONNECTED: ReadonlySet<string> = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']);

/** Outcome of a submit whose request got no usable response. */
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

/** Converts the outcome of a submit to a connection result. */
export function toConnection(submitted: Submitted): Connection {
  const fault = toConnectionFault(submitted);
  if (submitted.outcome === 'accepted') return { ok: true };
  const retryAfter = 'retryAfter' in submitted ? submitted.retryAfter : null;
  return notConnected(
    fault ?? { code: 'unexpected_answer', detail: submitted.partnerMessage, isFinal: true },
    retryAfter,
  );
}

/** The connection error of a submit; null when the partner works, whatever it decided about the document. */
export function toConnectionFault(submitted: Submitted): ConnectionFault | null {
  if (!('code' in submitted)) return null;
  const { code, partnerMessage: detail, outcome } = submitted;
  if (code === 'no_answer') return { code: 'unreachable', detail, isFinal: false };
  for (const known of CONNECTION_CODES) {
    if (known === code)
      return { code: known, detail, isFinal: outcome === 'refused' && submitted.why === 'precondition' };
  }
  return null;
}
