import type { PoolRequest } from '../../platform/index.ts';
import type { ServedPack } from '../rules/loader/index.ts';
import { estimateCost } from './estimate-cost.ts';
import type { FileValidationRequest, Reply, Request, WrittenResult } from './thread-messages.ts';

export type GroupFile = { readonly filename: string; readonly bytes: Uint8Array };

/**
 * CPU time limit of a group in milliseconds. A group that exceeds it contains a file that is more expensive than
 * estimated; its thread is terminated and the files are validated individually.
 */
const GROUP_LIMIT = 2_500;

type TogetherParts = {
  readonly ask: (request: PoolRequest<Request>) => Promise<Reply>;
  readonly served: readonly ServedPack[];
  readonly owner: string;
  readonly signal?: AbortSignal | undefined;
};

/**
 * Validates small files in groups, because a round trip to a thread costs as much for one file as for ten. A result
 * is null when the caller must validate the file individually: an expensive or rejected file, a defect, and all files
 * of a terminated group.
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
    for (let done = 0; done < small.length; ) {
      const group = small.slice(done).map((index) => files[index]!);
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
      if (reply.kind !== 'results')
        throw new Error(`The validation thread returned an unexpected reply: ${reply.kind}`);
      for (const [place, result] of reply.results.entries()) results[small[done + place]!] = result;
      done += reply.results.length;
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
