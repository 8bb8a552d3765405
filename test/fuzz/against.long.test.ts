import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installPack } from '../../src/modules/rules/loader/index.ts';
import { findRoot } from '../../src/platform/index.ts';

/** `npm run fuzz -- --against`: finds differences between releases of rules. */
const root = findRoot();
const folder = mkdtempSync(join(tmpdir(), 'fuzz-against-'));
const dataDir = join(folder, 'data');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CANARIES = join(root, 'schematron/canaries');

/** Two rules: the document has a number, and a maximum number of notes. */
const release = (limit: number): string => `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">
  <ns prefix="cbc" uri="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"/>
  <pattern id="p"><rule context="/*">
    <assert id="TINY-1" flag="fatal" test="normalize-space(cbc:ID[1]) != ''">number</assert>
    <assert id="TINY-2" flag="${limit === 1 ? 'fatal' : 'warning'}" test="count(cbc:Note) &lt;= ${limit}">notes</assert>
  </rule></pattern></schema>`;

beforeAll(async () => {
  for (const [version, limit] of [
    ['1', 1],
    ['2', 0],
  ] as const) {
    const source = join(folder, `release-${version}`);
    mkdirSync(source);
    writeFileSync(join(source, 'tiny.sch'), release(limit));
    const files = { good: join(folder, `good-${version}.xml`), bad: join(CANARIES, 'en16931-ubl.bad.xml') };
    const good = readFileSync(join(CANARIES, 'en16931-ubl.good.xml'), 'utf8');
    writeFileSync(files.good, good.replace(/<cbc:Note>[^<]*<\/cbc:Note>/g, ''));
    writeFileSync(join(folder, 'bad.xml'), good.replace(/<cbc:ID>[^<]*<\/cbc:ID>/, ''));
    await installPack(
      { root, dataDir },
      {
        ...{ source, id: 'tiny', version, published: null, mandatoryFrom: `2026-0${version}-01`, inForceTo: null },
        ...{ layer: null, on: [], forCustomization: [], title: null, schema: null },
        ...{ good: files.good, bad: join(folder, 'bad.xml') },
      },
      '2026-11-21',
    );
  }
});

async function fuzz(...args: string[]): Promise<{ code: number; output: string }> {
  const all = ['--import', 'tsx', join(root, 'test/fuzz/run.ts'), ...args, '--out', join(folder, 'out')];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, all, {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir },
    });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

it('reports exactly the rules that differ, with documents that show it', async () => {
  const { code, output } = await fuzz('--against', 'tiny@2', '--ours', 'tiny@1', '--count', '60');
  expect(output).toMatch(/^tiny@1 \/ tiny@2, from \d+ documents/);
  expect(output).toMatch(/seed \d+: TINY-2 –\/warning×1/);
  expect(output).not.toMatch(/TINY-1/);
  expect(output).toMatch(/60 documents, \d+ with differences, in 1 rules/);
  expect(code).toBe(1);
  const [name] = readdirSync(join(folder, 'out'));
  expect(name).toMatch(/^\d+-TINY-2\.xml$/);
  expect(readFileSync(join(folder, 'out', name!), 'utf8')).toMatch(/Note/);
});

it('finds no difference between a release and itself', async () => {
  const { code, output } = await fuzz('--against', 'tiny@1', '--ours', 'tiny@1', '--count', '20');
  expect(output).toMatch(/20 documents, 0 with differences/);
  expect(code).toBe(0);
});

it('lists the available packs when one is missing', async () => {
  const { code, output } = await fuzz('--against', 'tiny@3');
  expect([code, output]).toEqual([
    2,
    expect.stringMatching(/no pack tiny@3\. There are: .*en16931-ubl@1\.3\.16.*tiny@2/),
  ]);
  const alone = await fuzz('--against=tiny@2', '--count', '1');
  expect(alone).toMatchObject({ code: 2, output: expect.stringMatching(/--ours/) });
});
