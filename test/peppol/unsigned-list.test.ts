import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePeppol, type Peppol } from '../../src/modules/peppol/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { CREDIT_NOTE, groupPath, INVOICE, metadataPath, metadataXml, signXml } from '../support/smp-double.ts';
import { type PeppolDouble, startPeppolDouble } from './peppol-double.ts';

const P = '0245:2020317068';
let database: TestDatabase;
let double: PeppolDouble;
let peppol: Peppol;
beforeAll(async () => {
  database = await makeTestDatabase();
  double = await startPeppolDouble();
});
afterAll(async () => {
  await peppol.close();
  await double.close();
  await database.drop();
});
beforeEach(async () => {
  await peppol?.close();
  double.reset();
  await system(database.db).deleteFrom('peppol_findings').execute();
  peppol = makePeppol({ ...double.parts, metrics: makeMetrics('test'), db: database.db, now: () => Date.now() });
});

/** Publishes a participant with a modified list; null publishes no list. */
function publish(change: (list: string) => string | null, documentTypes = [INVOICE, CREDIT_NOTE]): void {
  double.enter(P);
  double.smp.publish(P, documentTypes, { certificate: double.pki.accessPoint }, double.pki.smp);
  const list = change(double.smp.pages.get(groupPath(P))!);
  if (list === null) double.smp.pages.delete(groupPath(P));
  else double.smp.pages.set(groupPath(P), list);
}

const look = (documentType: string | null, options = {}) => peppol.lookup(P, { documentType, maxAge: 0, ...options });
const withLink = (href: string) => (list: string) =>
  list.replace('Collection>', `Collection><smp:ServiceMetadataReference href="${href}"/>`);

it('reads a list with links in another form completely', async () => {
  publish((list) => list.replaceAll('/services/', '/services'));
  expect(await look(null)).toMatchObject({
    outcome: 'registered',
    document_types: [
      { id: INVOICE, metadata: 'read', reason: null },
      { id: CREDIT_NOTE, metadata: 'read', reason: null },
    ],
    document_type_list: { complete: true, unreadable: 0, reason: null },
  });
  expect(await look(INVOICE)).toMatchObject({ outcome: 'registered', registered: true });
});

it('looks up a type whose identifier has unusual characters', async () => {
  const id = 'busdox-docid-qns::http://example.org/účet::Order##urn:example:who?a b::1.0';
  publish((list) => list, [INVOICE, id]);
  expect(await look(null)).toMatchObject({ document_types: [{ metadata: 'read' }, { id, metadata: 'read' }] });
  expect(await look(id)).toMatchObject({ outcome: 'registered', document_types: [{ id, metadata: 'read' }, {}] });
});

describe('unreadable list entry', () => {
  it('is left out and counted', async () => {
    publish(withLink('https://smp.test/about'));
    const list = { complete: false, unreadable: 1, reason: 'smp_unexpected' };
    const all = await look(null);
    expect(all).toMatchObject({ outcome: 'registered', reason: null, document_type_list: list });
    expect(all.document_types.map(({ id, metadata }) => [id, metadata])).toEqual([
      [INVOICE, 'read'],
      [CREDIT_NOTE, 'read'],
    ]);
    expect(await look(CREDIT_NOTE)).toMatchObject({ outcome: 'registered', document_type_list: list });
  });

  it('without any readable entry, the participant is registered and its types are unknown', async () => {
    publish((list) => list.replace(/href="[^"]*"/g, 'href="x"'));
    expect(await look(null)).toMatchObject({
      outcome: 'registered',
      document_types: [],
      document_type_list: { complete: false, unreadable: 2 },
    });
    expect(await look(INVOICE)).toMatchObject({ outcome: 'registered', document_types: [{ id: INVOICE }] });
  });

  it('a type that is neither listed nor has metadata is not supported', async () => {
    publish(withLink('x'), [INVOICE]);
    expect(await look(CREDIT_NOTE)).toMatchObject({ outcome: 'document_type_not_supported', registered: true });
  });

  it('a finding with such a list is stored, because it would be the same an hour later', async () => {
    publish(withLink('x'));
    await look(null);
    expect(await peppol.lookup(P, { documentType: null })).toMatchObject({
      cached: true,
      document_type_list: { complete: false, unreadable: 1 },
    });
  });
});

describe('signed metadata of the requested type decides, regardless of the list', () => {
  it.each<[string, (list: string) => string | null, string]>([
    ['missing', () => null, 'smp_contradicts_dns'],
    ['empty', () => '', 'smp_not_xml'],
    ['cut', (list) => list.slice(0, 300), 'smp_not_xml'],
    ['an HTML page', () => '<html><body>Welcome</body></html>', 'smp_unexpected'],
    ['of another participant', (list) => list.replace('2020317068<', '1111111111<'), 'smp_other_participant'],
    ['without participant', (list) => list.replace(/<id:Part.*Identifier>/, ''), 'smp_unexpected'],
  ])('a list that is %s', async (_, change, reason) => {
    publish(change);
    expect(await look(INVOICE)).toMatchObject({
      outcome: 'registered',
      registered: true,
      reason: null,
      document_types: [{ id: INVOICE, metadata: 'read', processes: [{ endpoints: [{ state: 'active' }] }] }],
      document_type_list: { complete: false, unreadable: 0, reason },
    });
    // Without a type, and for a type without metadata, the list is needed: the result is unknown, never negative.
    expect(await look(null)).toMatchObject({ outcome: 'unknown', registered: null, reason });
    expect(await look(`${INVOICE}.9`)).toMatchObject({ outcome: 'unknown', registered: null, reason });
  });

  it('an SMP that fails to return the list', async () => {
    publish((list) => list);
    double.smp.trouble = (path) => (path === groupPath(P) ? { does: 'status', status: 500 } : null);
    const list = { complete: false, unreadable: 0, reason: 'smp_error' };
    expect(await look(INVOICE)).toMatchObject({ outcome: 'registered', document_type_list: list });
    double.smp.trouble = () => null;
    // The list may recover at any time, so the finding was not stored.
    expect(await peppol.lookup(P, { documentType: INVOICE })).toMatchObject({
      cached: false,
      document_type_list: { complete: true },
    });
  });

  it('a list without a collection, or with two', async () => {
    publish((list) => list.replace(/<smp:ServiceMetadataReferenceCollection>.*Collection>/, ''));
    expect(await look(INVOICE)).toMatchObject({ outcome: 'registered', document_type_list: { complete: true } });
    publish((list) => list.replace(/(<smp:ServiceMetadataReferenceCollection>.*Collection>)/, '$1$1'));
    expect((await look(null)).document_types.map(({ id }) => id)).toEqual([INVOICE, CREDIT_NOTE]);
  });

  it('metadata with an untrusted signature stays unknown', async () => {
    publish(() => null);
    const stranger = double.pki.make('STRANGER', { issuer: double.pki.root });
    const metadata = metadataXml(P, INVOICE, { certificate: double.pki.accessPoint });
    double.smp.pages.set(metadataPath(P, INVOICE), signXml(metadata, stranger));
    expect(await look(INVOICE)).toMatchObject({ outcome: 'unknown', registered: null, reason: 'signer_untrusted' });
  });

  it('finds a wildcard type that a broken list does not contain', async () => {
    const root = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:billing-1';
    const wildcard = `peppol-doctype-wildcard::${root}*::2.1`;
    publish(() => null, [wildcard]);
    expect(await look(`busdox-docid-qns::${root}@sk-1::2.1`)).toMatchObject({
      outcome: 'registered',
      document_types: [{ id: wildcard, metadata: 'read' }],
    });
    publish(withLink('x'), [INVOICE]);
    expect(await look(`busdox-docid-qns::${root}0@sk-1::2.1`)).toMatchObject({
      outcome: 'document_type_not_supported',
    });
  });

  it('uses the metadata of the type itself when that of the listed wildcard is unreadable', async () => {
    const root = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:billing-1';
    const wildcard = `peppol-doctype-wildcard::${root}*::2.1`;
    const type = `busdox-docid-qns::${root}@sk-1::2.1`;
    publish((list) => list, [type]);
    publish((list) => list, [wildcard]);
    double.smp.pages.set(metadataPath(P, wildcard), 'no metadata');
    expect(await look(type)).toMatchObject({ outcome: 'registered', document_types: [{ id: type }, { id: wildcard }] });
  });
});
