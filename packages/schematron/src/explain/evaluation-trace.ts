import { type RunState, XPathError } from '../xpath/runtime/index.ts';

/** One evaluation of a sub-expression: its value and the evaluations it needed, in order. */
export type Frame = {
  /** The number of the sub-expression; -1 for a frame that only groups the evaluations of a variable. */
  readonly site: number;
  /** The context item, if it was used. */
  readonly focus: unknown;
  readonly value: unknown;
  readonly children: readonly Frame[];
};

/** The run state (`d` in generated code) of an evaluation with trace. */
export type TracedRun = RunState & {
  readonly phase: string | null;
  readonly main: TracedRun;
  /** The list that receives the frames of the next evaluations. */
  frames: Frame[];
  /** Remaining budget of evaluations, items and steps over them. */
  left: number;
};

/** Thrown when an evaluation exceeds its budget: the explanation would be too long to read. */
export class TooMuch extends Error {}

function record<T>(d: TracedRun, make: () => T): { readonly value: T; readonly frames: Frame[] } {
  const outer = d.frames;
  const frames: Frame[] = [];
  d.frames = frames;
  try {
    return { value: make(), frames };
  } finally {
    d.frames = outer;
  }
}

/** @throws TooMuch when the budget is used up */
export function spend(d: TracedRun, steps: number): void {
  d.left -= steps;
  if (d.left < 0) throw new TooMuch();
}

/**
 * Evaluates a sub-expression and records its frame.
 *
 * @throws TooMuch when the budget is used up
 */
export function see<T>(d: TracedRun, site: number, focus: unknown, make: () => T): T {
  const { value, frames } = record(d, make);
  spend(d, 1 + (Array.isArray(value) ? value.length : 0));
  d.frames.push({ site, focus, value, children: frames });
  return value;
}

type Stored = { readonly value: unknown; readonly frame: Frame };

function keep(d: TracedRun, make: () => unknown): Stored {
  const { value, frames } = record(d, make);
  return { value, frame: { site: -1, focus: null, value, children: frames } };
}

/** A value per document: evaluated once; its frame is recorded on every use. */
export function recall(d: TracedRun, cell: number, make: () => unknown): unknown {
  d.memo[cell] ??= keep(d, make);
  const stored = d.memo[cell] as Stored;
  d.frames.push(stored.frame);
  return stored.value;
}

/** A rule variable: evaluated on the first call; its frame is recorded on every call. */
export function once(d: TracedRun, make: () => unknown): () => unknown {
  let stored: Stored | null = null;
  return () => {
    stored ??= keep(d, make);
    d.frames.push(stored.frame);
    return stored.value;
  };
}

/**
 * `and`, `or`: evaluates the right operand even if the left one decides; a dynamic error of the right operand is then
 * ignored.
 */
export function both(isAnd: boolean, left: () => boolean, right: () => boolean): boolean {
  const first = left();
  if (first === isAnd) return right();
  try {
    right();
  } catch (error) {
    if (!(error instanceof XPathError)) throw error;
  }
  return first;
}
