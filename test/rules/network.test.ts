import { readFileSync } from 'node:fs';
import { makeCatalog } from '@e-invoice/validator/catalog';
import { listRules } from '@e-invoice/validator/validation';
import { beforeAll, describe, expect, it } from 'vitest';
import { listNetworkPacks, makeNetworkRules, NETWORK_RULE_TEXTS } from '../../src/modules/rules/loader/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { makeCrossCheckedValidator } from '../support/cross-checked-validator.ts';
import type { PackValidator } from '../support/pack-validator.ts';

// MLS 1.0, Invoice Response (T111), SK tax data document 1.0.0: the invalid examples of the catalog break their rule
// under both validators, and the valid ones do not.

const root = findRoot();
const TODAY = '2026-11-22';
const packs = listNetworkPacks(root, TODAY).map(({ pack }) => pack);

/** The valid document without white space between its elements. */
const goodOf = (id: string): string =>
  readFileSync(`${root}/schematron/network/canaries/${id}.good.xml`, 'utf8').replaceAll(/>\s+</g, '><');

const idsOf = (id: string): readonly string[] => packs.find(({ info }) => info.id === id)!.ruleIds;

describe.each(packs.map(({ info }) => [info.id, info.version] as const))('%s %s', (id, version) => {
  let validator: PackValidator;
  const good = goodOf(id);
  beforeAll(async () => {
    validator = await makeCrossCheckedValidator(`network/${id}/${version}`);
  });

  it('finds nothing in a valid document', () => expect(validator.validate(good)).toEqual([]));

  it.each(idsOf(id).filter((rule) => good.includes(NETWORK_RULE_TEXTS.get(rule)!.explanation.example!.right)))(
    '%s is broken only by its own example',
    (rule) => {
      const { wrong, right } = NETWORK_RULE_TEXTS.get(rule)!.explanation.example!;
      expect(validator.validate(good.replace(right, () => wrong))).toContain(rule);
    },
  );

  it('a comment inside a value changes no result', () => {
    expect(validator.validate(good.replaceAll(/>([^<>\s])([^<>]*)(?=<\/cbc:)/g, '>$1<!-- c -->$2'))).toEqual([]);
  });

  it('validates an empty document', () => {
    const [, root_ = ''] = /<((?:\w+:)?\w+ [^>]*)>/.exec(good)!;
    expect(validator.validate(`<${root_}/>`).length).toBeGreaterThan(2);
    expect(validator.validate('<x/>')).toEqual([]);
  });
});

it('every rule has an example in the valid document of a pack that contains it', () => {
  const shown = packs.flatMap(({ info, ruleIds }) =>
    ruleIds.filter((rule) => goodOf(info.id).includes(NETWORK_RULE_TEXTS.get(rule)!.explanation.example!.right)),
  );
  expect([...new Set(shown)].sort()).toEqual([...NETWORK_RULE_TEXTS.keys()].sort());
});

it('the catalog contains every rule in both languages', () => {
  const catalog = makeCatalog(listRules(packs), String, NETWORK_RULE_TEXTS);
  for (const id of NETWORK_RULE_TEXTS.keys()) {
    const { title, message, explanation, cause, fix, example, layer } = catalog.find(id)!;
    expect(example, id).not.toBeNull();
    expect(layer).toBe(id.startsWith('SK-') ? 'SK' : 'PEPPOL');
    for (const { sk, en } of [title, message, explanation, cause, fix]) {
      expect(sk.length > 5 && en.length > 5 && sk !== en, `${id}: ${sk}`).toBe(true);
    }
  }
});

describe('makeNetworkRules', () => {
  const rules = makeNetworkRules(root, TODAY);
  const bytes = (xml: string): Buffer => Buffer.from(xml);

  it('reports each broken rule once, with its location, in both languages', async () => {
    const broken = goodOf('peppol-mls').replace('>FD<', '>ZZ<').replace('>NA<', '><');
    expect(await rules.validate(bytes(broken), 'peppol-mls', TODAY)).toEqual([
      expect.objectContaining({ id: 'MLS-RE-LINES', location: '/ApplicationResponse/cac:DocumentResponse' }),
      expect.objectContaining({ id: 'MLS-LINE', sk: 'Riadok odpovede neuvádza, kde v doklade chyba je.' }),
      expect.objectContaining({ id: 'MLS-REASON', en: expect.stringContaining('BV, BW, SV or FD') }),
    ]);
  });

  it('validates the document inside an envelope and ignores input that is not XML', async () => {
    const sbdh = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';
    const inner = goodOf('peppol-invoice-response')
      .replace(/^<\?xml[^>]*>/, '')
      .replace('>UQ<', '>XX<');
    const wrapped = `<s:StandardBusinessDocument xmlns:s="${sbdh}"><s:StandardBusinessDocumentHeader/>${inner}</s:StandardBusinessDocument>`;
    const found = await rules.validate(bytes(wrapped), 'peppol-invoice-response', TODAY);
    expect(found?.map(({ id }) => id)).toEqual(['IMR-CODE']);
    expect(await rules.validate(bytes('<a>'), 'peppol-mls', TODAY)).toBeNull();
  });

  it('reports ten thousand failing lines as one', async () => {
    const line = /<cac:LineResponse>.*<\/cac:LineResponse>/s.exec(goodOf('peppol-mls'))![0].replace('>NA<', '><');
    const many = goodOf('peppol-mls').replace(/<cac:LineResponse>.*<\/cac:LineResponse>/s, line.repeat(10_000));
    expect((await rules.validate(bytes(many), 'peppol-mls', TODAY))?.map(({ id }) => id)).toEqual(['MLS-LINE']);
  });
});
