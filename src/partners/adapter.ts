import type { ConnectionCode } from './partner.ts';

/** Why a connection does not work now; `isFinal`: trying again will not help until somebody changes something. */
export type ConnectionFault = {
  readonly code: ConnectionCode;
  /** The partner's own words, cleaned and cut; null when it gave none. */
  readonly detail: string | null;
  readonly isFinal: boolean;
};

/** What the check of a connection found. */
export type Connection = { readonly ok: true } | { readonly ok: false; readonly fault: ConnectionFault };

/** A partner in the one shape that the service knows, whatever it speaks. */
export type Adapter = {
  /** Whether the partner lets us in now; sends no document. */
  readonly checkConnection: (signal: AbortSignal) => Promise<Connection>;
};

const MOST_CHARACTERS = 500;

/** A text of somebody else, fit for logs and screens: without control characters, and not long. */
export const cleanText = (text: string): string =>
  text
    .slice(0, 4 * MOST_CHARACTERS)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .trim()
    .slice(0, MOST_CHARACTERS);
