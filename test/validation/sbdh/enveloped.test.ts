import type { FileResult } from '@e-invoice/validator/issues';
import { makeValidator, type ValidationRequest } from '@e-invoice/validator/validation';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRulePacks, loadUblStructure } from '../../../src/app.ts';
import { findRoot } from '../../../src/platform/index.ts';
import { add, attribute, remove, text } from '../../support/invoice-builder.ts';
import { makeHeader, peppolInvoice, wrap } from './envelope.ts';

let validate: (xml: string, request?: Partial<ValidationRequest>) => FileResult;

beforeAll(async () => {
  const packs = (await loadRulePacks(findRoot())).filter(({ info }) => info.id !== 'sk');
  const validator = makeValidator({ packs, structure: loadUblStructure(findRoot()) });
  validate = (xml, request = {}) =>
    validator.validate(new TextEncoder().encode(xml), {
      filename: null,
      today: '2026-11-21',
      clock: () => 0,
      ...request,
    });
});

describe('invoice in an envelope', () => {
  it('is validated like one without an envelope, and the result reports the envelope', () => {
    const alone = validate(peppolInvoice());
    const enveloped = validate(wrap(makeHeader(), peppolInvoice()));
    expect(enveloped).toMatchObject({ sbdh: true, valid: true, document_type: 'ubl-invoice', issues: [] });
    expect(enveloped.summary).toEqual(alone.summary);
    expect(enveloped.ruleset).toEqual({
      ...alone.ruleset,
      layers: ['XML', 'SBDH', 'UBL', 'EN16931', 'PEPPOL', 'NATIONAL'],
    });
    expect(alone.sbdh).toBe(false);
  });

  it('has issues with paths through the envelope, and lines and columns of the submitted file', () => {
    // Breaks rules of the document element, an element and an attribute, the structure, and restrictions.
    const broken = peppolInvoice(
      remove('cbc:IssueDate'),
      text('cac:InvoiceLine[2]/cbc:LineExtensionAmount', '1.00'),
      attribute('cac:AccountingSupplierParty/cac:Party/cbc:EndpointID', 'schemeName', 'x'),
      add('', '<cbc:UUID>x</cbc:UUID>'),
    );
    const alone = validate(broken);
    const header = makeHeader();
    const enveloped = validate(wrap(header, broken));
    const shift = header.split('\n').length + 1;
    expect(alone.issues.length).toBeGreaterThan(4);
    expect(enveloped.issues).toEqual(
      alone.issues.map((issue) => ({
        ...issue,
        location: `/StandardBusinessDocument${issue.location}`,
        xpath: `/StandardBusinessDocument${issue.xpath}`,
        line: issue.line! + shift,
        ...(issue.calculation && {
          calculation: {
            ...issue.calculation,
            terms: issue.calculation.terms.map((term) => ({
              ...term,
              location: term.location && `/StandardBusinessDocument${term.location}`,
            })),
          },
        }),
      })),
    );
  });

  it('lists the issues of the envelope first', () => {
    const { issues, valid } = validate(wrap(makeHeader({ country: '' }), peppolInvoice(remove('cbc:ID'))));
    expect(valid).toBe(false);
    expect(issues[0]).toMatchObject({
      level: 'fatal',
      layer: 'SBDH',
      rule_id: 'SBDH-SCOPE-MISSING',
      location: '/StandardBusinessDocument/StandardBusinessDocumentHeader/BusinessScope',
      line: 5,
      column: 1,
      expected: 'COUNTRY_C1',
      ruleUrl: '/chyby/SBDH-SCOPE-MISSING/',
    });
    expect(issues[0]?.message).toContain('COUNTRY_C1');
    expect(issues.slice(1).map(({ layer }) => layer)).not.toContain('SBDH');
    expect(issues.length).toBeGreaterThan(1);
  });

  it('stays valid with a different sender', () => {
    const header = makeHeader().replace('0245:2020317068', '0245:1122334455');
    expect(validate(wrap(header, peppolInvoice()))).toMatchObject({ valid: true, warning_count: 1 });
  });

  it('can be validated without the layer of the envelope', () => {
    const result = validate(wrap(makeHeader({ country: '' }), peppolInvoice()), { layers: ['EN16931'] });
    expect(result).toMatchObject({ valid: true, issues: [], ruleset: { layers: ['XML', 'EN16931'] } });
  });

  it.each([
    ['<x>', '</x>'],
    ['<html><body>', '</body></html>'],
    [
      '<ApplicationResponse xmlns="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2">',
      '</ApplicationResponse>',
    ],
  ])('inside %s is invalid, whichever layers are requested', (before, after) => {
    for (const layers of [undefined, ['EN16931'] as const]) {
      const result = validate(`${before}${peppolInvoice()}${after}`, { layers });
      expect(result).toMatchObject({ valid: false, fatal_count: 1, document_type: 'ubl-invoice' });
      expect(result.issues.find(({ level }) => level === 'fatal')).toMatchObject({
        rule_id: 'UBL-UNKNOWN-ROOT',
        location: expect.stringMatching(/^\/[^/]+$/),
        line: 1,
      });
    }
    expect(validate(peppolInvoice())).toMatchObject({ valid: true });
  });

  it('is validated in an envelope unknown to Peppol', () => {
    const xml = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>${peppolInvoice(remove('cbc:ID'))}</s:Body></s:Envelope>`;
    const result = validate(xml);
    expect(result).toMatchObject({ sbdh: false, document_type: 'ubl-invoice' });
    expect(result.issues.map(({ rule_id, location }) => `${rule_id} ${location}`)).toEqual([
      'SBDH-ENVELOPE-UNKNOWN /Envelope',
      'UBL-UNKNOWN-ROOT /Envelope',
      'UBL-STRUCTURE-ELEMENT-MISSING /Envelope/s:Body/Invoice',
      'BR-02 /Envelope/s:Body/Invoice',
    ]);
  });
});

describe('envelope without an invoice', () => {
  it('skips the other layers and gives the reason, whichever layers are requested', () => {
    for (const layers of [undefined, ['EN16931'] as const]) {
      const result = validate(wrap(makeHeader(), ''), { layers });
      expect(result).toMatchObject({ sbdh: true, valid: false, document_type: 'unknown' });
      expect(result.issues.map(({ rule_id }) => rule_id)).toEqual(['SBDH-DOCUMENT-MISSING']);
      const skipped = result.ruleset.skipped.find(({ layer }) => layer === 'EN16931');
      expect(skipped?.reason.en).toContain('no document in the envelope');
      expect(result.ruleset.layers).not.toContain('EN16931');
    }
  });

  it('names the other content', () => {
    const result = validate(wrap(makeHeader(), '<Order xmlns="urn:x"/>'));
    expect(result).toMatchObject({ sbdh: true, valid: false, document_type: 'unknown' });
    expect(result.issues.at(-1)).toMatchObject({
      rule_id: 'UBL-UNKNOWN-ROOT',
      location: '/StandardBusinessDocument/Order',
      value: '{urn:x}Order',
    });
  });

  it('reports CII content', () => {
    const cii = '<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"/>';
    const result = validate(wrap(makeHeader(), cii));
    expect(result).toMatchObject({ sbdh: true, valid: false, document_type: 'cii' });
    expect(result.issues.at(-1)?.rule_id).toBe('CII-UNSUPPORTED');
    expect(result.ruleset.skipped.map(({ layer }) => layer)).toEqual(['UBL', 'EN16931']);
  });
});
