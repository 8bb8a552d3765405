import type { TraceStep } from './answer.ts';
import { LookupFault } from './lookup-fault.ts';

/** Records each request of a lookup with its result. */
export type Trace = {
  /** Completed requests, in the order in which they were started. */
  readonly steps: () => readonly TraceStep[];
  /** Runs a request and records it; null and `absent` results are recorded as `absent`. */
  readonly note: <T>(step: TraceStep['step'], asked: string, work: () => Promise<T>) => Promise<T>;
};

const isAbsent = (value: unknown): boolean =>
  value === null || (value as { readonly outcome?: unknown }).outcome === 'absent';

/** @param clock milliseconds, monotonic */
export function makeTrace(clock: () => number): Trace {
  const steps: (TraceStep | null)[] = [];
  return {
    steps: () => steps.filter((step) => step !== null),
    note: async (step, asked, work) => {
      const began = clock();
      const at = steps.push(null) - 1;
      const end = (result: TraceStep['result'], status: number | null): void => {
        steps[at] = { step, asked, result, status, milliseconds: Math.round(clock() - began) };
      };
      try {
        const value = await work();
        end(isAbsent(value) ? 'absent' : 'found', null);
        return value;
      } catch (error) {
        if (error instanceof LookupFault) end(error.reason, error.status);
        else end('time_over', null);
        throw error;
      }
    },
  };
}
