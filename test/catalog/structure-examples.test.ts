import { DEFAULT_XML_LIMITS, parseXml } from '@e-invoice/schematron/xml';
import type { Catalog, CatalogEntry } from '@e-invoice/validator/catalog';
import { beforeAll, describe, expect, it } from 'vitest';
import { findExplanation } from '../../packages/validator/src/catalog/texts/explanations/index.ts';
import { checkEnvelope, openEnvelope } from '../../packages/validator/src/validation/layers/sbdh/index.ts';
import { checkStructure } from '../../packages/validator/src/validation/layers/structure/index.ts';
import { documentTypeOf } from '../../packages/validator/src/validation/read-profile.ts';
import { loadCiiStructure } from '../../src/modules/rules/loader/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { makeHeader, peppolInvoice, wrap as wrapInEnvelope } from '../validation/sbdh/envelope.ts';
import { check, parse } from '../validation/structure/tables.ts';
import { loadCatalog } from './installed.ts';
import { placeExample } from './place-example.ts';
import { sampleCiiInvoice, sampleInvoice, wrap } from './sample-invoice.ts';

let catalog: Catalog;
beforeAll(async () => {
  catalog = await loadCatalog();
});

/** An empty file has no fragment to show, and no attribute is required in CII. */
const WITHOUT_FRAGMENT = ['CII-STRUCTURE-ATTRIBUTE-MISSING', 'XML-EMPTY'];
/** Rules about the beginning of a file. */
const FROM_THE_START = ['XML-DTD-FORBIDDEN', 'XML-ENCODING'];
/** The content that the dots of an example represent. */
const IN_FULL = new Map([
  ['XML-TOO-LARGE', 'A'.repeat(DEFAULT_XML_LIMITS.bytes)],
  ['XML-TOO-DEEP', '<cac:Item>'.repeat(DEFAULT_XML_LIMITS.depth) + '</cac:Item>'.repeat(DEFAULT_XML_LIMITS.depth)],
]);
/** Examples that are complete documents. */
const WHOLE = ['CII-UNSUPPORTED', 'SBDH-ENVELOPE-UNKNOWN', 'SBDH-NAMESPACE', 'UBL-UNKNOWN-ROOT'];

const structural = (): readonly CatalogEntry[] =>
  catalog.entries.filter(({ rule_id }) => /^(XML|SBDH|CII-UN|(UBL|CII)-(UNKNOWN|STRUCTURE))/.test(rule_id));

const inEnvelope = (xml: string): readonly string[] => {
  const envelope = openEnvelope(parse(xml));
  return envelope === null ? [] : checkEnvelope(envelope).map(({ ruleId }) => ruleId);
};

const ciiStructure = loadCiiStructure(findRoot());

/** The rules of the structure of CII that a document breaks. */
function checkCii(xml: string): readonly string[] {
  const parsed = parseXml(new TextEncoder().encode(xml), { names: ciiStructure.names });
  return parsed.ok ? checkStructure(ciiStructure, parsed.document).map(({ ruleId }) => ruleId) : ['broken'];
}

/** The rules that a complete document breaks. */
function rulesOf(xml: string): readonly string[] {
  const type = documentTypeOf(parse(xml));
  if (type === 'cii') return ['CII-UNSUPPORTED'];
  const found = inEnvelope(xml);
  return type === 'unknown' && openEnvelope(parse(xml)) === null ? ['UBL-UNKNOWN-ROOT', ...found] : found;
}

function findRules(ruleId: string, which: 'wrong' | 'right'): readonly string[] {
  const example = findExplanation(ruleId)!.example!;
  if (ruleId === 'CII-UNKNOWN-ROOT') return checkCii(example[which]);
  if (ruleId.startsWith('CII-STRUCTURE-')) return checkCii(placeExample(sampleCiiInvoice(), example, which));
  if (WHOLE.includes(ruleId)) return rulesOf(example[which]);
  if (ruleId.startsWith('XML-')) {
    const shown = example[which].replace('…', IN_FULL.get(ruleId) ?? '…');
    const text = FROM_THE_START.includes(ruleId) ? shown : wrap(shown);
    const parsed = parseXml(new TextEncoder().encode(text));
    return parsed.ok ? [] : parsed.faults.map(({ code }) => code);
  }
  if (!ruleId.startsWith('SBDH-')) return check(placeExample(sampleInvoice(), example, which)).map((it) => it.ruleId);
  return inEnvelope(placeExample(wrapInEnvelope(makeHeader(), peppolInvoice()), example, which));
}

describe('examples of the checks before the rules', () => {
  it('start from a document and an envelope without findings', () => {
    expect(check(sampleInvoice()).map(({ ruleId }) => ruleId)).toEqual([]);
    expect(checkCii(sampleCiiInvoice())).toEqual([]);
    expect(inEnvelope(wrapInEnvelope(makeHeader(), peppolInvoice()))).toEqual([]);
  });

  it('the wrong one is reported, the right one is not', () => {
    const faults: string[] = [];
    for (const { rule_id } of structural().filter(({ example }) => example !== null)) {
      if (!findRules(rule_id, 'wrong').includes(rule_id)) faults.push(`${rule_id}: the wrong one is not found`);
      if (findRules(rule_id, 'right').includes(rule_id)) faults.push(`${rule_id}: the right one is found`);
    }
    expect(faults).toEqual([]);
  });

  it('exist for every rule that a fragment can show', () => {
    expect(structural().length).toBe(49);
    const without = structural().filter(({ example }) => example === null);
    expect(without.map(({ rule_id }) => rule_id).sort()).toEqual(WITHOUT_FRAGMENT);
  });
});
