import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { SMALL_HEAP, validationNodeOptions } from '../../src/platform/index.ts';

/** This Node, and those listed in `SCHEMATRON_NODES` (paths, separated by `:`). */
const NODES = [process.execPath, ...(process.env.SCHEMATRON_NODES ?? '').split(':').filter(Boolean)];

it.each(NODES)('%s starts with the options of validation and of small processes', (node) => {
  const print = ['-p', 'process.versions.node'];
  const release = execFileSync(node, print, { encoding: 'utf8' }).trim();
  for (const options of [validationNodeOptions(release), SMALL_HEAP]) {
    expect(execFileSync(node, [...options, ...print], { encoding: 'utf8' }).trim()).toBe(release);
  }
});

it('a V8 option that only one release supports is passed to that release only', () => {
  expect(validationNodeOptions('20.20.2')).toContain('--interrupt-budget=15000');
  for (const release of ['22.11.0', '24.0.0', '200.0.0']) {
    expect(validationNodeOptions(release).filter((option) => /budget|inlined/.test(option))).toEqual([]);
  }
});
