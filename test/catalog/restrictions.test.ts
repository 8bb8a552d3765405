import { readFileSync } from 'node:fs';
import { parseXml } from '@e-invoice/schematron/xml';
import { describe, expect, it } from 'vitest';
import { describeRestriction, explainRestriction } from '../../packages/validator/src/catalog/restrictions/index.ts';
import { ublNames } from '../../packages/validator/src/catalog/restrictions/ubl-names.data.ts';
import {
  findViolations,
  makeRestrictionTable,
  readRestrictions,
} from '../../packages/validator/src/validation/layers/restrictions/index.ts';
import { factsOf } from '../../packages/validator/src/validation/list-rules.ts';
import { placeExample } from './place-example.ts';
import { sampleCiiInvoice, sampleInvoice } from './sample-invoice.ts';

const table = new URL('../../schematron/en16931-ubl/1.3.16/restrictions.tsv', import.meta.url);
const restrictions = readRestrictions(readFileSync(table, 'utf8'));
const find = (id: string) => factsOf(restrictions.find(({ ruleId }) => ruleId === id)!, 'ubl');

describe('texts of a syntax restriction', () => {
  it('exist for every element and attribute in the table', () => {
    const known = new Set(ublNames.map(([name]) => name));
    const names = restrictions.flatMap(({ written, writtenWithin }) =>
      `${writtenWithin ?? ''}/${written}`.split('/').map((step) => step.replace(/^\w+:/, '')),
    );
    expect([...new Set(names)].filter((name) => name !== '' && !known.has(name))).toEqual([]);
    expect(known.size).toBe(ublNames.length);
  });

  it('name the element and its parents', () => {
    expect(explainRestriction(find('UBL-CR-150'))).toMatchObject({
      title: [
        'Nepoužívaný údaj: predávajúci – adresa – poštová schránka (P. O. Box)',
        'Unused element: seller – postal address – post box',
      ],
    });
    expect(explainRestriction(find('UBL-SR-48')).title[0]).toBe(
      'Nesprávny počet výskytov: riadok faktúry – položka – DPH na riadku',
    );
  });

  it('use the business term of an element, if it has one', () => {
    expect(explainRestriction(find('UBL-SR-17')).title).toEqual([
      'Uvedené viackrát: registračné číslo kupujúceho (IČO)',
      'Stated more than once: buyer legal registration number',
    ]);
    expect(explainRestriction(find('UBL-CR-650')).title[0]).toBe(
      'Nepoužívaný atribút: číslo faktúry – označenie schémy',
    );
  });

  it('give the element where the content belongs, if there is one', () => {
    const texts = describeRestriction(
      { path: 'cac:AccountingSupplierParty/cac:Party/cac:PostalAddress/cbc:BuildingNumber', most: 0 },
      { line: 'cac:InvoiceLine', isMissing: false },
    );
    expect(texts.fix.sk).toMatch(/^Odstráňte prvok .*cbc:StreetName\.$/);
  });

  it('have an example: the wrong one breaks its rule, the right one does not', () => {
    const checks = makeRestrictionTable(restrictions);
    const fired = (xml: string): string[] => {
      const parsed = parseXml(new TextEncoder().encode(xml), { names: checks.names });
      return parsed.ok
        ? findViolations(checks, parsed.document).map(({ restriction }) => restriction.ruleId)
        : ['broken'];
    };
    const faults = restrictions.filter((restriction) => {
      const example = explainRestriction(factsOf(restriction, 'ubl')).example!;
      const [wrong, right] = (['wrong', 'right'] as const).map((which) =>
        fired(placeExample(sampleInvoice(), example, which)),
      );
      return !wrong!.includes(restriction.ruleId) || right!.includes(restriction.ruleId) || right!.includes('broken');
    });
    expect(faults.map(({ ruleId }) => ruleId)).toEqual([]);
  });

  it('use the Slovak plural forms', () => {
    const { fix } = describeRestriction(
      { path: 'line/cbc:Note', most: 2 },
      { line: 'cac:CreditNoteLine', isMissing: false },
    );
    expect(fix.sk).toBe('Ponechajte najviac 2 výskyty prvku cac:CreditNoteLine/cbc:Note.');
  });
});

const ciiTable = new URL('../../schematron/en16931-cii/1.3.16/restrictions.tsv', import.meta.url);
const ciiRestrictions = readRestrictions(readFileSync(ciiTable, 'utf8'));
const ROOT = '<rsm:CrossIndustryInvoice';
const explainCii = (id: string) =>
  explainRestriction(factsOf(ciiRestrictions.find(({ ruleId }) => ruleId === id)!, 'cii'));

describe('texts of a restriction of CII', () => {
  it('name the element, its parents and the standard', () => {
    expect(explainCii('CII-SR-058')).toMatchObject({
      title: [
        'Nepoužívaný údaj: riadok faktúry – položka – značka',
        'Unused element: invoice line – item – brand name',
      ],
    });
    expect(explainCii('CII-SR-058').why[0]).toMatch(/^Štandard CII D16B pozná .* Faktúra zostáva platná\.$/);
    expect(explainCii('CII-DT-094').why[0]).toMatch(/Faktúra s ním nie je platná\.$/);
    expect(explainCii('CII-DT-031').why[1]).toMatch(/The exception is ram:TaxTotalAmount\.$/);
  });

  it('name the business terms of alternative places', () => {
    expect(explainCii('CII-DT-001').title).toEqual([
      'Nepoužívaný atribút: identifikátor špecifikácie, číslo faktúry, číslo riadka faktúry, číslo položky u predávajúceho – názov schémy',
      expect.stringContaining('invoice number'),
    ]);
  });

  it('explain a row without a limit', () => {
    const { why, example } = explainCii('CII-DT-010');
    expect(why[0]).toMatch(/Žiadna faktúra ho neporuší\.$/);
    expect(example).toBeUndefined();
  });

  it('have an example: the wrong one breaks its rule, the right one does not', () => {
    const checks = makeRestrictionTable(ciiRestrictions);
    const base = sampleCiiInvoice();
    const fired = (xml: string): string[] => {
      const parsed = parseXml(new TextEncoder().encode(xml), { names: checks.names });
      return parsed.ok
        ? findViolations(checks, parsed.document).map(({ restriction }) => restriction.ruleId)
        : ['broken'];
    };
    const faults = ciiRestrictions.flatMap((restriction) => {
      const { example } = explainRestriction(factsOf(restriction, 'cii'));
      if (example === undefined) return [];
      const place = (which: 'wrong' | 'right'): string =>
        example[which].startsWith(ROOT)
          ? base.replace(ROOT, example[which].slice(0, example[which].indexOf('>')))
          : placeExample(base, example, which);
      const [wrong, right] = (['wrong', 'right'] as const).map((which) => fired(place(which)));
      const { ruleId } = restriction;
      if (right!.includes('broken')) return [`${ruleId}: broken`];
      return [
        ...(wrong!.includes(ruleId) ? [] : [`${ruleId}: the wrong one does not fire`]),
        ...(right!.includes(ruleId) ? [`${ruleId}: the right one fires`] : []),
      ];
    });
    expect(faults).toEqual([]);
  });
});
