import type { FileValidationRequest, WrittenResult } from '../src/modules/validation/index.ts';
import { requestFor, type StartedDocument } from './validate-document.ts';
import type { WorkerApp } from './worker.ts';

/** Maximum chunk size; more documents are spread over several threads. */
const IN_ONE_GO = 16;

/**
 * Validates documents of one workspace that have the same request in chunks, because one round trip to a validation
 * thread costs as much for ten documents as for one. A document without an entry, or with the result null, must be
 * validated separately.
 *
 * @returns promises that reject only with the reason of the signal
 */
export function validateInChunks(
  started: readonly StartedDocument[],
  owner: string,
  { validationPool, now }: Pick<WorkerApp, 'validationPool' | 'now'>,
  signal: AbortSignal,
): ReadonlyMap<StartedDocument, Promise<WrittenResult | null>> {
  const groups = new Map<
    string,
    { readonly request: Omit<FileValidationRequest, 'filename'>; readonly members: StartedDocument[] }
  >();
  for (const one of started) {
    const request = requestFor(one.document, now());
    // Evidence needs detailed results, which chunks do not provide.
    if (request === null || request.details) continue;
    const key = JSON.stringify(request);
    const group = groups.get(key) ?? { request, members: [] };
    groups.set(key, group);
    group.members.push(one);
  }
  const outcomes = new Map<StartedDocument, Promise<WrittenResult | null>>();
  for (const { request, members } of groups.values()) {
    for (let from = 0; from < members.length; from += IN_ONE_GO) {
      const some = members.slice(from, from + IN_ONE_GO);
      const files = some.map(({ document, invoice }) => ({ filename: document.filename, bytes: invoice }));
      const results = validationPool.validateTogether(files, request, { owner, signal });
      for (const [place, one] of some.entries())
        outcomes.set(
          one,
          results.then((all) => all[place]!),
        );
    }
  }
  return outcomes;
}
