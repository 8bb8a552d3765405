/**
 * A validation process: the arguments select the validator; each message is a list of files and is answered with
 * their results.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Judgement } from './judgement.ts';
import { judges } from './judges.ts';

export type Answer =
  | { readonly ready: readonly string[] }
  | { readonly failed: string }
  | { readonly judgements: readonly Judgement[] };

const answer = (message: Answer): void => {
  process.send?.(message);
};

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

const [name = '', packFolder = '', corpusFolder = ''] = process.argv.slice(2);
process.on('disconnect', () => process.exit());

try {
  const makeJudge = judges[name];
  if (makeJudge === undefined) throw new Error(`there is no judge "${name}": ${Object.keys(judges).join(', ')}`);
  const judge = await makeJudge(packFolder);
  process.on('message', (files: readonly string[]) => {
    try {
      answer({ judgements: files.map((file) => judge.validate(file, readFileSync(join(corpusFolder, file)))) });
    } catch (error) {
      answer({ failed: describe(error) });
    }
  });
  answer({ ready: judge.ruleIds });
} catch (error) {
  answer({ failed: describe(error) });
}
