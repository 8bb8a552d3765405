import type { TraceStep } from './answer.ts';
import { LookupFault } from './lookup-fault.ts';

/** Notes each question of a look-up and how it went. */
export type Trace = {
  /** The questions that have ended by now, in the order in which they were asked. */
  readonly steps: () => readonly TraceStep[];
  /** Does the work and notes it; null and `absent` outcomes are told as such. */
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
