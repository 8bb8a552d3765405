import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'conformance-test-'));
const pack = join(folder, 'pack');
const here = dirname(fileURLToPath(import.meta.url));

/** A pack with one rule and three documents, two of which break it. */
beforeAll(() => {
  mkdirSync(pack);
  writeFileSync(join(pack, 'pack.json'), '{"id":"small","version":"1","schema":"small.sch"}');
  writeFileSync(
    join(pack, 'small.sch'),
    `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2"><pattern><rule context="b">
      <assert id="BR-01" flag="fatal" test="@ok">ok</assert></rule></pattern></schema>`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(data: string, ...options: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', join(here, 'run.ts'), '--data', data, '--pack', pack, ...options],
    { encoding: 'utf8' },
  );
  return { status, lines: stdout.trim().split('\n'), stderr };
}

function makeData(name: string, counts: readonly (number | null)[]): string {
  const data = join(folder, name);
  mkdirSync(join(data, 'corpus', 'set'), { recursive: true });
  const bodies = ['<a><b ok=""/></a>', '<a><b/><b ok=""/></a>', '<a><b/><b/></a>'];
  const golden = counts.map((count, index) => {
    const file = `set/${index}.xml`;
    writeFileSync(join(data, 'corpus', file), bodies[index] ?? '');
    const en16931 = count === null ? null : count === 0 ? {} : { 'BR-01': count };
    return JSON.stringify({ file, set: 'set', en16931, peppol: {} });
  });
  writeFileSync(join(data, 'golden.jsonl'), golden.join('\n'));
  return data;
}

it.each(['engine', 'saxon'])('the command passes when %s agrees with every document', (engine) => {
  const { status, lines, stderr } = run(makeData(`agrees-${engine}`, [0, 1, 2]), '--engine', engine);
  expect(stderr).toBe('');
  expect(lines.at(-1)).toBe('3 passed, 0 failed');
  expect(status).toBe(0);
});

it.each(['engine', 'saxon'])('the command fails when %s differs in one document', (engine) => {
  const { status, lines } = run(makeData(`differs-${engine}`, [null, 1, 1]), '--engine', engine);
  expect(lines).toContain('  set/2.xml  BR-01  expected 1  got 2');
  expect(lines).toContain('  set/0.xml  en16931  expected undetermined  got valid');
  expect(lines.at(-1)).toBe('1 passed, 2 failed');
  expect(status).toBe(1);
});

it('the command prints a notice and passes when there is no data', () => {
  const { status, lines } = run(join(folder, 'absent'));
  expect(lines).toEqual([`no conformance data at ${join(folder, 'absent')}: nothing to compare`, '0 passed, 0 failed']);
  expect(status).toBe(0);
});
