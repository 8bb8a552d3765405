import { type RunState, XPathError } from '../xpath/runtime/index.ts';

/** One evaluation of a sub-expression: its value, and what was evaluated for it, in order. */
export type Frame = {
  /** The number of the sub-expression; -1 for what is only held together: the value of a variable. */
  readonly site: number;
  /** The context item, where it was needed. */
  readonly focus: unknown;
  readonly value: unknown;
  readonly children: readonly Frame[];
};

/** `d` of the code that tells how it came to its outcome. */
export type TracedRun = RunState & {
  readonly phase: string | null;
  readonly main: TracedRun;
  /** Where what is evaluated next is told. */
  frames: Frame[];
  /** How many evaluations, items and steps over them there may still be. */
  left: number;
};

/** More was evaluated than anybody would read. */
export class TooMuch extends Error {}

function telling<T>(d: TracedRun, make: () => T): { readonly value: T; readonly frames: Frame[] } {
  const outer = d.frames;
  const frames: Frame[] = [];
  d.frames = frames;
  try {
    return { value: make(), frames };
  } finally {
    d.frames = outer;
  }
}

/** @throws TooMuch */
export function spend(d: TracedRun, steps: number): void {
  d.left -= steps;
  if (d.left < 0) throw new TooMuch();
}

/** Evaluates a sub-expression and tells it. @throws TooMuch */
export function see<T>(d: TracedRun, site: number, focus: unknown, make: () => T): T {
  const { value, frames } = telling(d, make);
  spend(d, 1 + (Array.isArray(value) ? value.length : 0));
  d.frames.push({ site, focus, value, children: frames });
  return value;
}

type Stored = { readonly value: unknown; readonly frame: Frame };

function keep(d: TracedRun, make: () => unknown): Stored {
  const { value, frames } = telling(d, make);
  return { value, frame: { site: -1, focus: null, value, children: frames } };
}

/** What is the same for the whole document, evaluated once and told each time. */
export function recall(d: TracedRun, cell: number, make: () => unknown): unknown {
  d.memo[cell] ??= keep(d, make);
  const kept = d.memo[cell] as Stored;
  d.frames.push(kept.frame);
  return kept.value;
}

/** A variable of a rule: a function that evaluates when it is first called, and tells it each time. */
export function once(d: TracedRun, make: () => unknown): () => unknown {
  let kept: Stored | null = null;
  return () => {
    kept ??= keep(d, make);
    d.frames.push(kept.frame);
    return kept.value;
  };
}

/** `and`, `or`: the right side is looked at too where the left one decides; what it fails with does not count then. */
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
