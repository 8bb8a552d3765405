/** Worker thread that validates files one by one. */
import { hash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { openValidator, type RulesetUnknown } from '../index.ts';
import { USAGE } from './usage.data.ts';
import type { Reply, Request } from './validate-in-threads.ts';

const { options } = workerData as { readonly options: Request['options'] };
const opening = openValidator({ sha256: (content) => hash('sha256', content) });

parentPort!.on('message', async ({ id, name, bytes }: Omit<Request, 'options'>) => {
  const reply = await answer(name, bytes);
  parentPort!.postMessage({ id, ...reply } satisfies Reply);
});

async function answer(filename: string, bytes: Uint8Array) {
  try {
    const { validate } = await opening;
    return { result: await validate(bytes, { ...options, filename }), refused: null };
  } catch (error) {
    const { code, requested, installed } = error as Partial<RulesetUnknown>;
    if (code !== 'ruleset_unknown') throw error;
    return { result: null, refused: USAGE.ruleset(requested ?? '', installed ?? []) };
  }
}
