import { readFileSync } from 'node:fs';
import { makeValidator, type Validator } from '@e-invoice/validator/validation';
import { beforeAll, expect, it } from 'vitest';
import { correct } from '../../packages/validator/src/open/correct.ts';
import { loadCodeLists, loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { findRoot } from '../../src/platform/index.ts';

const SAMPLE = readFileSync(new URL('../../web/samples/wrong.xml', import.meta.url), 'utf8');

let validator: Validator;
beforeAll(async () => {
  const root = findRoot();
  const [packs, structure, codeLists] = [await loadRulePacks(root), loadUblStructure(root), loadCodeLists(root)];
  validator = makeValidator({ packs, structure, codeLists });
});

/** The file after applying the first correction of its cause. */
function corrected(bytes: Uint8Array): Buffer {
  const { root_causes } = validator.validate(bytes, { filename: null, today: '2026-11-21', clock: () => 0 });
  const found = root_causes.flatMap(({ corrections }) => corrections).find(({ patch }) => patch[0]!.after === '655.03');
  return Buffer.from(correct(bytes, found!.patch)!);
}

const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();
const declared = (encoding: string): string => SAMPLE.replace('encoding="UTF-8"', `encoding="${encoding}"`);
const changed = (text: string): string => text.replace('665.03', '655.03');

it.each([
  ['UTF-8', SAMPLE, (text: string) => Buffer.from(text)],
  [
    'UTF-8 with a byte order mark and CRLF',
    `\ufeff${SAMPLE.replaceAll('\n', '\r\n')}`,
    (text: string) => Buffer.from(text),
  ],
  ['characters of two UTF-16 units', SAMPLE.replace('Hlavná', 'Hlavná 😀 é'), (text: string) => Buffer.from(text)],
  [
    'ISO-8859-1',
    declared('ISO-8859-1').replaceAll(/[^\x20-\x7e\n]/g, 'á'),
    (text: string) => Buffer.from(text, 'latin1'),
  ],
  ['UTF-16LE', `\ufeff${declared('UTF-16')}`, (text: string) => Buffer.from(text, 'utf16le')],
  ['UTF-16BE', `\ufeff${declared('UTF-16')}`, (text: string) => swapped(Buffer.from(text, 'utf16le'))],
])('a correction changes only its own bytes: %s', (_, text, encode) => {
  expect(corrected(encode(text)).equals(encode(changed(text)))).toBe(true);
});

it('a patch of another process cannot be applied', () => {
  expect(correct(Buffer.from(SAMPLE), [{ op: 'replace', xpath: '/Invoice', before: 'a', after: 'b' }])).toBeNull();
});
