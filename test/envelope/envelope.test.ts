import { makeValidator, type Validator, validateEnvelope } from '@e-invoice/validator/validation';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRulePacks, loadUblStructure } from '../../src/app.ts';
import {
  type Addressing,
  type EnvelopeParts,
  readAddressing,
  writeEnvelope,
} from '../../src/modules/exchange/envelope/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { billing, selfBilling } from '../rules/peppol/peppol-invoice.ts';
import { makeCreditNote, makeInvoice, remove, text } from '../support/invoice-builder.ts';

let validator: Validator;
beforeAll(async () => {
  const root = findRoot();
  validator = makeValidator({ packs: await loadRulePacks(root), structure: loadUblStructure(root) });
});

const bytes = (xml: string): Uint8Array => Buffer.from(xml);
const read = (xml: string): Addressing => readAddressing(bytes(xml))!;

const envelopeOf = (addressing: Addressing, changes: Partial<EnvelopeParts> = {}): Buffer =>
  writeEnvelope({
    addressing,
    sender: addressing.sender!,
    receiver: addressing.receiver!,
    documentType: {
      id: `${addressing.namespace}::${addressing.localName}##${addressing.customization}::${addressing.version}`,
      scheme: 'busdox-docid-qns',
    },
    process: addressing.process!,
    country: addressing.country!,
    instanceIdentifier: '6f1c1a3e-9d7c-4b1a-8b51-0d7c9d1a2b3c',
    createdAt: Date.UTC(2026, 10, 22, 12),
    messageStatus: null,
    ...changes,
  });

const REQUEST = { filename: null, layers: ['SBDH'] as const, today: '2026-11-22', clock: () => 0 };

const issuesOf = (content: Uint8Array, layers: readonly ['SBDH'] | undefined = ['SBDH']) =>
  validator
    .validate(content, { filename: null, ...(layers && { layers }), today: '2026-11-22', clock: () => 0 })
    .issues.map(({ rule_id }) => rule_id);

describe('addressing data of a document', () => {
  it('reads BT-34, BT-49, BT-40, BT-27, BT-44, BT-23, BT-24, BT-1, BT-2, BT-3', () => {
    const { content, ...header } = read(makeInvoice(...billing));
    expect(header).toEqual({
      namespace: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
      localName: 'Invoice',
      version: '2.1',
      customization: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
      process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
      sender: '0245:2020317068',
      receiver: '0245:2020273893',
      country: 'SK',
      receiverCountry: 'SK',
      senderName: 'Tatranský obchod, s. r. o.',
      receiverName: 'Dunajské stavby, a. s.',
      number: 'FV-2026-0042',
      issueDate: '2026-05-04',
      typeCode: '380',
    });
    expect(content).toMatch(/^<Invoice.*<\/Invoice>$/s);
  });

  it('swaps seller and buyer for self-billed documents', () => {
    expect(read(makeInvoice(...selfBilling))).toMatchObject({ sender: '0245:2020273893', receiver: '0245:2020317068' });
    expect(read(makeInvoice(...billing, text('cbc:InvoiceTypeCode', '389')))).toMatchObject({
      sender: '0245:2020273893',
    });
  });

  it('returns null for missing values and for files that are not UBL', () => {
    const lost = read(makeInvoice(remove('cbc:CustomizationID'), remove('cac:AccountingSupplierParty')));
    expect(lost).toMatchObject({ customization: null, process: null, sender: null, country: null });
    for (const xml of ['', '<a', '<Invoice/>', '<a xmlns="urn:x"/>']) expect(readAddressing(bytes(xml))).toBeNull();
  });
});

describe('the envelope (Peppol business message envelope 2.0)', () => {
  it.each([
    ['an invoice', makeInvoice(...billing)],
    ['a credit note', makeCreditNote(...billing)],
    ['a self-billed invoice', makeInvoice(...selfBilling)],
  ])('wraps %s without violations and preserves the document byte for byte', (_, xml) => {
    const addressing = read(xml);
    const content = envelopeOf(addressing);
    expect(issuesOf(content)).toEqual([]);
    expect(read(content.toString()).content).toBe(addressing.content);
  });

  it('does not change the validation result of the document', () => {
    const xml = makeInvoice(...billing);
    expect(issuesOf(envelopeOf(read(xml)), undefined)).toEqual(issuesOf(bytes(xml), undefined));
  });

  it('requests a message level status when configured: MLS_TO and MLS_TYPE', () => {
    const content = envelopeOf(read(makeInvoice(...billing)), {
      messageStatus: { to: '0242:000123', type: 'ALWAYS_SEND' },
    });
    expect(issuesOf(content)).toEqual([]);
    expect(content.toString()).toContain(
      '<sbdh:Type>MLS_TO</sbdh:Type><sbdh:InstanceIdentifier>0242:000123</sbdh:InstanceIdentifier>' +
        '<sbdh:Identifier>iso6523-actorid-upis</sbdh:Identifier>',
    );
  });

  it('is reported by the SBDH layer when the header differs from the document', () => {
    const addressing = read(makeInvoice(...billing));
    expect(issuesOf(envelopeOf(addressing, { process: 'urn:other' }))).toEqual(['SBDH-PROCESSID-MISMATCH']);
    expect(issuesOf(envelopeOf(addressing, { country: 'Slovakia' }))).toEqual(['SBDH-COUNTRY']);
  });

  it('has the same fatal errors when only the envelope layer is validated', () => {
    const addressing = read(makeInvoice(...billing));
    expect(validateEnvelope(envelopeOf(addressing))).toEqual({ fatal: [], warnings: [] });
    for (const changes of [{ process: 'urn:other' }, { country: 'Slovakia' }, { sender: 'x', receiver: '' }]) {
      const content = envelopeOf(addressing, changes);
      const { issues } = validator.validate(content, REQUEST);
      const fatal = issues.filter(({ level }) => level === 'fatal').map(({ rule_id }) => rule_id);
      expect(fatal).not.toEqual([]);
      expect(validateEnvelope(content).fatal).toEqual([...new Set(fatal)]);
    }
    const elsewhere = envelopeOf(addressing, { receiver: '0245:2022988022' });
    expect(validateEnvelope(elsewhere)).toEqual({ fatal: [], warnings: ['SBDH-RECEIVER-MISMATCH'] });
    expect(validateEnvelope(bytes('<a')).fatal).toEqual(['XML-NOT-WELL-FORMED']);
    expect(validateEnvelope(envelopeOf(addressing), { bytes: 100 }).fatal).toEqual(['XML-TOO-LARGE']);
    expect(validateEnvelope(bytes(makeInvoice(...billing)))).toEqual({ fatal: [], warnings: [] });
  });

  it('converts a document in another encoding to UTF-8 and removes its XML declaration', () => {
    const xml = makeInvoice(...billing).replace(/^(<\?xml[^>]*\?>)?/, '<?xml version="1.0" encoding="UTF-16"?>');
    const addressing = readAddressing(Buffer.from(`\ufeff${xml}`, 'utf16le'))!;
    expect(addressing.content).not.toContain('UTF-16');
    expect(envelopeOf(addressing).toString('utf8')).toContain('Tatranský obchod');
  });

  it('adds the namespaces that the document inherited from an outer envelope', () => {
    const ubl = 'urn:oasis:names:specification:ubl:schema:xsd';
    const inner = makeInvoice(...billing)
      .replace(/^<\?xml[^>]*\?>\s*/, '')
      .replace(` xmlns:cac="${ubl}:CommonAggregateComponents-2"`, '');
    const sbdh = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';
    const outer = `<s:StandardBusinessDocument xmlns:s="${sbdh}" xmlns:cac="${ubl}:CommonAggregateComponents-2"><s:StandardBusinessDocumentHeader/>${inner}</s:StandardBusinessDocument>`;
    const addressing = read(outer);
    expect(addressing.sender).toBe('0245:2020317068');
    expect(issuesOf(envelopeOf(addressing))).toEqual([]);
    expect(issuesOf(bytes(addressing.content), undefined)).toEqual(issuesOf(bytes(makeInvoice(...billing)), undefined));
  });

  it('escapes markup in values', () => {
    const content = envelopeOf(read(makeInvoice(...billing)), { receiver: '0245:<&>' });
    expect(content.toString()).toContain('0245:&lt;&amp;&gt;');
  });
});
