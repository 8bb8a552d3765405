import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Answer } from './judge-process.ts';
import type { Judgement } from './judgement.ts';

const FILES_AT_ONCE = 20;

export type ValidateAllOptions = {
  readonly validate: string;
  readonly packFolder: string;
  readonly corpusFolder: string;
  readonly files: readonly string[];
  readonly processes: number;
};

/**
 * Validates files in several processes.
 *
 * @returns the rule ids of the validator and, per file, its result
 * @throws Error if the validator cannot be created, or a process exits early
 */
export async function validateAll(
  options: ValidateAllOptions,
): Promise<{ ruleIds: readonly string[]; judgements: Map<string, Judgement> }> {
  const judgements = new Map<string, Judgement>();
  const waiting = [...options.files];
  const children: ChildProcess[] = [];

  const start = async (): Promise<{ child: ChildProcess; ruleIds: readonly string[] }> => {
    const child = fork(fileURLToPath(new URL('./judge-process.ts', import.meta.url)), [
      options.validate,
      options.packFolder,
      options.corpusFolder,
    ]);
    children.push(child);
    const answer = await nextAnswer(child);
    if (!('ready' in answer))
      throw new Error('failed' in answer ? answer.failed : 'an answer came before the question');
    return { child, ruleIds: answer.ready };
  };
  const work = async (child: ChildProcess): Promise<void> => {
    while (waiting.length > 0) {
      child.send(waiting.splice(0, FILES_AT_ONCE));
      const answer = await nextAnswer(child);
      if (!('judgements' in answer)) throw new Error('failed' in answer ? answer.failed : 'no judgements came');
      for (const judgement of answer.judgements) judgements.set(judgement.file, judgement);
    }
  };

  try {
    // The first process fills the cache of compiled rules for the others.
    const first = await start();
    const others = Array.from({ length: options.processes - 1 }, async () => work((await start()).child));
    await Promise.all([work(first.child), ...others]);
    return { ruleIds: first.ruleIds, judgements };
  } finally {
    for (const child of children) if (child.connected) child.disconnect();
  }
}

async function nextAnswer(child: ChildProcess): Promise<Answer> {
  const ended = new AbortController();
  try {
    return await Promise.race([
      once(child, 'message', ended).then(([answer]) => answer as Answer),
      once(child, 'exit', ended).then(([code]) => {
        throw new Error(`a judging process ended with code ${code}`);
      }),
    ]);
  } finally {
    ended.abort();
  }
}
