import type { XmlDocument } from '../../xml/index.ts';
import { XPathError } from './xpath-error.ts';

/** What compiled code knows of one run over one document: `d` in generated code. */
export type RunState = {
  readonly document: XmlDocument;
  /** Milliseconds since 1970 UTC: the one moment that `current-dateTime()` gives during this run. */
  readonly now: number;
  /** Implicit timezone in minutes, for dates that name none. */
  readonly timezone: number;
  /** Values that are the same for every node of the document, filled when first asked for. */
  readonly memo: unknown[];
  /** How many nodes were made during this run. */
  made: number;
  /** The errors of those that could not be filled, by cell; null while there is none. */
  failures: Map<number, XPathError> | null;
};

/** The state of a fresh run; `cells` is `ModuleBuilder.cells()` of the pack. */
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

/** Fills a memo cell. What failed once fails again without being tried. */
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
