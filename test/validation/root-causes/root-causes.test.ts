import type { FileResult, Issue, PatchEdit } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_LISTED } from '../../../packages/validator/src/validation/render-issues.ts';
import { CAUSE_IDS, explainIssues } from '../../../packages/validator/src/validation/root-causes/index.ts';
import { loadUblStructure } from '../../../src/app.ts';
import { findRoot } from '../../../src/platform/index.ts';
import { add, attribute, type Mutation, makeInvoice, mutate, remove, text } from '../../support/invoice-builder.ts';
import { makeHeader, peppolInvoice, wrap } from '../sbdh/envelope.ts';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './file-validator.ts';
import { mistakes, sound } from './mistakes.ts';

let validate: ValidateFile;

beforeAll(async () => {
  validate = await makeFileValidator();
});

describe('valid documents used by the mistakes', () => {
  it.each(sound)('%s has no fatal issue and no warning', (_, xml) => {
    const { valid, warning_count, root_causes } = validate(xml);
    expect({ valid, warning_count, root_causes }).toEqual({ valid: true, warning_count: 0, root_causes: [] });
  });
});

/** Applies a patch with an independent XPath reader; null when the patch does more than replace and remove. */
function carryOut(xml: string, patch: readonly PatchEdit[]): string | null {
  const mutations: Mutation[] = [];
  for (const { op, xpath, after } of patch) {
    const [, path = '', name] = /^\/[^/]+\/(.*?)(?:\/@(.*))?$/.exec(xpath) ?? [];
    if (xpath.includes('namespace::')) return null;
    if (op === 'remove' && name === undefined) mutations.push(remove(path));
    else if (op === 'remove') mutations.push(attribute(path, name!, null));
    else if (name !== undefined) mutations.push(attribute(path, name, after));
    else if (op === 'replace' && !after?.startsWith('<')) mutations.push(text(path, after ?? ''));
    else return null;
  }
  return mutate(xml, ...mutations);
}

describe('realistic mistake', () => {
  it.each(mistakes.map((mistake) => [mistake.name, mistake] as const))('%s', (_, mistake) => {
    const result = validate(mistake.xml);
    const [cause] = result.root_causes;
    expect(faultsOfCauses(result)).toEqual([]);
    expect(cause?.id).toBe(mistake.cause);
    expect(cause?.rule_ids).toEqual(expect.arrayContaining([...mistake.rules]));
    const [first] = cause?.corrections ?? [];
    expect(first === undefined ? 'none' : first.makes_valid ? 'makes-valid' : 'partial').toBe(mistake.patch);
    if (first === undefined) return;
    if (mistake.owed) {
      expect(cause?.corrections.some(({ changes }) => changes.includes('amount_due'))).toBe(true);
    }
    const corrected = carryOut(mistake.xml, first.patch);
    if (corrected !== null) expect(validate(corrected)).toMatchObject({ valid: true, warning_count: 0 });
  });

  it('occurs in the list with more than forty causes', () => {
    expect(mistakes.length).toBeGreaterThan(60);
    expect(new Set(mistakes.map(({ cause }) => cause)).size).toBeGreaterThan(40);
    for (const { cause } of mistakes) expect(CAUSE_IDS).toContain(cause);
  });
});

describe('mistake in the claimed specification', () => {
  const claiming = (specification: string) =>
    validate(peppolInvoice(text('cbc:CustomizationID', specification)), { ruleset: 'peppol-bis-3' }).root_causes[0];

  it('is found when the request names the rules; a typo is corrected but never proven', () => {
    const cause = claiming('urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poac:biling:3.0');
    expect(cause).toMatchObject({
      id: 'customization-wrong',
      rule_ids: ['PEPPOL-EN16931-R004'],
      proven: false,
      corrections: [{ makes_valid: true, changes: ['specification'] }],
    });
  });

  it.each([
    'urn:cen.eu:en16931:2017',
    'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
    'urn:cen.eu:en16931:2017#compliant#urn:fdc:nen.nl:nlcius:v1.0',
    'urn:cen.eu:en16931:2017#conformant#urn:UBL.BE:1.0.0.20180214',
  ])('is not corrected when the document follows another specification: %s', (specification) => {
    expect(claiming(specification)?.corrections).toEqual([]);
  });

  it('is not proven by a claim whose rules the document breaks', () => {
    const process = '<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>';
    const lacking = makeInvoice(
      remove('cbc:CustomizationID'),
      add('', process),
      remove('cac:AccountingCustomerParty/cac:Party/cbc:EndpointID'),
    );
    const result = validate(lacking);
    expect(result.ruleset.id).toBe('en16931');
    const cause = result.root_causes.find(({ id }) => id === 'customization-missing');
    expect(cause).toMatchObject({ proven: false, corrections: [] });
    expect(cause).not.toHaveProperty('patch');
  });
});

describe('several mistakes at once', () => {
  const cause = ({ root_causes }: FileResult, id: string) => root_causes.find((it) => it.id === id);

  it('have separate causes: the wrong sum, the wrong code and the missing address', () => {
    const result = validate(
      peppolInvoice(
        text('cac:LegalMonetaryTotal/cbc:LineExtensionAmount', '576.00'),
        attribute('cac:InvoiceLine[2]/cbc:InvoicedQuantity', 'unitCode', 'ks'),
        remove('cac:AccountingCustomerParty/cac:Party/cbc:EndpointID'),
      ),
    );
    expect(result.root_causes.map(({ id }) => id).sort()).toEqual([
      'electronic-address-missing',
      'total-wrong',
      'unit-unknown',
    ]);
    expect(cause(result, 'total-wrong')).toMatchObject({ proven: false, corrections: [{ makes_valid: false }] });
    expect(faultsOfCauses(result)).toEqual([]);
  });

  it('two wrong numbers are found separately', () => {
    const result = validate(
      peppolInvoice(
        text('cac:InvoiceLine/cbc:LineExtensionAmount', '460.00'),
        text('cac:LegalMonetaryTotal/cbc:PayableAmount', '500.00'),
      ),
    );
    expect(result.root_causes.map(({ id, corrections }) => [id, corrections.length > 0])).toEqual([
      ['line-amount-wrong', true],
      ['amount-due-wrong', true],
    ]);
  });

  it('the same mistake on every line is one cause with one edit per line', () => {
    const result = validate(
      peppolInvoice(
        attribute('cac:InvoiceLine/cbc:InvoicedQuantity', 'unitCode', 'ks'),
        attribute('cac:InvoiceLine/cac:Price/cbc:BaseQuantity', 'unitCode', 'ks'),
        attribute('cac:InvoiceLine[2]/cbc:InvoicedQuantity', 'unitCode', 'ks'),
      ),
    );
    expect(result.root_causes).toHaveLength(1);
    expect(result.root_causes[0]?.patch).toHaveLength(3);
    expect(result.root_causes[0]).toMatchObject({ id: 'unit-unknown', proven: true, makes_valid: true });
  });

  it('amounts that no single number explains are recomputed, with a note about the changed amount due', () => {
    const result = validate(
      peppolInvoice(
        text('cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount', '700.00'),
        text('cac:LegalMonetaryTotal/cbc:PayableAmount', '600.02'),
      ),
    );
    const [first] = result.root_causes;
    const [anew] = first?.corrections ?? [];
    expect(first).toMatchObject({ proven: false });
    expect(anew).toMatchObject({ makes_valid: true, changes: ['amount_due'] });
    expect(anew?.note?.sk).toContain('zaplatiť');
    expect(anew?.patch.map(({ xpath, after }) => [xpath.split(':').at(-1), after])).toEqual([
      ['TaxInclusiveAmount', '655.03'],
      ['PayableAmount', '555.05'],
    ]);
  });
});

describe('patch', () => {
  it('is not offered when it would cause a new issue', () => {
    // Without the empty name, BR-25 would report a missing name.
    const result = validate(peppolInvoice(text('cac:InvoiceLine/cac:Item/cbc:Name', '')));
    const empty = result.root_causes.find(({ id }) => id === 'elements-empty');
    expect(empty).toBeDefined();
    expect(empty).toMatchObject({ proven: false, corrections: [] });
  });

  it('is deterministic: the same file gives the same result', () => {
    const xml = peppolInvoice(text('cac:InvoiceLine/cbc:LineExtensionAmount', '460.00'), remove('cbc:IssueDate'));
    expect(validate(xml)).toEqual(validate(xml));
  });

  it('works with custom prefixes, comments and CDATA', () => {
    const xml = peppolInvoice(text('cac:InvoiceLine/cbc:LineExtensionAmount', '460.00'), remove('cbc:ProfileID'))
      .replaceAll('cbc:', 'b:')
      .replaceAll('xmlns:cbc', 'xmlns:b')
      .replace('<b:ID>', '<!-- > </b:ID> --><b:ID>')
      .replace('Stan pre štyri osoby', '<![CDATA[Stan </cac:Item> > pre štyri]]>');
    const { root_causes } = validate(xml);
    expect(root_causes.map(({ id, corrections }) => [id, corrections.length > 0])).toEqual([
      ['line-amount-wrong', true],
      ['profile-missing', true],
    ]);
    expect(root_causes[1]?.corrections[0]?.patch[0]?.after).toMatch(/^<b:ProfileID>/);
  });

  it('is verified for files in other encodings', () => {
    const xml = `<?xml version="1.0" encoding="iso-8859-2"?>\n${peppolInvoice(text('cbc:ProfileID', 'billing'))}`;
    const bytes = Buffer.from(xml.replace(/[^\p{ASCII}]/gu, 'x'), 'latin1');
    expect(validate(bytes).root_causes[0]).toMatchObject({ id: 'profile-wrong', corrections: [{ makes_valid: true }] });
  });

  it('is not verified for large files, so that their causes stay unproven', () => {
    const note = 'x'.repeat(210_000);
    const xml = peppolInvoice(text('cac:InvoiceLine/cbc:LineExtensionAmount', '460.00'), text('cbc:Note', note));
    const [cause] = validate(xml).root_causes;
    expect(cause).toMatchObject({ id: 'line-amount-wrong', proven: false, corrections: [] });
  });
});

describe('rules without a specific detector', () => {
  it('have a cause by term or path, with a low confidence', () => {
    const result = validate(
      makeInvoice(
        add('cac:PaymentMeans/cac:CardAccount', ''),
        text('cac:PaymentMeans/cac:CardAccount/cbc:PrimaryAccountNumberID', '1234567890123456'),
      ),
    );
    expect(faultsOfCauses(result)).toEqual([]);
    expect(result.root_causes[0]).toMatchObject({ id: 'term-wrong', rule_ids: ['BR-51'], proven: false });
    expect(result.root_causes[0]!.confidence).toBeLessThan(0.6);
  });
});

describe('file with many issues', () => {
  it('assigns every issue of a hostile file to exactly one cause', () => {
    const wrong = '<cac:PartyIdentification><cbc:ID schemeID="none">1</cbc:ID></cac:PartyIdentification>';
    const result = validate(makeInvoice(add('cac:AccountingSupplierParty/cac:Party', wrong.repeat(11_000))));
    expect(result.issues).toHaveLength(MAX_LISTED);
    expect(faultsOfCauses(result)).toEqual([]);
    expect(result.root_causes.length).toBeLessThan(10);
  });
});

describe('envelope around a document', () => {
  it('does not change causes and patches, except for the paths', () => {
    const xml = wrap(makeHeader(), peppolInvoice(text('cac:InvoiceLine/cbc:LineExtensionAmount', '460.00')));
    const [cause, ...others] = validate(xml).root_causes;
    expect(others).toEqual([]);
    expect(cause).toMatchObject({ id: 'line-amount-wrong' });
    expect(cause?.corrections[0]).toMatchObject({
      makes_valid: true,
      patch: [
        {
          xpath: '/StandardBusinessDocument/Invoice/cac:InvoiceLine[1]/cbc:LineExtensionAmount',
          before: '460.00',
          after: '450.00',
        },
      ],
    });
  });
});

describe('issues of an unknown pack', () => {
  const issue = (rule_id: string, location: string, level: Issue['level'] = 'fatal'): Issue => ({
    level,
    layer: 'NATIONAL',
    rule_id,
    catalogRuleId: rule_id,
    message: '',
    message_en: '',
    location,
    xpath: location,
    line: 1,
    column: 1,
    business_terms: [],
    value: null,
    expected: null,
    ruleUrl: '',
    fix: { sk: '', en: '', program: { sk: '', en: '' }, xml: { sk: '', en: '' } },
  });

  it('are grouped by path, one cause per group, with a low confidence', () => {
    const input = [
      issue('XX-1', '/Invoice/cac:InvoiceLine[1]/cac:Item'),
      issue('XX-2', '/Invoice/cac:InvoiceLine[2]/cac:Item'),
      issue('BR-XX-9', '/Invoice/cac:PayeeParty'),
      issue('XX-3', '/Invoice', 'info'),
    ];
    const parts = { document: null, structure: loadUblStructure(findRoot()), codeLists: new Map(), revalidate: null };
    const { root_causes, issues } = explainIssues(input, parts);
    expect(issues).toEqual(input);
    expect(root_causes.map(({ id, rule_ids, confidence }) => [id, rule_ids, confidence])).toEqual([
      ['place-wrong', ['BR-XX-9'], 0.5],
      ['place-wrong', ['XX-1', 'XX-2'], 0.4],
    ]);
  });

  it('information has no cause', () => {
    const parts = { document: null, structure: loadUblStructure(findRoot()), codeLists: new Map(), revalidate: null };
    const input = [issue('XX-3', '/Invoice', 'info')];
    expect(explainIssues(input, parts)).toEqual({ issues: input, root_causes: [] });
  });

  it('no issues give no causes', () => {
    const parts = { document: null, structure: loadUblStructure(findRoot()), codeLists: new Map(), revalidate: null };
    expect(explainIssues([], parts)).toEqual({ issues: [], root_causes: [] });
  });
});
