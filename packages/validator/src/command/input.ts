import type { Text } from '../index.ts';

/** A file to be validated, or why it cannot be. */
export type Input =
  | { readonly name: string; readonly bytes: Uint8Array }
  | { readonly name: string; readonly fault: Text };
