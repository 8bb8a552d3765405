import { describe, expect, it } from 'vitest';
import { LARGEST_MESSAGE, RULES_OF, readStatusMessage } from '../../src/modules/exchange/status-messages/index.ts';
import { makeNetworkRules } from '../../src/modules/rules/loader/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { writeInvoiceResponse, writeMls } from '../../tools/sapi-simulator/answers.ts';

const AT = new Date(Date.UTC(2026, 10, 22));
const read = (xml: string) => readStatusMessage(Buffer.from(xml));
const rules = makeNetworkRules(findRoot(), '2026-11-22');
const brokenBy = async (xml: string) => {
  const found = await rules.validate(Buffer.from(xml), RULES_OF[read(xml)!.kind], '2026-11-22');
  return found?.map(({ id }) => id);
};
const MLS = writeMls('m-1', AT, 'RE', 'envelope-1');
const RESPONSE = writeInvoiceResponse(
  'r-1',
  AT,
  'UQ',
  { number: 'F-1', typeCode: '380' },
  {
    ...{ documentId: '-', documentTypeId: '-', processId: '-', creationDateTime: '-' },
    senderParticipantId: '0245:2020317068',
    receiverParticipantId: '0245:2020273893',
  },
);

describe('readStatusMessage', () => {
  it('reads a Message Level Status (MLS 1.0)', () => {
    expect(read(MLS)).toEqual({
      kind: 'mls',
      id: 'm-1',
      code: 'RE',
      description: 'The document could not be delivered',
      reference: 'envelope-1',
      sender: '0242:000245',
      receiver: '0242:000245',
      issueDate: '2026-11-22',
      issueTime: '00:00:00Z',
      lines: [{ location: null, reason: 'FD', description: 'The receiver could not be reached' }],
    });
  });

  it('reads an Invoice Response (Peppol BIS 3, T111)', () => {
    expect(read(RESPONSE)).toMatchObject({
      ...{ kind: 'invoice_response', code: 'UQ', reference: 'F-1' },
      ...{ sender: '0245:2020273893', receiver: '0245:2020317068' },
    });
  });

  it.each([MLS, writeMls('m-2', AT, 'AP', 'envelope-1'), RESPONSE])(
    'reports no violations in messages of the SAPI simulator',
    async (xml) => expect(await brokenBy(xml)).toEqual([]),
  );

  it.each([
    ['MESSAGE-ID', MLS, /<cbc:ID>m-1<\/cbc:ID>/, ''],
    ['MESSAGE-DATE', MLS, '2026-11-22<', '2026-11-22Z<'],
    ['MESSAGE-REFERENCE', MLS, 'envelope-1', ' '],
    ['MLS-TIME', MLS, '00:00:00Z', '00:00:00'],
    ['MLS-PARTIES', MLS, '0242', '0245'],
    ['MLS-CODE', MLS, '>RE<', '>XX<'],
    ['MLS-RE-DESCRIPTION', MLS, /<cbc:Description>The document.*?<\/cbc:Description>/, ''],
    ['MLS-RE-LINES', MLS, '>FD<', '>BW<'],
    ['MLS-POSITIVE-FAILURE', MLS, '>RE<', '>AP<'],
    ['MLS-REASON', MLS, '>FD<', '>ZZ<'],
    ['IMR-CODE', RESPONSE, '>UQ<', '>XX<'],
    ['IMR-PARTIES', RESPONSE, 'schemeID="0245"', ''],
  ])('%s', async (rule, xml, from, to) => {
    expect(await brokenBy(xml.replace(from, to))).toContain(rule);
  });

  it('returns null for other files and for oversized messages', () => {
    for (const xml of ['', '<Invoice/>', MLS.replace('urn:peppol:edec:mls:1.0', 'urn:other'), MLS.slice(0, 400)]) {
      expect(read(xml)).toBeNull();
    }
    expect(read(MLS.padEnd(LARGEST_MESSAGE + 1))).toBeNull();
  });
});
