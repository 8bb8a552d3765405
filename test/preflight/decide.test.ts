import { describe, expect, it } from 'vitest';
import { readParticulars } from '../../src/modules/exchange/invoice-facts/index.ts';
import { checkDuplicate, checkLaw, checkTaxOffice } from '../../src/modules/exchange/preflight/checks/advice.ts';
import {
  checkAddressing,
  checkBytes,
  checkConsistency,
  checkRules,
} from '../../src/modules/exchange/preflight/checks/document.ts';
import { checkPartner, checkRendering, checkRouting } from '../../src/modules/exchange/preflight/checks/network.ts';
import { decide } from '../../src/modules/exchange/preflight/index.ts';
import type { Lookup } from '../../src/modules/peppol/index.ts';
import { BUYER, billing, home, SELLER } from '../rules/peppol/peppol-invoice.ts';
import { attribute, type Mutation, makeCreditNote, makeInvoice, remove, text } from '../support/invoice-builder.ts';

const of = (...changes: Mutation[]) => readParticulars(Buffer.from(makeInvoice(...billing, ...changes)))!;
const clean = { issues: [] } as unknown as Parameters<typeof checkConsistency>[1];

describe('the verdict of a preflight', () => {
  it.each([
    [{ bytes: 'pass', routing: 'pass' }, 'ready', []],
    [{ bytes: 'warn', routing: 'pass' }, 'ready_with_warnings', ['bytes']],
    [{ counterparty: 'unknown', routing: 'pass' }, 'ready_with_warnings', ['counterparty']],
    [{ law: 'warn', routing: 'unknown' }, 'retry_later', ['routing']],
    [{ partner: 'unknown', law: 'pass' }, 'retry_later', ['partner']],
    [{ routing: 'unknown', validation: 'fail' }, 'blocked', ['validation']],
  ])('%j: %s', (outcomes, verdict, decided_by) => {
    const checks = Object.entries(outcomes).map(([id, outcome]) => ({ id, outcome }));
    expect(decide(checks as Parameters<typeof decide>[0])).toEqual({ verdict, decided_by });
  });
});

it('reports an IČO under the scheme of the DIČ by its name', () => {
  expect(checkAddressing(of(), null).outcome).toBe('pass');
  const wrong = checkAddressing(of(text(`${BUYER}/cbc:EndpointID`, '31333532')), null);
  expect([wrong.outcome, wrong.detail.sk]).toEqual(['fail', expect.stringContaining('IČO')]);
  expect(checkAddressing(of(text(`${SELLER}/cbc:EndpointID`, '2020317069')), null).outcome).toBe('fail');
  expect(checkAddressing(of(attribute(`${SELLER}/cbc:EndpointID`, 'schemeID', '0158')), null).outcome).toBe('warn');
  const none = of(remove(`${BUYER}/cbc:EndpointID`));
  expect([checkAddressing(none, null).outcome, checkAddressing(none, '0245:2020273893').outcome]).toEqual([
    'fail',
    'pass',
  ]);
  const addressing = checkAddressing(of(), '0245:31333532');
  expect([addressing.outcome, addressing.detail.sk]).toEqual(['fail', expect.stringContaining('IČO')]);
});

it('warns when the receiver differs from the document or equals the sender', () => {
  const check = (receiver: string | null) => checkConsistency(of(), clean, receiver);
  expect(check('iso6523-actorid-upis::0245:2020273893').outcome).toBe('pass');
  const elsewhere = check('9915:B-Test');
  expect(elsewhere).toMatchObject({ outcome: 'warn', evidence: { receiver_of_document: '0245:2020273893' } });
  expect(check('0245:2020317068')).toMatchObject({
    outcome: 'warn',
    detail: { en: expect.stringContaining('delivered to the sender') },
  });
});

describe('registration of the sender', () => {
  const checkSender = (registered: boolean | null) =>
    checkRouting(of(), null, {
      lookup: async () => ({ registered }) as Awaited<ReturnType<Lookup>>,
      resolve: async (receiver) => ({
        outcome: 'found',
        route: { receiver, documentType: { id: 'x', scheme: 'busdox-docid-qns' } },
        endsAt: null,
      }),
      now: 0,
    });

  it.each([
    [true, 'pass'],
    [false, 'warn'],
    // Unknown is neither pass nor fail.
    [null, 'warn'],
  ])('registered %s is reported as %s', async (registered, outcome) => {
    expect(await checkSender(registered)).toMatchObject({ outcome, evidence: { sender_registered: registered } });
  });
});

it('warns about an IČ DPH that does not contain the DIČ, as in a VAT group', () => {
  expect(checkConsistency(of(), clean, null).outcome).toBe('pass');
  const group = of(text(`${BUYER}/cac:PartyTaxScheme/cbc:CompanyID`, 'SK7120000011'));
  expect(checkConsistency(group, clean, null)).toMatchObject({ outcome: 'warn', evidence: { terms: ['BT-48'] } });
});

it('fails for an attachment type that receivers need not support', () => {
  expect(checkBytes(of()).outcome).toBe('pass');
  const place = 'cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject';
  expect(checkBytes(of(attribute(place, 'mimeCode', 'application/x-msdownload'))).outcome).toBe('fail');
});

describe('checks of the VAT Act', () => {
  it.each([
    ['type 325 is not a tax document', of(text('cbc:InvoiceTypeCode', '325')), 'fail', undefined],
    ['VAT in euro', of(text('cbc:DocumentCurrencyCode', 'CZK')), 'warn', 'BT-111'],
    ['16 days after delivery', of(text('cbc:IssueDate', '2026-05-14')), 'warn', 'BT-2'],
    ['15 days after delivery', of(text('cbc:IssueDate', '2026-05-13')), 'pass', undefined],
  ])('%s', (_, particulars, outcome, term) => {
    const result = checkLaw(particulars);
    expect([result.outcome, (result.evidence.terms as string[] | undefined)?.[0]]).toEqual([outcome, term]);
  });

  it('warns about a credit note without a reference to the corrected invoice (BT-25)', () => {
    const note = readParticulars(Buffer.from(makeCreditNote(...billing, remove('cac:BillingReference'))))!;
    expect(checkLaw(note).evidence.terms).toContain('BT-25');
  });
});

it('fails for the same file and warns about the same document with other content', () => {
  const same = { id: 'doc_1', status: 'send_prepared', sha256: 'a' };
  expect(checkDuplicate(of(), [], 'a').outcome).toBe('pass');
  expect(checkDuplicate(of(), [same], 'a').outcome).toBe('fail');
  expect(checkDuplicate(of(), [same], 'b')).toMatchObject({
    outcome: 'warn',
    evidence: { documents: [{ href: '/api/documents/doc_1', same_bytes: false }] },
  });
  expect(checkDuplicate(of(remove('cbc:ID')), [], 'a').outcome).toBe('unknown');
});

describe('the amount due on the page (BT-115)', () => {
  it.each([
    ['1 234,50 €', '1234.50', 'pass'],
    ['1 234,50 €', '1234.5', 'pass'],
    ['\u22125,00 €', '-5', 'pass'],
    ['1 000,00 €', '100.00', 'fail'],
    ['0,10 €', '0.1', 'pass'],
  ])('compares %s with %s: %s', (shown, due, outcome) => {
    expect(checkRendering(Buffer.from(`<bdi data-bt="BT-115">${shown}</bdi>`), due).outcome).toBe(outcome);
  });
  it('is unknown without a page', () => expect(checkRendering(null, '1').outcome).toBe('unknown'));
});

it('reports an unreachable partner as unknown, rejected credentials as fail, and no partner as a warning', () => {
  expect(checkPartner(null, null, null).outcome).toBe('warn');
  expect(checkPartner('p', { ok: true, sendingEnabled: true, knowsSender: null }, null).outcome).toBe('pass');
  expect(checkPartner('p', { ok: false, code: 'unreachable', isFinal: false }, null).outcome).toBe('unknown');
  expect(checkPartner('p', { ok: false, code: 'credentials_refused', isFinal: true }, null).outcome).toBe('fail');
});

describe('advice that could lead to a false invoice', () => {
  it('warns a seller without a VAT number that VAT payers must state it', () => {
    const { outcome, detail } = checkLaw(of(remove(`${SELLER}/cac:PartyTaxScheme`)));
    expect([outcome, detail.sk]).toEqual([
      'warn',
      expect.stringMatching(/nemá IČ DPH \(BT-31\): platiteľ ho musí uviesť/),
    ]);
  });
});

it('truncates document values in the evidence to 500 characters', () => {
  const { evidence } = checkAddressing(of(text(`${BUYER}/cbc:EndpointID`, '9'.repeat(60_000))), null);
  expect(String(evidence.buyer)).toHaveLength(500);
});

describe('the tax report (SK TDD 1.0.0)', () => {
  it('passes when complete and valid, and otherwise warns with the missing term or violated rule', () => {
    expect(checkTaxOffice(of(), []).outcome).toBe('pass');
    const lacking = checkTaxOffice(of(remove(`${SELLER}/cbc:EndpointID`)), []);
    expect([lacking.outcome, lacking.evidence.missing]).toEqual(['warn', ['BT-34']]);
    const broken = checkTaxOffice(of(), [{ id: 'SK-TDD-UUID' }]);
    expect([broken.outcome, broken.evidence.rule_ids]).toEqual(['warn', ['SK-TDD-UUID']]);
  });

  it('passes for a foreign seller, for whom nothing is reported in Slovakia', () => {
    const result = checkTaxOffice(of(home(SELLER, 'CZ')), []);
    expect([result.outcome, result.detail.en]).toEqual(['pass', expect.stringContaining('reports nothing')]);
  });
});

describe('rules in force and of the announced release', () => {
  const result = (fatal: number, warning = 0) =>
    ({
      ...{ valid: fatal === 0, fatal_count: fatal, warning_count: warning },
      ...{ ruleset: { id: 'peppol-bis-3', version: '2026.5', coverage: 'full' }, issues: [] },
    }) as unknown as Parameters<typeof checkRules>[0];
  const coming = (fatal: number) => ({ version: '2026.11', from: '2027-01-01', result: result(fatal) });

  it.each([
    ['valid today and with the next release', checkRules(result(0), coming(0)), 'pass'],
    ['without an announced release', checkRules(result(0), null), 'pass'],
    ['warnings', checkRules(result(0, 1), null), 'warn'],
    ['valid today, invalid from the next release on', checkRules(result(0), coming(1)), 'warn'],
    ['invalid today, with any next release', checkRules(result(1), coming(0)), 'fail'],
  ])('%s', (_, result, outcome) => expect(result.outcome).toBe(outcome));
});

it('fails for an envelope that contradicts its document (SBDH)', () => {
  const issues = [{ layer: 'SBDH', level: 'fatal', rule_id: 'SBDH-SENDER-DIFFERS' }];
  const result = checkConsistency(of(), { issues } as unknown as Parameters<typeof checkConsistency>[1], null);
  expect(result).toMatchObject({ outcome: 'fail', evidence: { rule_ids: ['SBDH-SENDER-DIFFERS'] } });
});

it('warns about another encoding and fails above the 10 MB limit of partners (SAPI-SK 1.0)', () => {
  const wide = readParticulars(Buffer.from(`\ufeff${makeInvoice(...billing)}`.replace('UTF-8', 'UTF-16'), 'utf16le'))!;
  expect(checkBytes(wide)).toMatchObject({ outcome: 'warn', evidence: { encoding: 'UTF-16LE' } });
  expect(checkBytes({ ...of(), sizeBytes: 10 * 1024 * 1024 + 1 }).outcome).toBe('fail');
});

it('warns about a partner that cannot send for the sender', () => {
  const result = checkPartner('p', { ok: true, sendingEnabled: true, knowsSender: false }, '0245:2020317068');
  expect(result).toMatchObject({ outcome: 'warn', evidence: { partner: 'p', sender: '0245:2020317068' } });
});

it('warns about a partner with sending disabled', () => {
  expect(checkPartner('p', { ok: true, sendingEnabled: false, knowsSender: null }, null).outcome).toBe('warn');
});
