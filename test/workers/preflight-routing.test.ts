import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Particulars } from '../../src/modules/exchange/invoice-facts/index.ts';
import { checkRouting } from '../../src/modules/exchange/preflight/checks/network.ts';
import { resolveReceiver } from '../../src/modules/exchange/sending/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeSandboxPeppol } from '../support/peppol.ts';

// Preflight, check 5 (facts 8): the certificate of the endpoint is valid today and in 30 days.

let test: TestDatabase;
beforeAll(async () => {
  test = await makeTestDatabase();
});
afterAll(() => test.drop());

const addressing: Particulars['addressing'] = {
  namespace: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  localName: 'Invoice',
  version: '2.1',
  customization: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  sender: '0245:2020317068',
  receiver: '0245:0000000001',
  country: 'SK',
  receiverCountry: null,
  senderName: null,
  receiverName: null,
  number: '1',
  issueDate: '2026-11-22',
  typeCode: '380',
};

it.each([
  ['2035-12-01T00:00:00Z', 'pass'],
  // Certificates of the sandbox expire at the end of 2035.
  ['2035-12-03T00:00:00Z', 'warn'],
])('on %s reports a receiver whose certificate expires on 2036-01-01 as %s', async (day, outcome) => {
  const now = Date.parse(day);
  const { lookup } = makeSandboxPeppol(test.db, () => now);
  const resolve = resolveReceiver.bind(null, lookup);
  const result = await checkRouting({ addressing } as Particulars, null, { lookup, resolve, now });
  expect(result.outcome).toBe(outcome);
  if (outcome === 'warn') expect(result.evidence).toMatchObject({ ends_at: '2036-01-01T00:00:00.000Z' });
});
