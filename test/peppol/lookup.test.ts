import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { canReceive, makePeppol, type Peppol } from '../../src/modules/peppol/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import {
  CREDIT_NOTE,
  groupPath,
  groupXml,
  INVOICE,
  metadataPath,
  metadataXml,
  redirectXml,
  type SmpTrouble,
  signXml,
} from '../support/smp-double.ts';
import { type PeppolDouble, startPeppolDouble } from './peppol-double.ts';

const P = '0245:2020317068';
let database: TestDatabase;
let double: PeppolDouble;
let peppol: Peppol;
let now: number;
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
  now = Date.now();
  double.reset();
  await system(database.db).deleteFrom('peppol_findings').execute();
  peppol = makePeppol({ ...double.parts, metrics: makeMetrics('test'), db: database.db, now: () => now });
});

const look = (documentType: string | null = null, participant = P) =>
  peppol.lookup(participant, { documentType, maxAge: 0 });

function publish(documentTypes: readonly string[] = [INVOICE, CREDIT_NOTE]): void {
  double.enter(P);
  double.smp.publish(P, documentTypes, { certificate: double.pki.accessPoint }, double.pki.smp);
}

describe('the four outcomes', () => {
  it('registered: with endpoints, certificates and signer', async () => {
    publish();
    const found = await look();
    expect(found).toMatchObject({
      outcome: 'registered',
      registered: true,
      reason: null,
      smp_url: double.smpUrl,
      source: 'PEPPOL',
    });
    expect(found.document_types.map(({ id }) => id)).toEqual([INVOICE, CREDIT_NOTE]);
    const [invoice] = found.document_types;
    expect(invoice).toMatchObject({
      name: { en: 'Invoice (Peppol BIS Billing 3)' },
      metadata: 'read',
      signer: { subject: 'CN=PSM000001', chain: 'trusted' },
    });
    expect(invoice!.processes).toMatchObject([
      {
        id: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
        endpoints: [
          {
            transport_profile: 'peppol-transport-as4-v2_0',
            url: 'https://ap.example/as4',
            certificate: { subject: 'CN=PSK000001' },
            state: 'active',
          },
        ],
      },
    ]);
    expect(found.trace.map(({ step, result }) => `${step} ${result}`)).toEqual([
      'dns found',
      'service_group found',
      'service_metadata found',
      'service_metadata found',
    ]);
  });

  it('not registered: DNS has no entry', async () => {
    expect(await look()).toMatchObject({ outcome: 'not_registered', registered: false, trace: [{ result: 'absent' }] });
  });

  it('registered, but not for this document type; its metadata is requested anyway', async () => {
    publish([INVOICE]);
    const found = await look(CREDIT_NOTE);
    expect(found).toMatchObject({ outcome: 'document_type_not_supported', registered: true });
    expect(found.document_types).toMatchObject([{ id: INVOICE, metadata: 'not_read' }]);
    expect(double.smp.requests).toContain(metadataPath(P, CREDIT_NOTE));
  });

  it('registered: a document type missing from the list is found by its metadata', async () => {
    publish();
    double.smp.pages.set(groupPath(P), groupXml(P, double.smpUrl, [INVOICE]));
    expect(await look(CREDIT_NOTE)).toMatchObject({ outcome: 'registered', registered: true });
  });

  it('requests list and metadata in parallel', async () => {
    publish([INVOICE]);
    let answered = 0;
    double.smp.trouble = () => {
      answered += 1;
      return null;
    };
    double.smp.latency = 500;
    const result = look(INVOICE);
    await expect.poll(() => double.smp.requests.length).toBe(2);
    expect(answered).toBe(0);
    expect(await result).toMatchObject({
      outcome: 'registered',
      trace: [{ step: 'dns' }, { step: 'service_group' }, { step: 'service_metadata' }],
    });
  });

  it('unknown: DNS fails', async () => {
    double.dns.trouble = () => 'SERVFAIL';
    expect(await look()).toMatchObject({ outcome: 'unknown', registered: null, reason: 'dns_failed' });
  });

  it('unknown: DNS names an SMP that does not have the participant', async () => {
    double.enter(P);
    expect(await look()).toMatchObject({
      outcome: 'unknown',
      registered: null,
      reason: 'smp_contradicts_dns',
      trace: [{ result: 'found' }, { result: 'absent' }],
    });
  });

  it('unknown: the SMP lists a document type without metadata', async () => {
    publish([INVOICE]);
    double.smp.pages.delete(metadataPath(P, INVOICE));
    expect(await look(INVOICE)).toMatchObject({ outcome: 'unknown', reason: 'smp_contradicts_itself' });
    // Without a document type the participant is registered, but its types are unknown.
    expect(await look()).toMatchObject({
      outcome: 'registered',
      document_types: [{ metadata: 'unknown', reason: 'smp_contradicts_itself' }],
    });
  });
});

describe('a failing SMP is unknown, never absent', () => {
  it.each<[SmpTrouble, string]>([
    [{ does: 'status', status: 500 }, 'smp_error'],
    [{ does: 'status', status: 403 }, 'smp_error'],
    [{ does: 'status', status: 429 }, 'smp_busy'],
    [{ does: 'status', status: 302, headers: { location: '/again' } }, 'smp_redirected'],
    [{ does: 'status', status: 302, headers: { location: 'http://smp.test/' } }, 'smp_redirected'],
    [{ does: 'drop' }, 'smp_unreachable'],
    [{ does: 'cut' }, 'smp_unreachable'],
    [{ does: 'huge' }, 'smp_too_large'],
    [{ does: 'babble' }, 'smp_not_http'],
    [{ does: 'body', body: '' }, 'smp_not_xml'],
    [{ does: 'body', body: '<a><b></a>' }, 'smp_not_xml'],
    [{ does: 'body', body: '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>' }, 'smp_not_xml'],
    [{ does: 'body', body: `<a>${'<a>'.repeat(60)}`, type: 'text/html' }, 'smp_not_xml'],
    [{ does: 'body', body: '<html><body>Welcome</body></html>', type: 'text/html' }, 'smp_unexpected'],
    [{ does: 'body', body: groupXml('0245:1111111111', 'https://x', [INVOICE]) }, 'smp_other_participant'],
    [{ does: 'body', body: groupXml(P, 'https://x', ['no scheme']) }, 'smp_unexpected'],
  ])('%j: %s', async (trouble, reason) => {
    publish();
    double.smp.trouble = () => trouble;
    expect(await look(INVOICE)).toMatchObject({ outcome: 'unknown', registered: null, reason });
  });

  it.each<[SmpTrouble]>([[{ does: 'hang' }], [{ does: 'drip' }]])(
    '%j: the caller gets a result within its time limit',
    async (trouble) => {
      publish();
      double.smp.trouble = () => trouble;
      const found = await peppol.lookup(P, { documentType: INVOICE, timeLimit: 200 });
      expect(found).toMatchObject({ outcome: 'unknown', registered: null, reason: 'time_over' });
    },
  );

  it('accepts a wrong content type when the content is valid', async () => {
    publish([INVOICE]);
    const body = double.smp.pages.get(groupPath(P))!;
    double.smp.trouble = (path) => (path === groupPath(P) ? { does: 'body', body, type: 'text/plain' } : null);
    expect(await look(INVOICE)).toMatchObject({ outcome: 'registered' });
  });

  it('pauses requests after five failures', async () => {
    publish();
    double.smp.trouble = () => ({ does: 'status', status: 503 });
    for (let count = 0; count < 5; count++) await look(INVOICE);
    const before = double.smp.requests.length;
    expect(await look(INVOICE)).toMatchObject({ outcome: 'unknown', reason: 'smp_paused' });
    expect(double.smp.requests.length).toBe(before);
  });
});

describe('SMP addresses are untrusted', () => {
  it.each([
    ['http://smp.test', 'smp_insecure'],
    ['https://127.0.0.1', 'smp_address_refused'],
    ['https://[::1]', 'smp_address_refused'],
    ['https://169.254.169.254', 'smp_address_refused'],
    ['https://0x7f000001', 'smp_address_refused'],
    ['https://2130706433', 'smp_address_refused'],
    ['https://[::ffff:10.0.0.1]', 'smp_address_refused'],
    ['https://localhost', 'smp_address_refused'],
    ['https://inside.test', 'smp_address_refused'],
    ['https://nowhere.test', 'smp_host_unknown'],
    ['https://user:secret@smp.test', 'smp_unexpected'],
  ])('%s: %s', async (url, reason) => {
    double.dns.records.set('inside.test', [{ type: 'A', data: '10.1.2.3' }]);
    double.enter(P, url);
    expect(await look()).toMatchObject({ outcome: 'unknown', reason });
  });

  it('does not follow a redirect into a private network', async () => {
    publish([INVOICE]);
    double.smp.trouble = () => ({ does: 'status', status: 307, headers: { location: 'https://127.0.0.1/' } });
    expect(await look()).toMatchObject({ outcome: 'unknown', reason: 'smp_address_refused' });
  });

  it('does not trust a host with an untrusted certificate', async () => {
    publish();
    const strict = makePeppol({
      ...double.parts,
      metrics: makeMetrics('test'),
      tls: { ca: double.pki.root.cert },
      db: database.db,
      now: () => now,
    });
    const found = await strict.lookup(P, { documentType: null, maxAge: 0 });
    await strict.close();
    expect(found).toMatchObject({ outcome: 'unknown', reason: 'smp_tls' });
  });

  it('reads links in a service group without following them', async () => {
    publish([INVOICE]);
    double.smp.pages.set(groupPath(P), groupXml(P, 'http://169.254.169.254', [INVOICE]));
    expect(await look(INVOICE)).toMatchObject({ outcome: 'registered' });
  });
});

describe('redirect to another SMP', () => {
  const other = '/other';
  const redirect = (href: string, uid: string): void => {
    double.enter(P);
    double.smp.pages.set(groupPath(P), groupXml(P, double.smpUrl, [INVOICE]));
    double.smp.pages.set(metadataPath(P, INVOICE), signXml(redirectXml(href, uid), double.pki.smp));
  };

  it('is followed when the announced certificate signed the metadata', async () => {
    redirect(`${double.smpUrl}${other}`, 'CN=PSM000001,O=Test,C=SK');
    const metadata = metadataXml(P, INVOICE, { certificate: double.pki.accessPoint });
    double.smp.pages.set(other, signXml(metadata, double.pki.smp));
    const found = await look(INVOICE);
    expect(found).toMatchObject({ outcome: 'registered' });
    expect(found.trace.at(-1)).toMatchObject({ step: 'redirect', result: 'found' });
  });

  it.each([['CN=PSM999999,O=Test,C=SK'], [''], ['PSM99']])(
    'is rejected when another certificate signed the metadata: %j',
    async (uid) => {
      redirect(`${double.smpUrl}${other}`, uid);
      const metadata = metadataXml(P, INVOICE, { certificate: double.pki.accessPoint });
      double.smp.pages.set(other, signXml(metadata, double.pki.smp));
      expect(await look(INVOICE)).toMatchObject({ outcome: 'unknown', reason: 'redirect_signer' });
    },
  );

  it('is not followed twice', async () => {
    redirect(`${double.smpUrl}${other}`, 'CN=PSM000001');
    double.smp.pages.set(other, signXml(redirectXml(`${double.smpUrl}${other}`, 'CN=PSM000001'), double.pki.smp));
    expect(await look(INVOICE)).toMatchObject({ outcome: 'unknown', reason: 'redirect_again' });
  });

  it.each([
    ['http://smp.test/x', 'smp_insecure'],
    ['https://10.0.0.1/x', 'smp_address_refused'],
    ['file:///etc/passwd', 'smp_insecure'],
    ['', 'smp_insecure'],
  ])('does not lead to %j: %s', async (href, reason) => {
    redirect(href, 'CN=PSM000001');
    expect(await look(INVOICE)).toMatchObject({ outcome: 'unknown', reason });
  });
});

describe('cache', () => {
  it('returns findings for an hour, respects maxAge, and shares one request among concurrent calls', async () => {
    publish([INVOICE]);
    double.smp.latency = 200;
    const many = await Promise.all(Array.from({ length: 20 }, () => look(INVOICE)));
    expect(new Set(many.map(({ outcome }) => outcome))).toEqual(new Set(['registered']));
    expect(double.smp.requests.length).toBe(2);
    now += 3_599_000;
    expect(await peppol.lookup(P, { documentType: INVOICE })).toMatchObject({ cached: true, age_seconds: 3599 });
    expect(await peppol.lookup(P, { documentType: INVOICE, maxAge: 3599 })).toMatchObject({ cached: false });
  });

  it('caches negative lookups for 10 minutes', async () => {
    const participant = '0245:2120123456';
    expect(await peppol.lookup(participant, { documentType: null })).toMatchObject({ cached: false });
    now += 599_000;
    expect(await peppol.lookup(participant, { documentType: null })).toMatchObject({ cached: true });
    now += 1_000;
    expect(await peppol.lookup(participant, { documentType: null })).toMatchObject({ cached: false });
  });

  it('returns a finding of the last day, marked as stale, when the lookup fails', async () => {
    publish([INVOICE]);
    await look(INVOICE);
    double.smp.trouble = () => ({ does: 'status', status: 500 });
    now += 7_200_000;
    expect(await look(INVOICE)).toMatchObject({
      outcome: 'registered',
      cached: true,
      stale: true,
      age_seconds: 7200,
      trace: expect.arrayContaining([expect.objectContaining({ step: 'service_group', result: 'smp_error' })]),
    });
    now += 23 * 3_600_000;
    expect(await look(INVOICE)).toMatchObject({ outcome: 'unknown', registered: null });
  });
});

it('reports endpoints that do not receive currently', async () => {
  const { pki } = double;
  const old = pki.make('PSK000002', { from: new Date(now - 9e8), to: new Date(now - 8e8) });
  const cases = [
    [{ certificate: pki.accessPoint, activation: '2999-01-01T00:00:00' }, 'not_yet_active'],
    [{ certificate: pki.accessPoint, expiration: '2020-01-01T00:00:00+01:00' }, 'expired'],
    [{ certificate: old }, 'certificate_expired'],
    [{ certificate: { ...old, cert: 'AAAA' } }, 'certificate_unreadable'],
  ] as const;
  for (const [service, state] of cases) {
    double.enter(P);
    double.smp.publish(P, [INVOICE], service, pki.smp);
    const found = await look(INVOICE);
    expect(found.document_types[0]!.processes[0]!.endpoints[0]!.state).toBe(state);
    expect(found.outcome).toBe('registered');
    expect(canReceive(found)).toBe(false);
  }
});

it('uses a wildcard for the document types of its family (PINT)', async () => {
  const root = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:billing-1';
  publish([`peppol-doctype-wildcard::${root}*::2.1`]);
  expect(await look(`busdox-docid-qns::${root}@sk-1::2.1`)).toMatchObject({ outcome: 'registered' });
  expect(await look(`busdox-docid-qns::${root}0::2.1`)).toMatchObject({ outcome: 'document_type_not_supported' });
});
