/**
 * SQLSTATE classes of errors that a single row of a statement can cause: data exception (22), integrity constraint
 * violation (23), transaction rollback such as a deadlock (40), program limit exceeded (54).
 */
const ROW_ERROR = /^(22|23|40|54)[0-9A-Z]{3}$/;

/** One member of a group that failed when it was processed separately. */
export type Failed<T> = { readonly member: T; readonly error: unknown };

/**
 * True for an error that one member of a group may have caused: PostgreSQL refused its data, or it could not be
 * serialized. False for an outage, which would fail for each member in the same way.
 */
export function isMemberError(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  return ROW_ERROR.test(String((error as { code?: unknown } | null)?.code));
}

/**
 * Processes a group in one step. If a member may have caused an error, processes each member separately so that the
 * others succeed.
 *
 * @param work must have no effect when it throws, as a transaction does
 * @returns the members that failed separately, each with its error
 * @throws an error that no single member has caused
 */
export async function processGroup<T>(
  members: readonly T[],
  work: (members: readonly T[]) => Promise<void>,
): Promise<readonly Failed<T>[]> {
  if (members.length === 0) return [];
  try {
    await work(members);
    return [];
  } catch (error) {
    if (!isMemberError(error)) throw error;
    if (members.length === 1) return [{ member: members[0]!, error }];
  }
  const failed: Failed<T>[] = [];
  for (const member of members) await work([member]).catch((error: unknown) => failed.push({ member, error }));
  return failed;
}
