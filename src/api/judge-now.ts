import type { FileResult } from '../issues/index.ts';
import { JudgingStopped } from '../judging/index.ts';
import type { ValidationRequest } from '../validation/index.ts';
import { makeProblem } from './problems.ts';
import type { RouteContext } from './route.ts';

/**
 * Judges a file in this process, and writes it nowhere: in a thread, within its limits of time and memory, so that no
 * file keeps the event loop from other requests, and callers are served in turn.
 *
 * @throws RulesetUnknown; Problem `validation_limit_reached`; the signal's reason when the caller leaves while the file waits
 */
export async function judgeNow(
  bytes: Uint8Array,
  request: Omit<ValidationRequest, 'clock'>,
  { app, owner, left }: Pick<RouteContext, 'app' | 'owner' | 'left'>,
): Promise<FileResult> {
  try {
    return await app.judges.judge(bytes, request, { owner, signal: left() });
  } catch (error) {
    if (error instanceof JudgingStopped) throw makeProblem('validation_limit_reached', {}, { cause: error });
    throw error;
  }
}
