import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './outcome.ts';
import type { Answer } from './validator-process.ts';

const FILES_AT_ONCE = 20;

export type ValidateAllOptions = {
  readonly validator: string;
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
): Promise<{ ruleIds: readonly string[]; outcomes: Map<string, Outcome> }> {
  const outcomes = new Map<string, Outcome>();
  const waiting = [...options.files];
  const children: ChildProcess[] = [];

  const start = async (): Promise<{ child: ChildProcess; ruleIds: readonly string[] }> => {
    const child = fork(fileURLToPath(new URL('./validator-process.ts', import.meta.url)), [
      options.validator,
      options.packFolder,
      options.corpusFolder,
    ]);
    children.push(child);
    const answer = await nextAnswer(child);
    if (!('ready' in answer))
      throw new Error('failed' in answer ? answer.failed : 'the process answered before it was ready');
    return { child, ruleIds: answer.ready };
  };
  const work = async (child: ChildProcess): Promise<void> => {
    while (waiting.length > 0) {
      child.send(waiting.splice(0, FILES_AT_ONCE));
      const answer = await nextAnswer(child);
      if (!('outcomes' in answer))
        throw new Error('failed' in answer ? answer.failed : 'the process returned no outcomes');
      for (const outcome of answer.outcomes) outcomes.set(outcome.file, outcome);
    }
  };

  try {
    // The first process fills the cache of compiled rules for the others.
    const first = await start();
    const others = Array.from({ length: options.processes - 1 }, async () => work((await start()).child));
    await Promise.all([work(first.child), ...others]);
    return { ruleIds: first.ruleIds, outcomes };
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
        throw new Error(`a validator process exited with code ${code}`);
      }),
    ]);
  } finally {
    ended.abort();
  }
}
