import type { Text } from '../index.ts';

/** A file to validate, an unreadable file, or a skipped file that is not an invoice. */
export type Input =
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly name: string; readonly fault: Text }
  | { readonly name: string; readonly skipped: Text };
