import type { FileResult } from '@e-invoice/validator/issues';
import {
  LayerNotInRuleset,
  makeRulePack,
  makeValidator,
  type RulePack,
  RulesetUnknown,
  requestedLayers,
  type Structure,
  type ValidationRequest,
} from '@e-invoice/validator/validation';
import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_LISTED } from '../../packages/validator/src/validation/render-issues.ts';
import { loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { findRoot } from '../../src/platform/index.ts';
import { add, attribute, makeCreditNote, makeInvoice, remove, text } from '../support/invoice-builder.ts';

let packs: readonly RulePack[];
let structure: Structure;
let validate: (xml: string | Uint8Array, request?: Partial<ValidationRequest>) => FileResult;

beforeAll(async () => {
  packs = (await loadRulePacks(findRoot())).filter(({ info }) => info.id === 'en16931-ubl');
  structure = loadUblStructure(findRoot());
  const validator = makeValidator({ packs, structure });
  validate = (xml, request = {}) =>
    validator.validate(typeof xml === 'string' ? new TextEncoder().encode(xml) : xml, {
      filename: 'a.xml',
      today: '2026-11-21',
      clock: () => 0,
      ...request,
    });
});

describe('validation result (contract, section 2)', () => {
  it('describes a valid invoice and the rules that were applied', () => {
    const result = validate(makeInvoice());
    expect(result).toMatchObject({
      filename: 'a.xml',
      valid: true,
      document_type: 'ubl-invoice',
      sbdh: false,
      fatal_count: 0,
      issues: [],
      ruleset: { id: 'en16931', version: '1.3.16', packs: [{ id: 'en16931-ubl', version: '1.3.16' }], skipped: [] },
      summary: {
        invoice_id: 'FV-2026-0042',
        currency: 'EUR',
        detected_profile: 'EN 16931',
        issue_date: '2026-05-04',
        seller_name: 'Tatranský obchod, s. r. o.',
        buyer_name: 'Dunajské stavby, a. s.',
      },
    });
    expect(result.ruleset.layers).toEqual(['XML', 'UBL', 'EN16931']);
    expect(result.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('lists a requested envelope layer as skipped when there is no envelope, with the layers that were not requested', () => {
    const { valid, ruleset } = validate(makeInvoice(), { layers: ['SBDH'] });
    expect([valid, ruleset.coverage, ruleset.layers]).toEqual([true, 'asked', ['XML']]);
    expect(ruleset.skipped).toMatchObject([
      { layer: 'SBDH', code: 'envelope_missing' },
      { layer: 'UBL', code: 'not_requested' },
      { layer: 'EN16931', code: 'not_requested' },
    ]);
    const unread = validate('<a>', { layers: ['SBDH'] }).ruleset;
    expect(unread.skipped[0]).toMatchObject({ layer: 'SBDH', code: 'not_well_formed' });
    expect(validate(makeInvoice()).ruleset.skipped).toEqual([]);
  });

  it('counts every issue of a hostile file and lists at most the maximum', () => {
    const wrong = '<cac:PartyIdentification><cbc:ID schemeID="none">1</cbc:ID></cac:PartyIdentification>';
    const result = validate(makeInvoice(add('cac:AccountingSupplierParty/cac:Party', wrong.repeat(12_000))));
    const counted = result.fatal_count + result.warning_count + result.info_count;
    expect(counted).toBeGreaterThan(10_000);
    expect(result.issues).toHaveLength(MAX_LISTED);
    expect(result.issues_left_out).toBe(counted - MAX_LISTED);
    expect(validate(makeInvoice())).not.toHaveProperty('issues_left_out');
  });

  it('recognises a credit note', () => {
    expect(validate(makeCreditNote())).toMatchObject({ valid: true, document_type: 'ubl-creditnote' });
  });

  it('BR-CO-10: an issue has a message, location, value and fix in both languages', () => {
    const { valid, fatal_count, issues } = validate(
      makeInvoice(text('cac:LegalMonetaryTotal/cbc:LineExtensionAmount', '1.00')),
    );
    const issue = issues.find(({ rule_id }) => rule_id === 'BR-CO-10');
    expect(valid).toBe(false);
    expect(fatal_count).toBe(issues.filter(({ level }) => level === 'fatal').length);
    expect(issue).toMatchObject({
      level: 'fatal',
      layer: 'EN16931',
      catalogRuleId: 'BR-CO-10',
      location: '/Invoice/cac:LegalMonetaryTotal',
      xpath: '/Invoice/cac:LegalMonetaryTotal',
      business_terms: ['BT-106', 'BT-131'],
      expected: '567.00',
      ruleUrl: '/chyby/BR-CO-10/',
    });
    expect(issue?.line).toBeGreaterThan(1);
    expect(issue?.message).toContain('Súčet netto súm riadkov');
    expect(issue?.message_en).toContain('sum of line net amounts');
    expect(issue?.fix.sk).not.toBe('');
  });

  it('UBL-CR-005: a restriction is located at the surplus element and has a specific message', () => {
    const issue = validate(makeInvoice(add('', '<cbc:UUID>x</cbc:UUID>'))).issues.find(
      ({ rule_id }) => rule_id === 'UBL-CR-005',
    );
    expect(issue).toMatchObject({ level: 'warning', location: '/Invoice/cbc:UUID', value: 'x' });
    expect(issue?.message).toContain('cbc:UUID');
  });

  it('UBL-DT-08: a warning leaves the invoice valid', () => {
    const path = 'cac:AccountingSupplierParty/cac:Party/cbc:EndpointID';
    const result = validate(makeInvoice(attribute(path, 'schemeName', 'DIČ')));
    expect(result).toMatchObject({ valid: true, fatal_count: 0, warning_count: 1 });
    expect(result.issues[0]).toMatchObject({ rule_id: 'UBL-DT-08', value: 'DIČ' });
  });

  it('UBL-STRUCTURE-ELEMENT-MISPLACED: structure issues come before rules and hide none of them', () => {
    const { issues } = validate(makeInvoice(add('', '<cbc:UUID>x</cbc:UUID>'), remove('cbc:ID')));
    expect(issues.map(({ layer }) => layer)).toEqual(['UBL', 'UBL', 'EN16931', 'EN16931']);
    expect(issues.map(({ rule_id }) => rule_id)).toEqual(
      expect.arrayContaining([
        'UBL-STRUCTURE-ELEMENT-MISPLACED',
        'UBL-STRUCTURE-ELEMENT-MISSING',
        'BR-02',
        'UBL-CR-005',
      ]),
    );
  });

  it('a rule that cannot be evaluated is reported as undetermined, and the invoice is invalid', () => {
    const result = validate(makeInvoice(text('cac:LegalMonetaryTotal/cbc:PayableAmount', 'sto eur')));
    const issue = result.issues.find(({ undetermined }) => undetermined);
    expect(result.valid).toBe(false);
    expect(issue).toMatchObject({ level: 'fatal', undetermined: true });
    expect(issue?.message_en).toMatch(/could not be checked.*FORG0001/);
  });
});

describe('file that is not a UBL invoice', () => {
  it.each([
    ['XML-EMPTY', ''],
    ['XML-NOT-WELL-FORMED', '<a><b></a>'],
    ['XML-DTD-FORBIDDEN', '<!DOCTYPE a><a/>'],
    ['XML-ENCODING', '<?xml version="1.0" encoding="klingon"?><a/>'],
    ['XML-TOO-DEEP', `${'<a>'.repeat(300)}${'</a>'.repeat(300)}`],
  ])('%s gives a result, not an exception', (ruleId, xml) => {
    const result = validate(xml);
    expect(result).toMatchObject({ valid: false, document_type: 'unknown', fatal_count: 1 });
    expect(result.issues[0]).toMatchObject({ rule_id: ruleId, layer: 'XML', level: 'fatal' });
    expect(result.issues[0]?.message).not.toContain('{');
    expect(result.ruleset.skipped.map(({ layer }) => layer)).toEqual(['UBL', 'EN16931']);
  });

  it('the result names an unknown document element', () => {
    const result = validate('<Order xmlns="urn:x"/>');
    expect(result.issues[0]).toMatchObject({ rule_id: 'UBL-UNKNOWN-ROOT', value: '{urn:x}Order', line: 1, column: 1 });
  });

  it('CII is recognised, and the fix advises a conversion', () => {
    const xml = '<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"/>';
    const result = validate(xml);
    expect(result).toMatchObject({ document_type: 'cii', valid: false });
    expect(result.issues[0]?.rule_id).toBe('CII-UNSUPPORTED');
    expect(result.issues[0]?.fix.en).toContain('UBL 2.1');
  });
});

describe('selection of rules', () => {
  it('rejects an unknown ruleset or version and lists the installed ones', () => {
    for (const ruleset of ['nonsense', 'en16931@9.9', 'peppol-bis-3']) {
      expect(() => validate(makeInvoice(), { ruleset })).toThrow(RulesetUnknown);
    }
    expect(() => validate(makeInvoice(), { asOf: '1999-01-01', ruleset: 'en16931' })).toThrow(/not installed/);
  });

  it('is skipped for a file that cannot be validated, because it is invalid on any day', () => {
    for (const file of ['<x', '<Order/>', '']) {
      const { valid, ruleset } = validate(file, { asOf: '1999-01-01' });
      expect(valid).toBe(false);
      expect(ruleset).toMatchObject({ id: 'ubl', packs: [], coverage: 'none', layers: ['XML'] });
      expect(ruleset.skipped.map(({ layer }) => layer)).toEqual(['UBL', 'EN16931']);
    }
    expect(() => validate(makeInvoice(), { asOf: '1999-01-01' })).toThrow(RulesetUnknown);
    expect(() => validate('<x', { ruleset: 'en16931@1' })).toThrow(RulesetUnknown);
  });

  it('uses the release in force on the day, or the requested one', () => {
    const [pack] = packs;
    const older = makeRulePack(
      {
        ...pack!.pack,
        manifest: { ...pack!.pack.manifest, version: '1.3.15', published: '2025-10-01', mandatory_from: '2025-11-15' },
      },
      null,
    );
    const { validate: validateWith } = makeValidator({ packs: [...packs, older], structure });
    const version = (request: Partial<ValidationRequest>): string =>
      validateWith(new TextEncoder().encode(makeInvoice()), {
        filename: null,
        today: '2026-11-21',
        clock: () => 0,
        ...request,
      }).ruleset.version;
    expect(version({})).toBe('1.3.16');
    // Published in April; the previous release applies until May.
    expect(version({ asOf: '2026-05-14' })).toBe('1.3.15');
    expect(version({ asOf: '2026-05-15' })).toBe('1.3.16');
    expect(version({ ruleset: 'en16931@1.3.15' })).toBe('1.3.15');
  });

  it('layers: reports only the requested layers and lists the others as skipped', () => {
    const result = validate(makeInvoice(remove('cbc:ID')), { layers: ['UBL'] });
    expect(result.issues.every(({ layer }) => layer === 'UBL')).toBe(true);
    expect(result.ruleset).toMatchObject({ coverage: 'asked', layers: ['XML', 'UBL'] });
    expect(result.ruleset.skipped).toMatchObject([{ layer: 'EN16931', code: 'not_requested' }]);
  });

  it('layers: gives the reason for each requested layer of a file that cannot be validated', () => {
    const { ruleset } = validate('<x', { layers: ['PEPPOL', 'NATIONAL'] });
    expect(ruleset.skipped).toMatchObject([
      { layer: 'UBL', code: 'not_requested' },
      { layer: 'EN16931', code: 'not_requested' },
      { layer: 'PEPPOL', code: 'not_well_formed' },
      { layer: 'NATIONAL', code: 'not_well_formed' },
    ]);
    expect(requestedLayers(ruleset)).toEqual(['XML', 'PEPPOL', 'NATIONAL']);
  });

  it('layers: rejects a layer that the ruleset of the document does not have', () => {
    const run = () => validate(makeInvoice(remove('cbc:ID')), { layers: ['PEPPOL', 'NATIONAL'] });
    expect(run).toThrow(LayerNotInRuleset);
    expect(run).toThrow(/en16931@\S+ has no layer PEPPOL, NATIONAL/);
    expect(() => validate(makeInvoice(), { layers: ['EN16931', 'SK'] })).toThrow(/no layer SK/);
    expect(validate('<a', { layers: ['PEPPOL'] })).toMatchObject({ valid: false });
  });

  it('layers: reconstructs the requested layers from the codes, whatever the sentences say', () => {
    const { layers, skipped } = validate('<x', { layers: ['PEPPOL', 'NATIONAL'] }).ruleset;
    const reworded = skipped.map((one) => ({ ...one, reason: { sk: 'Iný text.', en: 'Another text.' } }));
    expect(requestedLayers({ layers, skipped: reworded })).toEqual(['XML', 'PEPPOL', 'NATIONAL']);
  });

  it('layers: a request can be repeated from its result', () => {
    for (const [xml, layers] of [
      [makeInvoice(), ['EN16931']],
      [makeInvoice(), ['UBL', 'EN16931']],
      ['<a', ['EN16931']],
    ] as const) {
      const { ruleset } = validate(xml, { layers });
      const again = validate(xml, { repeat: ruleset, layers: requestedLayers(ruleset) });
      expect(again.ruleset).toEqual(ruleset);
    }
  });
});
