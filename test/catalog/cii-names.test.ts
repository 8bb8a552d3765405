import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CII_NAMES } from '../../packages/validator/src/catalog/restrictions/cii-names.data.ts';
import { ublNames } from '../../packages/validator/src/catalog/restrictions/ubl-names.data.ts';

const table = new URL('../../schematron/en16931-cii/1.3.16/restrictions.tsv', import.meta.url);

/** The names without prefixes in both columns of paths. */
const used = new Set(
  readFileSync(table, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .flatMap((row) =>
      row
        .split('\t')
        .slice(3)
        .join('/')
        .split(/\/| \| | except /),
    )
    .map((step) => step.replace(/^[\w*]+:/, ''))
    .filter((name) => name !== ''),
);

describe('names of CII', () => {
  it('have one row for every element and attribute in the table of restrictions, and no other row', () => {
    expect(used.size).toBeGreaterThan(300);
    expect(CII_NAMES.map(([name]) => name).sort()).toEqual([...used].sort());
  });

  it('have a Slovak and an English text without white space around it', () => {
    for (const [name, ...texts] of CII_NAMES) for (const text of texts) expect(text, name).toMatch(/^\S(.*\S)?$/);
  });

  it('use the words of the UBL names for the same element name', () => {
    // UBL rounds a tax total, CII the amount due.
    const differs = new Set(['RoundingAmount']);
    const ubl = new Map(ublNames.map(([name, ...texts]) => [name, texts]));
    for (const [name, ...texts] of CII_NAMES)
      if (!differs.has(name)) expect([name, ...texts]).toEqual([name, ...(ubl.get(name) ?? texts)]);
  });
});
