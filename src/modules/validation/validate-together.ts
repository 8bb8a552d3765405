import type { PoolRequest } from '../../platform/index.ts';
import type { ServedPack } from '../rules/loader/index.ts';
import { estimateCost } from './estimate-cost.ts';
import type { FileValidationRequest, Reply, Request, WrittenResult } from './thread-messages.ts';

/** A file among others that are judged in one go. */
export type GroupFile = { readonly filename: string; readonly bytes: Uint8Array };

/**
 * A group of small files that is not judged within so many milliseconds of the processor has a file that is not what it seemed:
 * its thread is ended, and each is judged by itself.
 */
const GROUP_LIMIT = 2_500;

type TogetherParts = {
  readonly ask: (request: PoolRequest<Request>) => Promise<Reply>;
  readonly served: readonly ServedPack[];
  readonly owner: string;
  readonly signal?: AbortSignal | undefined;
};

/**
 * Has small files judged in one go: the way to a thread and back costs as much for one as for ten. What
 * cannot be judged so is left to the caller, as null: a costly file, one that is refused or that finds a defect, and all of
 * a group whose thread was ended.
 *
 * @throws the signal's reason
 */
export async function validateTogether(
  files: readonly GroupFile[],
  request: Omit<FileValidationRequest, 'filename'>,
  { ask, served, owner, signal }: TogetherParts,
): Promise<(WrittenResult | null)[]> {
  const results = files.map((): WrittenResult | null => null);
  const small = [...files.keys()].filter((index) => estimateCost(files[index]!.bytes) === 'small');
  if (small.length < 2) return results;
  try {
    for (let judged = 0; judged < small.length; ) {
      const group = small.slice(judged).map((index) => files[index]!);
      const bytes = join(group);
      const named = group.map((file) => ({ filename: file.filename, length: file.bytes.length }));
      const reply = await ask({
        request: { kind: 'files', bytes, files: named, request, served },
        transfer: [bytes.buffer],
        owner,
        cost: 'small',
        onlyFor: GROUP_LIMIT,
        fingerprint: () => '',
        signal,
      });
      if (reply.kind !== 'results') throw new Error(`A judge replied with a ${reply.kind} that was not asked for`);
      for (const [place, result] of reply.results.entries()) results[small[judged + place]!] = result;
      judged += reply.results.length;
    }
  } catch {
    signal?.throwIfAborted();
  }
  return results;
}

function join(files: readonly GroupFile[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(files.reduce((sum, file) => sum + file.bytes.length, 0));
  let at = 0;
  for (const file of files) {
    bytes.set(file.bytes, at);
    at += file.bytes.length;
  }
  return bytes;
}
