import type { FileResult } from '@e-invoice/validator/issues';
import type { AppParts } from '../../../http/index.ts';
import type { Scope } from '../../../lib/scope.ts';
import type { FailedFile } from '../index.ts';

/** Page size in files; a page of large results has fewer. */
const PAGE_FILES = 100;

/**
 * Reads all results of a batch created for a single call, in file order. The number is bounded by the limit of a
 * call.
 *
 * @throws Refusal `batch_not_found`
 */
export async function readAllResults(
  { batches }: Pick<AppParts, 'batches'>,
  scope: Scope,
  id: string,
): Promise<{ readonly items: readonly FileResult[]; readonly failures: readonly FailedFile[] }> {
  const items: FileResult[] = [];
  const failures: FailedFile[] = [];
  let cursor: string | undefined;
  do {
    const page = await batches.results(scope, id, { cursor, limit: PAGE_FILES });
    items.push(...page.items);
    failures.push(...page.failures);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return { items, failures };
}
