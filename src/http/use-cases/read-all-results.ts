import type { FileResult } from '@e-invoice/validator/issues';
import type { Scope } from '../../lib/scope.ts';
import type { FailedFile } from '../../modules/batches/index.ts';
import type { AppParts } from '../app-parts.ts';

/** So many files are asked for at once; a page of long results has fewer. */
const PAGE_FILES = 100;

/**
 * All results of a batch that stands for one call, in the order of its files: no more than a call may have.
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
