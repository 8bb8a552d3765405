import type { FileResult, Text } from '../index.ts';

/** Outcome for one file. */
export type Outcome =
  | { readonly name: string; readonly result: FileResult }
  | { readonly name: string; readonly fault: Text }
  | { readonly name: string; readonly skipped: Text };
