import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { writeUbl } from '@e-invoice/validator/invoice';
import { create, type Font } from 'fontkit';
import { expect, it } from 'vitest';
import { DraftInvoice } from '../../src/modules/drafts/index.ts';
import { toInvoice } from '../../src/modules/drafts/to-invoice.ts';
import { describeUnprintable } from '../../src/modules/rendering/fonts/describe-unprintable.ts';
import {
  findUnprintable,
  readMachine,
  replaceUnprintable,
} from '../../src/modules/rendering/fonts/find-unprintable.ts';
import { renderInvoice } from '../../src/modules/rendering/index.ts';
import { toShown } from '../../src/modules/rendering/render-metadata.ts';
import { LEAST } from '../drafts/drafts.ts';

const NONE = () => false;
const page = (fields: object) =>
  renderInvoice(Buffer.from(writeUbl(toInvoice(DraftInvoice.parse({ ...LEAST, ...fields })).invoice)), {
    language: 'sk',
    issues: null,
  });
const CJK = { buyerName: '株式会社テスト', note: '会 ďakujeme' };

it('finds nothing unprintable on an ordinary page', () => {
  const { html } = page({ note: 'Ďakujeme, ěščřžýáíé ßäöü łżźć ñ ĳ Ω Ж “—” € • ½' });
  expect(findUnprintable(html, NONE)).toEqual({ characters: '', fields: [] });
  expect(toShown(page({})).warnings).toEqual([]);
});

it('names and replaces the characters that no font contains, by field', () => {
  const { html } = page(CJK);
  const found = findUnprintable(html, NONE);
  expect(found.fields).toEqual([
    { term: 'BT-44', characters: '株式会社テスト' },
    { term: 'BT-22', characters: '会' },
  ]);
  expect(found.characters).toBe('株式会社テスト');
  const replaced = replaceUnprintable(html, found.characters);
  expect(replaced).toContain('\uFFFD'.repeat(7));
  expect(findUnprintable(replaced, NONE).characters).toBe('');
  expect(describeUnprintable(found)).toMatchObject({
    code: 'not_printed',
    detail: { en: expect.stringContaining('BT-44 (株式会社テスト), BT-22 (会)') },
  });
});

it('uses installed fonts, and composes a letter from its parts', () => {
  expect(findUnprintable(page(CJK).html, () => true).characters).toBe('');
  expect(findUnprintable('<p>\u1e0d</p>', NONE).characters).toBe('');
  expect(findUnprintable('<p>\u{1d15e}</p>', NONE).fields).toEqual([{ term: null, characters: '\u{1d15e}' }]);
});

it('ignores invisible characters', () => {
  expect(findUnprintable('<p>a\u200d\ufe0f\u2028\u00ad\u3000\t\n</p>', NONE).characters).toBe('');
});

it('limits the length of the warning', () => {
  const characters = String.fromCodePoint(...Array.from({ length: 5_000 }, (_, index) => 0x4e00 + index));
  const fields = Array.from({ length: 200 }, (_, index) => ({ term: `BT-${index}`, characters }));
  expect(describeUnprintable({ characters, fields }).detail.sk.length).toBeLessThan(1_000);
});

it('reads the same font coverage as an independent font library', () => {
  const folder = dirname(
    createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  );
  const font = create(readFileSync(`${folder}/NotoSans_400Regular.ttf`)) as Font;
  const covered = readMachine([folder, '/nowhere']);
  const points = [...covered.keys()].filter((point) => covered[point] === 1);
  expect(points.length).toBeGreaterThan(2_000);
  const known = [...new Set(font.characterSet)].filter((point) => font.hasGlyphForCodePoint(point) && point !== 0xffff);
  expect(points).toEqual(known.sort((a, b) => a - b));
});
