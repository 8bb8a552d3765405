import type { XmlDocument } from '../../xml/index.ts';
import { XPathError } from './xpath-error.ts';

/** The state of one run on one document: `d` in generated code. */
export type RunState = {
  readonly document: XmlDocument;
  /** Milliseconds since 1970 UTC: the fixed value of `current-dateTime()` in this run. */
  readonly now: number;
  /** Implicit timezone in minutes, for dates without timezone. */
  readonly timezone: number;
  /** Values that are the same for every node of the document, filled lazily. */
  readonly memo: unknown[];
  /** Number of nodes constructed during this run. */
  made: number;
  /** The errors of memo cells whose evaluation failed, by cell, or null. */
  failures: Map<number, XPathError> | null;
};

/** @param cells `ModuleBuilder.cells()` of the pack */
export function makeRunState(document: XmlDocument, now: number, cells: number, timezone = 0): RunState {
  return {
    document,
    now,
    timezone,
    memo: new Array(cells).fill(undefined),
    made: 0,
    failures: null,
  };
}

/** Fills a memo cell. After a dynamic error, throws the same error again without another evaluation. */
export function remembered<T>(d: RunState, cell: number, make: (d: RunState) => T): T {
  const failure = d.failures?.get(cell);
  if (failure !== undefined) throw failure;
  try {
    const made = make(d);
    d.memo[cell] = made;
    return made;
  } catch (error) {
    if (error instanceof XPathError) {
      d.failures ??= new Map();
      d.failures.set(cell, error);
    }
    throw error;
  }
}
