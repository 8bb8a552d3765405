/**
 * Root causes over the conformance corpus, if it is installed: every 7th document, or all of them with
 * `CONFORMANCE_ALL=1 npx vitest run test/conformance/root-causes.long.test.ts`, which prints the statistics.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findRoot } from '../../src/platform/index.ts';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from '../validation/root-causes/file-validator.ts';
import { readCorpus } from './corpus.ts';

const data = process.env.CONFORMANCE_DIR ?? join(findRoot(), '../shared/conformance');
const all = process.env.CONFORMANCE_ALL === '1';

const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
};

describe.skipIf(!existsSync(join(data, 'golden.jsonl')))('root causes of the invalid documents of the corpus', () => {
  let validate: ValidateFile;

  beforeAll(async () => {
    validate = await makeFileValidator();
  });

  it('every fatal issue has exactly one; six or more issues have at most a third as many causes', {
    timeout: 600_000,
  }, () => {
    const files = readCorpus(data, 'en16931')
      .map(({ file }) => join(data, 'corpus', file))
      .filter((file, index) => (all || index % 7 === 0) && existsSync(file));
    const faults: string[] = [];
    const counts: { readonly causes: number; readonly issues: number }[] = [];
    let patches = 0;
    for (const file of files) {
      const result = validate(readFileSync(file));
      faults.push(...faultsOfCauses(result).map((fault) => `${file}: ${fault}`));
      patches += result.root_causes.filter(({ corrections }) => corrections.length > 0).length;
      if (result.fatal_count === 0 || result.issues.length < 6) continue;
      counts.push({ causes: result.root_causes.length, issues: result.issues.length });
    }
    expect(faults).toEqual([]);
    expect(counts.length).toBeGreaterThan(100);
    const share = median(counts.map(({ causes, issues }) => causes / issues));
    if (all) {
      const causes = median(counts.map((count) => count.causes));
      const issues = median(counts.map((count) => count.issues));
      console.log(
        `${counts.length} documents of six or more issues: median ${issues} issues, ${causes} causes, share ${share.toFixed(3)}; ${patches} causes with a correction in ${files.length} documents`,
      );
    }
    expect(share).toBeLessThanOrEqual(1 / 3);
  });
});
