import { readFileSync } from 'node:fs';
import { locationOf, parseXml } from '@e-invoice/schematron/xml';
import { describe, expect, it } from 'vitest';
import {
  findViolations,
  makeRestrictionTable,
  type Restriction,
  readRestrictions,
} from '../../../packages/validator/src/validation/layers/restrictions/index.ts';
import { crossIndustryInvoice, nest } from './invoice.ts';

const file = new URL('../../../schematron/en16931-cii/1.3.16/restrictions.tsv', import.meta.url);
const rows = readRestrictions(readFileSync(file, 'utf8'));
const table = makeRestrictionTable(rows);
const NEVER = ['CII-DT-010', 'CII-DT-011', 'CII-DT-012'];

/** The violations of a document: rule and scope. */
function found(xml: string): string[] {
  const parsed = parseXml(new TextEncoder().encode(xml), { names: table.names });
  if (!parsed.ok) throw new Error(parsed.faults[0]?.reason);
  return findViolations(table, parsed.document).map(
    ({ restriction, node }) => `${restriction.ruleId} ${locationOf(node)}`,
  );
}

/** The first place of a scope, with names in place of name ends. */
function stepsOf({ writtenWithin }: Restriction): string[] {
  const place = (writtenWithin ?? '').split(/ \| | except /)[0]!;
  return place
    .split('/')
    .filter((step) => step !== '')
    .map((step) => step.replace(/^(\w+|\*):\*/, (_, prefix: string) => `${prefix === '*' ? 'ram' : prefix}:Some`));
}

/** A document in which the path of a restriction occurs `count` times within one scope. */
function withOccurrences(row: Restriction, count: number): string {
  const path = row.written.replace(/^\/\//, '').split('/');
  const attribute = path.at(-1)!.startsWith('@') ? `${path.pop()!.slice(1)}="x"` : '';
  const scope = stepsOf(row);
  const steps = [...scope, ...path];
  if (steps.length === 0) return crossIndustryInvoice('', count > 0 ? attribute : '');
  const last = steps.pop()!;
  const found = `<${last} ${count > 0 ? attribute : ''}/>`.repeat(attribute === '' ? count : 1);
  const wrapped = path.length === 0 ? found : nest(path.slice(0, -1), found);
  return crossIndustryInvoice(nest(path.length === 0 ? scope.slice(0, -1) : scope, wrapped));
}

describe('restrictions of EN 16931 for CII', () => {
  it('have one row for every rule about presence only', () => {
    expect(rows).toHaveLength(555);
    expect(
      rows.filter(({ occurs }) => occurs.least === 0 && occurs.most === Infinity).map((row) => row.ruleId),
    ).toEqual(NEVER);
  });

  it.each(rows.filter(({ ruleId }) => !NEVER.includes(ruleId)).map((row) => [row.ruleId, row] as const))(
    '%s is reported once for a wrong number of occurrences, and not for a right one',
    (ruleId, row) => {
      const { least, most } = row.occurs;
      const firedAt = (count: number) =>
        found(withOccurrences(row, count)).filter((one) => one.startsWith(`${ruleId} `));
      if (most < Infinity) expect(firedAt(most + 1)).toHaveLength(1);
      if (least > 0) expect(firedAt(least - 1)).toHaveLength(1);
      expect(firedAt(Math.max(least, Math.min(most, 1)))).toEqual([]);
    },
  );

  it('are counted in each element and located at it', () => {
    const note = '<ram:IncludedNote><ram:Content/><ram:Content/></ram:IncludedNote>';
    expect(found(crossIndustryInvoice(nest(['rsm:ExchangedDocument'], `<ram:TypeCode/>${note}${note}`)))).toEqual([
      'CII-SR-030 /CrossIndustryInvoice/rsm:ExchangedDocument/ram:IncludedNote[1]',
      'CII-SR-030 /CrossIndustryInvoice/rsm:ExchangedDocument/ram:IncludedNote[2]',
    ]);
  });

  it('report an attribute of an identifier by the rule of its place or by the general one', () => {
    const id = '<ram:ID schemeName="x"/>';
    const document = crossIndustryInvoice(
      `<rsm:ExchangedDocument>${id}<ram:TypeCode/><ram:IssuerTradeParty>${id}</ram:IssuerTradeParty></rsm:ExchangedDocument>`,
    );
    expect(found(document).filter((one) => one.startsWith('CII-DT'))).toEqual([
      'CII-DT-001 /CrossIndustryInvoice/rsm:ExchangedDocument/ram:ID',
      'CII-DT-101 /CrossIndustryInvoice/rsm:ExchangedDocument/ram:IssuerTradeParty/ram:ID',
    ]);
  });

  it('apply to the end of a name, also where no table has the name', () => {
    expect(found(crossIndustryInvoice('<ram:OddAmount currencyID="EUR"/><rsm:OddAmount currencyID="EUR"/>'))).toEqual([
      'CII-DT-031 /CrossIndustryInvoice/ram:OddAmount',
    ]);
    expect(found(crossIndustryInvoice('<ram:TaxTotalAmount currencyID="EUR"/>'))).toEqual([]);
  });
});
