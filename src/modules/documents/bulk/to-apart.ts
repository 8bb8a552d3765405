import { isMemberError } from '../../../lib/group-outcomes.ts';

type Apart = { readonly id: string; readonly apart: true };

/**
 * Documents whose outcome could not be written, each to be processed in a separate job.
 *
 * @throws the first error that a document did not cause, so that the group job is retried
 */
export function toApart(
  failed: readonly { readonly member: { readonly id: string }; readonly error: unknown }[],
): readonly Apart[] {
  for (const { error } of failed) if (!isMemberError(error)) throw error;
  return failed.map(({ member: { id } }) => ({ id, apart: true }));
}
