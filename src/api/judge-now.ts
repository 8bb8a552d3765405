import type { FileResult } from '../issues/index.ts';
import { JudgingStopped } from '../judging/index.ts';
import { THREAD_BYTES } from '../runtime/index.ts';
import type { ValidationRequest } from '../validation/index.ts';
import { makeProblem } from './problems.ts';
import type { RouteContext } from './route.ts';

/**
 * Judges a file in this process, and writes it nowhere: a small one at once, a large one in a thread, so that other
 * requests get their turn, within the limits of time and memory of a thread.
 *
 * @throws RulesetUnknown; Problem `validation_limit_reached`; the signal's reason when the caller leaves while the file waits
 */
export async function judgeNow(
  bytes: Uint8Array,
  request: Omit<ValidationRequest, 'clock'>,
  { app, left }: Pick<RouteContext, 'app' | 'left'>,
): Promise<FileResult> {
  if (bytes.length <= THREAD_BYTES) {
    return app.validator.validate(bytes, { ...request, clock: () => performance.now() });
  }
  try {
    return await app.judges.judge(bytes, request, left());
  } catch (error) {
    if (error instanceof JudgingStopped) throw makeProblem('validation_limit_reached', {}, { cause: error });
    throw error;
  }
}
