import { setTimeout as pause } from 'node:timers/promises';
import { isMemberError } from '../../../lib/group-outcomes.ts';
import type { Scope } from '../../../lib/scope.ts';
import { currentTrace, withinTrace } from '../../../lib/tracing.ts';
import { Refusal } from '../../../platform/errors/index.ts';
import type { NewDocument } from '../document.ts';
import { MAX_BYTES_TOGETHER } from '../follow-ups.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { Groups } from './groups.ts';

/** Maximum number of documents per transaction. */
const MAX_GROUP = 32;

/** Batch window in milliseconds: after several concurrent documents, more are expected. */
const BATCH_WINDOW_MS = 25;

type Received = Awaited<ReturnType<Lifecycle['receive']>>;
type Waiting = {
  readonly scope: Scope;
  readonly input: NewDocument;
  /** Trace of the caller, because the document may be written within the call of another one. */
  readonly trace: string | null;
  readonly resolve: (received: Received | Promise<Received>) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Creates a `receive` that batches documents arriving while another document of the same workspace is being written.
 * A single document is written without delay, and each caller gets its own result.
 */
export function makeReceiving(receive: Lifecycle['receive'], receiveAll: Groups['receiveAll']): Lifecycle['receive'] {
  /** Documents that arrived during a write, by workspace. */
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
      // No document of the group was written. Received separately, only the document that caused the error fails.
      if (error instanceof Refusal || isMemberError(error)) await apart();
      else for (const { reject } of group) reject(error);
    }
  };

  const writeLine = async (workspaceId: string, line: Waiting[]): Promise<void> => {
    while (line.length > 0) {
      await write(workspaceId, line.splice(0, MAX_GROUP));
      if (line.length > 1 && line.length < MAX_GROUP) await pause(BATCH_WINDOW_MS);
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
      const newLine = [one];
      lines.set(workspaceId, newLine);
      void writeLine(workspaceId, newLine);
    });
  };
}
