import type { FileResult } from '../issues/index.ts';
import type { ValidationRequest } from '../validation/index.ts';

/** A request without its clock, which a thread has itself. */
export type JudgingRequest = Omit<ValidationRequest, 'clock'>;

/** What a thread is started with. */
export type Setup = {
  readonly root: string;
  /** Where installed packs are; null: built-in ones alone. */
  readonly dataDir: string | null;
  readonly maxXmlBytes: number;
  /** `YYYY-MM-DD`, for the canaries of the packs. */
  readonly today: string;
};

/** To a thread: judge this. */
export type Request = { readonly bytes: Uint8Array; readonly request: JudgingRequest };

/** From a thread. */
export type Reply =
  | { readonly kind: 'result'; readonly result: FileResult }
  | { readonly kind: 'ruleset unknown'; readonly asked: string; readonly installed: readonly string[] };
