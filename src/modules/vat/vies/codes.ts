import { HttpFault } from '../../../platform/index.ts';
import { SourceFault, type SourceFaultKind } from '../source.ts';

/** Error codes published for VIES, for both channels. VALID and INVALID are verdicts, not errors. */
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

/**
 * A code that is the whole text, and a code inside a sentence: there it must have several upper-case words, such as
 * VOW-ERR-9001.
 */
const CODE = /^[A-Z][A-Z0-9_-]{2,62}$/;
const CODE_IN_TEXT = /^[A-Z]{2,20}(?:[_-][A-Z]{2,20}){1,5}(?:[_-]?[0-9]{1,10})?$/;
const LONGEST_TEXT = 1000;

/** Maps an error text of VIES to a fault; an unpublished code is a protocol fault, never a verdict. */
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

/** Maps a failed exchange to a fault; an abort by the caller is returned unchanged. */
export function faultOfExchange(error: unknown): unknown {
  if (!(error instanceof HttpFault)) return error;
  const late = error.kind === 'timeout' || error.kind === 'connect_timeout';
  const broken = error.kind === 'protocol' || error.kind === 'too_large' || error.kind === 'redirect';
  return new SourceFault(late ? 'timeout' : broken ? 'protocol' : 'connection', error.code, error);
}

/**
 * Control and invisible characters, except line breaks, which addresses contain. PostgreSQL cannot store U+0000;
 * names contain no other control characters; invisible and bidirectional characters would make a name different from
 * what is displayed.
 */
const UNFIT = /[^\P{Cc}\t\n\r]|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** VIES returns `---` for data that a state does not disclose. */
export function disclosed(text: string | null | undefined): string | null {
  const trimmed = text?.replace(UNFIT, '').trim() ?? '';
  return trimmed === '' || /^-+$/.test(trimmed) ? null : trimmed;
}
