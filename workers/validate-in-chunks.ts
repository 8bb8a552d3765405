import type { FileValidationRequest, WrittenResult } from '../src/modules/validation/index.ts';
import { type Begun, requestFor } from './validate-document.ts';
import type { WorkerApp } from './worker.ts';

/** So many are judged in one go: judges share what is more. */
const IN_ONE_GO = 16;

/**
 * Judges documents of one workspace that are judged in the same way in one go, as the way to a judge and back costs as much
 * for one as for ten. By document: its result, or null where it is to be judged by itself.
 *
 * @returns promises that reject with the signal's reason alone
 */
export function validateInChunks(
  begun: readonly Begun[],
  owner: string,
  { validationPool, now }: Pick<WorkerApp, 'validationPool' | 'now'>,
  signal: AbortSignal,
): ReadonlyMap<Begun, Promise<WrittenResult | null>> {
  const groups = new Map<
    string,
    { readonly request: Omit<FileValidationRequest, 'filename'>; readonly members: Begun[] }
  >();
  for (const one of begun) {
    const request = requestFor(one.document, now());
    // Results that are proven are told with details, which nothing else needs.
    if (request === null || request.details) continue;
    const key = JSON.stringify(request);
    const group = groups.get(key) ?? { request, members: [] };
    groups.set(key, group);
    group.members.push(one);
  }
  const judged = new Map<Begun, Promise<WrittenResult | null>>();
  for (const { request, members } of groups.values()) {
    for (let from = 0; from < members.length; from += IN_ONE_GO) {
      const some = members.slice(from, from + IN_ONE_GO);
      const files = some.map(({ document, invoice }) => ({ filename: document.filename, bytes: invoice }));
      const results = validationPool.validateTogether(files, request, { owner, signal });
      for (const [place, one] of some.entries())
        judged.set(
          one,
          results.then((all) => all[place]!),
        );
    }
  }
  return judged;
}
