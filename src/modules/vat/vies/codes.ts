import { HttpFault } from '../../../platform/index.ts';
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

/** A code as the whole text, and one inside a sentence: there, several words of capitals, such as VOW-ERR-9001. */
const CODE = /^[A-Z][A-Z0-9_-]{2,62}$/;
const CODE_IN_TEXT = /^[A-Z]{2,20}(?:[_-][A-Z]{2,20}){1,5}(?:[_-]?[0-9]{1,10})?$/;
const LONGEST_TEXT = 1000;

/** The fault behind an error text of VIES; a code that is not published is a protocol fault, never a verdict. */
export function faultOfCode(text: string): SourceFault {
  const words = text
    .slice(0, LONGEST_TEXT)
    .split(/[^A-Za-z0-9_:-]+/)
    .map((word) => word.replace(/:$/, ''))
    .filter((word) => word !== '');
  const published = words.find((word) => VIES_CODES.has(word));
  if (published !== undefined) return new SourceFault(VIES_CODES.get(published)!, published);
  const code = words.find((word) => (words.length === 1 ? CODE : CODE_IN_TEXT).test(word));
  return new SourceFault('protocol', code ?? null);
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
