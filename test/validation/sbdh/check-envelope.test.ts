import { parseXml } from '@e-invoice/schematron/xml';
import { getRuleText } from '@e-invoice/validator/catalog';
import { describe, expect, it } from 'vitest';
import {
  checkEnvelope,
  describeFinding,
  openEnvelope,
  SBDH_RULES,
  type SbdhFinding,
  type SbdhRule,
} from '../../../packages/validator/src/validation/layers/sbdh/index.ts';
import { selfBilling } from '../../rules/peppol/peppol-invoice.ts';
import { attribute, makeCreditNote, makeInvoice, remove, text } from '../../support/invoice-builder.ts';
import { makeHeader, type Parts, parts, peppolInvoice, SBDH, scope, wrap } from './envelope.ts';

const INVOICE = peppolInvoice();
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';

function findingsOf(xml: string): readonly SbdhFinding[] {
  const parsed = parseXml(new TextEncoder().encode(xml));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  const envelope = openEnvelope(parsed.document);
  if (envelope === null) throw new Error('no envelope');
  return checkEnvelope(envelope);
}

const rulesOf = (xml: string): SbdhRule[] => findingsOf(xml).map(({ ruleId }) => ruleId);
const inHeader = (changes: Partial<Parts>, invoice = INVOICE): string => wrap(makeHeader(changes), invoice);
const party = (name: string, value: string, authority = 'Authority="iso6523-actorid-upis"'): string =>
  `<${name}><Identifier ${authority}>${value}</Identifier></${name}>`;

/** For every rule, envelopes that break it and similar ones that do not. */
const CASES: Readonly<Record<SbdhRule, { readonly wrong: readonly string[]; readonly right: readonly string[] }>> = {
  'SBDH-NAMESPACE': {
    wrong: [wrap(makeHeader(), INVOICE, 'urn:sbdh'), wrap(makeHeader(), INVOICE, `${SBDH}/`)],
    right: [
      `<sh:StandardBusinessDocument xmlns:sh="${SBDH}">${makeHeader().replace(/(<\/?)(?=[A-Z])/g, '$1sh:')}${INVOICE}</sh:StandardBusinessDocument>`,
    ],
  },
  'SBDH-ENVELOPE-UNKNOWN': {
    wrong: [`<s:Envelope xmlns:s="urn:soap"><s:Body><x>${INVOICE}</x></s:Body></s:Envelope>`],
    right: [wrap(makeHeader(), INVOICE)],
  },
  'SBDH-ELEMENT-MISSING': {
    wrong: [
      wrap('', INVOICE),
      ...(['version', 'sender', 'receiver', 'standard', 'typeVersion', 'instance', 'type', 'created'] as const).map(
        (part) => inHeader({ [part]: '' }),
      ),
      inHeader({ instance: '<InstanceIdentifier> </InstanceIdentifier>' }),
      inHeader({ sender: '<Sender/>' }),
      inHeader({ country: scope('COUNTRY_C1', '') }),
      wrap(makeHeader().replace(/<BusinessScope>.*<\/BusinessScope>/s, ''), INVOICE),
    ],
    right: [inHeader({ country: `${parts.country}${scope('MLS_TYPE', '')}` })],
  },
  'SBDH-ELEMENT-REPEATED': {
    wrong: [
      inHeader({ version: parts.version.repeat(2) }),
      inHeader({ receiver: parts.receiver.repeat(2) }),
      wrap(makeHeader().repeat(2), INVOICE),
    ],
    right: [
      inHeader({ sender: parts.sender.replace('</Sender>', '<ContactInformation/><ContactInformation/></Sender>') }),
    ],
  },
  'SBDH-ELEMENT-MISPLACED': {
    wrong: [
      inHeader({ version: parts.sender, sender: parts.version }),
      inHeader({ standard: parts.type, type: parts.standard }),
      wrap(INVOICE, makeHeader()),
    ],
    right: [inHeader({ type: `${parts.type}<MultipleType>false</MultipleType>` })],
  },
  'SBDH-ELEMENT-UNEXPECTED': {
    wrong: [
      inHeader({ version: `${parts.version}<Versions>2</Versions>` }),
      inHeader({ created: `${parts.created}<createdBy>x</createdBy>` }),
      inHeader({ version: '<HeaderVersion><b>1.0</b></HeaderVersion>' }),
    ],
    right: [
      wrap(makeHeader().replace('<BusinessScope>', '<Manifest><NumberOfItems>1</NumberOfItems></Manifest>$&'), INVOICE),
    ],
  },
  'SBDH-TEXT-UNEXPECTED': {
    wrong: [
      wrap(makeHeader(), `stray${INVOICE}`),
      wrap(`x${makeHeader()}`, INVOICE),
      wrap(makeHeader(), `${INVOICE}<![CDATA[tail]]>`),
      wrap(makeHeader(), `\u00a0${INVOICE}`),
      inHeader({ version: `${parts.version}2.0` }),
      inHeader({ sender: parts.sender.replace('</Sender>', 'x</Sender>') }),
      inHeader({ type: `${parts.type}x` }),
      inHeader({ country: `${parts.country}SK` }),
      inHeader({ country: parts.country.replace('</Scope>', 'SK</Scope>') }),
    ],
    right: [
      wrap(makeHeader(), `<!-- a note -->\r\n\t${INVOICE}<?a note?>`),
      inHeader({ country: `${parts.country}${scope('X', '1')}` }),
      `<s:Envelope xmlns:s="urn:soap">x<s:Body>${INVOICE}</s:Body></s:Envelope>`,
    ],
  },
  'SBDH-HEADER-VERSION': {
    wrong: [inHeader({ version: '<HeaderVersion>1.3</HeaderVersion>' })],
    right: [inHeader({ version: '<HeaderVersion> 1.0 </HeaderVersion>' })],
  },
  'SBDH-PARTICIPANT-AUTHORITY': {
    wrong: [
      inHeader({ sender: party('Sender', '0245:2020317068', '') }),
      inHeader({ receiver: party('Receiver', '0245:2020273893', 'Authority="iso6523"') }),
    ],
    right: [inHeader({})],
  },
  'SBDH-PARTICIPANT-IDENTIFIER': {
    wrong: [
      inHeader({ sender: party('Sender', '2020317068') }),
      inHeader({ sender: party('Sender', 'SK:2020317068') }),
      inHeader({ receiver: party('Receiver', 'iso6523-actorid-upis::0245:2020273893') }),
    ],
    right: [inHeader({ sender: party('Sender', ' 0245:2020317068 ') })],
  },
  'SBDH-CREATION-TIME': {
    wrong: ['2026-05-04T09:30:00', '2026-05-04', '2026-02-30T09:30:00Z', '4.5.2026 9:30', '2026-05-04T09:30Z'].map(
      (time) => inHeader({ created: `<CreationDateAndTime>${time}</CreationDateAndTime>` }),
    ),
    right: ['2026-05-04T09:30:00Z', '2026-05-04T09:30:00.123-05:00'].map((time) =>
      inHeader({ created: `<CreationDateAndTime>${time}</CreationDateAndTime>` }),
    ),
  },
  'SBDH-SCOPE-MISSING': {
    wrong: [inHeader({ documentId: '' }), inHeader({ processId: '' }), inHeader({ country: '' })],
    right: [inHeader({ documentId: parts.country, country: parts.documentId })],
  },
  'SBDH-SCOPE-REPEATED': {
    wrong: [inHeader({ country: parts.country.repeat(2) }), inHeader({ processId: parts.processId.repeat(2) })],
    right: [inHeader({ country: `${parts.country}${scope('X', '1').repeat(2)}` })],
  },
  'SBDH-SCOPE-SCHEME': {
    wrong: [
      inHeader({ documentId: parts.documentId.replace('busdox-docid-qns', 'bdx-docid-qns') }),
      inHeader({ processId: parts.processId.replace('cenbii-procid-ubl', 'busdox-docid-qns') }),
    ],
    right: [
      inHeader({ documentId: parts.documentId.replace('busdox-docid-qns', 'peppol-doctype-wildcard') }),
      inHeader({ documentId: parts.documentId.replace(/<Identifier>.*<\/Identifier>/, '') }),
    ],
  },
  'SBDH-COUNTRY': {
    wrong: ['sk', 'SVK', 'Slovensko'].map((country) => inHeader({ country: scope('COUNTRY_C1', country) })),
    right: [inHeader({ country: scope('COUNTRY_C1', 'CZ') })],
  },
  'SBDH-DOCUMENT-MISSING': {
    wrong: [wrap(makeHeader(), ''), wrap(makeHeader(), '<!-- nothing -->')],
    right: [wrap(makeHeader(), `<!-- one -->${INVOICE}`)],
  },
  'SBDH-DOCUMENT-REPEATED': {
    wrong: [wrap(makeHeader(), INVOICE + INVOICE)],
    right: [wrap(makeHeader(), INVOICE)],
  },
  'SBDH-IDENTIFICATION-MISMATCH': {
    wrong: [
      inHeader({ standard: `<Standard>${UBL}:CreditNote-2</Standard>` }),
      inHeader({ typeVersion: '<TypeVersion>2.0</TypeVersion>' }),
      inHeader({ type: '<Type>invoice</Type>' }),
    ],
    right: [inHeader({ type: '<Type>\n Invoice </Type>' })],
  },
  'SBDH-DOCUMENTID-MISMATCH': {
    wrong: [
      inHeader({ documentId: parts.documentId.replace('billing:3.0', 'billing:3.1') }),
      inHeader({ documentId: parts.documentId.replace('::Invoice', '::CreditNote') }),
      inHeader({ documentId: parts.documentId.replace('::2.1', '::2.2') }),
      inHeader({ documentId: parts.documentId.replace('billing:3.0', 'billing*') }),
      inHeader({ documentId: scope('DOCUMENTID', 'Invoice', 'busdox-docid-qns') }),
    ],
    right: [
      inHeader({
        documentId: scope(
          'DOCUMENTID',
          `${UBL}:Invoice-2::Invoice##urn:cen.eu:en16931:2017*::2.1`,
          'peppol-doctype-wildcard',
        ),
      }),
      inHeader({}, peppolInvoice(remove('cbc:CustomizationID'))),
    ],
  },
  'SBDH-PROCESSID-MISMATCH': {
    wrong: [inHeader({}, peppolInvoice(text('cbc:ProfileID', 'urn:peppol:bis:billing_with_response')))],
    right: [inHeader({}, peppolInvoice(remove('cbc:ProfileID')))],
  },
  'SBDH-SENDER-MISMATCH': {
    wrong: [
      inHeader({ sender: party('Sender', '0245:2020317069') }),
      inHeader(
        {},
        peppolInvoice(attribute('cac:AccountingSupplierParty/cac:Party/cbc:EndpointID', 'schemeID', '9950')),
      ),
    ],
    right: [inHeader({}, peppolInvoice(remove('cac:AccountingSupplierParty/cac:Party/cbc:EndpointID')))],
  },
  'SBDH-RECEIVER-MISMATCH': {
    wrong: [inHeader({ receiver: party('Receiver', '0245:2020273894') })],
    right: [
      inHeader(
        { receiver: party('Receiver', '9930:DE811907980') },
        peppolInvoice(
          text('cac:AccountingCustomerParty/cac:Party/cbc:EndpointID', 'de811907980'),
          attribute('cac:AccountingCustomerParty/cac:Party/cbc:EndpointID', 'schemeID', '9930'),
        ),
      ),
    ],
  },
};

describe('valid envelope', () => {
  it('has no findings', () => {
    expect(rulesOf(wrap(makeHeader(), INVOICE))).toEqual([]);
  });

  it('accepts a credit note', () => {
    const creditNote = makeCreditNote(text('cbc:CustomizationID', 'urn:cen.eu:en16931:2017'));
    const header = makeHeader({ processId: parts.processId })
      .replaceAll('Invoice', 'CreditNote')
      .replace(/urn:cen\.eu:en16931:2017#[^:]*.*?:3\.0::/, 'urn:cen.eu:en16931:2017::');
    expect(rulesOf(wrap(header, creditNote))).toEqual([]);
  });

  it('of a self-billed invoice has the buyer as sender', () => {
    const header = makeHeader({
      sender: party('Sender', '0245:2020273893'),
      receiver: party('Receiver', '0245:2020317068'),
    }).replaceAll('billing:', 'selfbilling:');
    const invoice = makeInvoice(...selfBilling, text('cbc:InvoiceTypeCode', '389'));
    expect(rulesOf(wrap(header, invoice))).toEqual([]);
    expect(rulesOf(wrap(makeHeader().replaceAll('billing:', 'selfbilling:'), invoice))).toEqual([
      'SBDH-SENDER-MISMATCH',
      'SBDH-RECEIVER-MISMATCH',
    ]);
  });

  it('of a CII document is compared by namespace and name', () => {
    const uri = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';
    const header = makeHeader({
      standard: `<Standard>${uri}</Standard>`,
      typeVersion: '<TypeVersion>D16B</TypeVersion>',
      type: '<Type>CrossIndustryInvoice</Type>',
      documentId: scope('DOCUMENTID', `${uri}::CrossIndustryInvoice##urn:cen.eu:en16931:2017::D16B`),
    });
    expect(rulesOf(wrap(header, `<rsm:CrossIndustryInvoice xmlns:rsm="${uri}"/>`))).toEqual([]);
  });
});

describe('envelope with one mistake', () => {
  it.each(SBDH_RULES.flatMap((rule) => CASES[rule].wrong.map((xml) => ({ rule, xml }))))(
    '$rule is the only rule that fires',
    ({ rule, xml }) => {
      expect([...new Set(rulesOf(xml))]).toEqual([rule]);
    },
  );

  it.each(SBDH_RULES.flatMap((rule) => CASES[rule].right.map((xml) => ({ rule, xml }))))(
    '$rule does not fire',
    ({ rule, xml }) => {
      expect(rulesOf(xml)).not.toContain(rule);
    },
  );
});

describe('texts of findings', () => {
  it('are complete sentences in both languages, with a fix in the catalog', () => {
    for (const rule of SBDH_RULES) {
      for (const xml of CASES[rule].wrong) {
        const { sk, en } = describeFinding(findingsOf(xml)[0]!);
        expect(sk).toMatch(/^\p{Lu}.*\.$/u);
        expect(en).toMatch(/^\p{Lu}.*\.$/u);
        for (const sentence of [sk, en]) expect(sentence).not.toMatch(/[{}]|undefined|null| {2}/);
      }
      expect(getRuleText(rule).fix.sk).not.toBe('');
    }
  });

  it('contain the expected value, if known', () => {
    const expected = (xml: string): string | null => findingsOf(xml)[0]!.expected;
    expect(expected(inHeader({ receiver: party('Receiver', 'iso6523-actorid-upis::0245:1') }))).toBe('0245:1');
    expect(expected(inHeader({ created: '<CreationDateAndTime>2026-05-04T09:30:00</CreationDateAndTime>' }))).toBe(
      '2026-05-04T09:30:00Z',
    );
    expect(expected(inHeader({ documentId: scope('DOCUMENTID', 'x') }))).toBe(
      /<InstanceIdentifier>(.*?)<\/InstanceIdentifier>/.exec(parts.documentId)![1],
    );
  });
});
