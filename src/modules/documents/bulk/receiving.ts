import { setTimeout as pause } from 'node:timers/promises';
import { isMemberError } from '../../../lib/group-outcomes.ts';
import type { Scope } from '../../../lib/scope.ts';
import { currentTrace, withinTrace } from '../../../lib/tracing.ts';
import { Refusal } from '../../../platform/errors/index.ts';
import type { NewDocument } from '../document.ts';
import { MAX_BYTES_TOGETHER } from '../follow-ups.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { Groups } from './groups.ts';

/** How many documents one transaction receives at most. */
const MOST = 32;

/** Where several came at once more are on their way, and wait so long for each other, in milliseconds. */
const COMPANY_MS = 25;

type Received = Awaited<ReturnType<Lifecycle['receive']>>;
type Waiting = {
  readonly scope: Scope;
  readonly input: NewDocument;
  /** The trace of its caller: it may be written in the turn of another. */
  readonly trace: string | null;
  readonly resolve: (received: Received | Promise<Received>) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Makes a `receive` that takes together what comes while another document of the same workspace is being written: one
 * that comes alone waits for nothing, and each has its own answer.
 */
export function makeReceiving(receive: Lifecycle['receive'], receiveAll: Groups['receiveAll']): Lifecycle['receive'] {
  /** What came while documents of the workspace are being written. */
  const lines = new Map<string, Waiting[]>();

  const write = async (workspaceId: string, group: readonly Waiting[]): Promise<void> => {
    const apart = (): Promise<unknown> =>
      Promise.allSettled(
        group.map(({ scope, input, trace, resolve }) => {
          const received = withinTrace(trace, () => receive(scope, input));
          resolve(received);
          return received;
        }),
      );
    if (group.length === 1) return void (await apart());
    try {
      const received = await withinTrace(group[0]!.trace, () => receiveAll(workspaceId, group));
      for (const [index, { resolve, reject }] of group.entries()) {
        const outcome = received[index]!;
        if ('refused' in outcome) reject(outcome.refused);
        else resolve(outcome);
      }
    } catch (error) {
      // Nothing of the group was written. Received separately, only the member that caused the error fails.
      if (error instanceof Refusal || isMemberError(error)) await apart();
      else for (const { reject } of group) reject(error);
    }
  };

  const writeLine = async (workspaceId: string, line: Waiting[]): Promise<void> => {
    while (line.length > 0) {
      await write(workspaceId, line.splice(0, MOST));
      if (line.length > 1 && line.length < MOST) await pause(COMPANY_MS);
    }
    lines.delete(workspaceId);
  };

  return (scope, input) => {
    if (input.content.length > MAX_BYTES_TOGETHER) return receive(scope, input);
    return new Promise((resolve, reject) => {
      const { workspaceId } = scope;
      const one: Waiting = { scope, input, trace: currentTrace(), resolve, reject };
      const line = lines.get(workspaceId);
      if (line !== undefined) return void line.push(one);
      const begun = [one];
      lines.set(workspaceId, begun);
      void writeLine(workspaceId, begun);
    });
  };
}
