/**
 * A validation process: the arguments select the validator; each message is a list of files and is answered with
 * their results.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from './outcome.ts';
import { validators } from './validators.ts';

export type Answer =
  | { readonly ready: readonly string[] }
  | { readonly failed: string }
  | { readonly outcomes: readonly Outcome[] };

const answer = (message: Answer): void => {
  process.send?.(message);
};

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

const [name = '', packFolder = '', corpusFolder = ''] = process.argv.slice(2);
process.on('disconnect', () => process.exit());

try {
  const makeValidator = validators[name];
  if (makeValidator === undefined)
    throw new Error(`there is no validator "${name}": ${Object.keys(validators).join(', ')}`);
  const validator = await makeValidator(packFolder);
  process.on('message', (files: readonly string[]) => {
    try {
      answer({ outcomes: files.map((file) => validator.validate(file, readFileSync(join(corpusFolder, file)))) });
    } catch (error) {
      answer({ failed: describe(error) });
    }
  });
  answer({ ready: validator.ruleIds });
} catch (error) {
  answer({ failed: describe(error) });
}
