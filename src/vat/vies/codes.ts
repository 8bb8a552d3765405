import { HttpFault } from '../../runtime/index.ts';
import { SourceFault, type SourceFaultKind } from '../source.ts';

/** The error codes that VIES publishes, in both channels. VALID and INVALID are verdicts, not errors. */
export const VIES_CODES: ReadonlyMap<string, SourceFaultKind> = new Map(
  Object.entries({
    INVALID_INPUT: 'number',
    INVALID_REQUESTER_INFO: 'requester',
    SERVICE_UNAVAILABLE: 'service_down',
    MS_UNAVAILABLE: 'state_down',
    TIMEOUT: 'state_down',
    VAT_BLOCKED: 'number_blocked',
    IP_BLOCKED: 'caller_blocked',
    GLOBAL_MAX_CONCURRENT_REQ: 'service_busy',
    GLOBAL_MAX_CONCURRENT_REQ_TIME: 'service_busy',
    MS_MAX_CONCURRENT_REQ: 'state_busy',
    MS_MAX_CONCURRENT_REQ_TIME: 'state_busy',
  }),
);

/** The fault behind a code of VIES; a code that nobody published is a fault of the protocol, never a verdict. */
export function faultOfCode(code: string): SourceFault {
  const word = /[A-Z][A-Z_-]{2,60}[0-9]?/.exec(code)?.[0] ?? null;
  return new SourceFault((word !== null && VIES_CODES.get(word)) || 'protocol', word);
}

/** The fault behind a failed exchange; what the caller aborted stays what it is. */
export function faultOfExchange(error: unknown): unknown {
  if (!(error instanceof HttpFault)) return error;
  const late = error.kind === 'timeout' || error.kind === 'connect_timeout';
  const broken = error.kind === 'protocol' || error.kind === 'too_large' || error.kind === 'redirect';
  return new SourceFault(late ? 'timeout' : broken ? 'protocol' : 'connection', error.code, error);
}

/**
 * Line ends stay: addresses have them. PostgreSQL keeps no U+0000, no name has any of the others, and one with a sign that nobody sees,
 * or that turns the direction of writing, is another than the one that is shown.
 */
const UNFIT = /[^\P{Cc}\t\n\r]|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** VIES writes `---` for what a state does not disclose. */
export function disclosed(text: string | null | undefined): string | null {
  const said = text?.replace(UNFIT, '').trim() ?? '';
  return said === '' || /^-+$/.test(said) ? null : said;
}
