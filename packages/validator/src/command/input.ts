import type { Text } from '../index.ts';

/** A file to be validated, why it cannot be, or why it is not validated: it is no invoice. */
export type Input =
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly name: string; readonly fault: Text }
  | { readonly name: string; readonly skipped: Text };
