import { isMemberError } from '../../../lib/group-outcomes.ts';

type Apart = { readonly id: string; readonly apart: true };

/**
 * Documents whose outcome could not be written, each to be processed by a job of its own.
 *
 * @throws the first error that its document has not caused: the job of the group is retried then
 */
export function toApart(
  failed: readonly { readonly member: { readonly id: string }; readonly error: unknown }[],
): readonly Apart[] {
  for (const { error } of failed) if (!isMemberError(error)) throw error;
  return failed.map(({ member: { id } }) => ({ id, apart: true }));
}
