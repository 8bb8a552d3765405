import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FindSmp, makeFindSmp, toSmlName } from '../../src/modules/peppol/sml.ts';
import { type DnsDouble, type DnsTrouble, naptrTo, startDnsDouble } from '../support/dns-double.ts';

const ZONE = 'participant.sml.test';
const OLD = 'edelivery.old.test';
const PARTICIPANT = '0245:2020317068';
const NAME = toSmlName(PARTICIPANT, ZONE);
const URL_ = 'https://smp.example';
let dns: DnsDouble;
let sml: FindSmp;
beforeAll(async () => {
  dns = await startDnsDouble();
});
afterAll(() => dns.close());
beforeEach(() => {
  dns.records.clear();
  dns.records.set(toSmlName('9915:test', ZONE), [naptrTo(URL_)]);
  dns.trouble = () => null;
  dns.follows = true;
  dns.truncates = false;
  dns.requests.length = 0;
  sml = make([ZONE]);
});
const make = (zones: string[], timeLimit = 300_000) =>
  makeFindSmp({ zones, servers: [dns.address], now: () => 0, timeLimit, tries: 1 });
const fault = (reason: string) => expect.objectContaining({ reason });

it('finds the SMP that the U-NAPTR record names', async () => {
  dns.records.set(NAME, [naptrTo(`${URL_}/`)]);
  expect(await sml.find(PARTICIPANT)).toEqual({ outcome: 'found', smpUrl: URL_, name: NAME });
});

it('selects the record with the lowest order, then preference, and only of the service Meta:SMP (RFC 3403, 4.1)', async () => {
  dns.records.set(NAME, [
    naptrTo('https://c.example', { order: 200, preference: 1 }),
    naptrTo('https://b.example', { order: 100, preference: 20 }),
    naptrTo('https://a.example', { order: 100, preference: 10 }),
    naptrTo('https://other.example', { order: 1, services: 'Meta:OTHER' }),
    naptrTo('https://terminal.example', { order: 1, flags: 'S' }),
  ]);
  expect(await sml.find(PARTICIPANT)).toMatchObject({ smpUrl: 'https://a.example' });
});

describe('aliases', () => {
  it.each([true, false])('follows a CNAME, with a resolver that follows it too: %s', async (follows) => {
    dns.follows = follows;
    dns.records.set(NAME, [{ type: 'CNAME', data: 'a.elsewhere.test' }]);
    dns.records.set('a.elsewhere.test', [{ type: 'CNAME', data: 'b.elsewhere.test' }]);
    dns.records.set('b.elsewhere.test', [naptrTo(URL_)]);
    expect(await sml.find(PARTICIPANT)).toMatchObject({ outcome: 'found', smpUrl: URL_ });
  });

  it.each([true, false])(
    'follows a zone that is a DNAME of another (RFC 6672), with a resolver that follows it too: %s',
    async (follows) => {
      dns.follows = follows;
      dns.records.set(ZONE, [{ type: 'DNAME', data: OLD }]);
      dns.records.set(toSmlName(PARTICIPANT, OLD), [naptrTo(URL_)]);
      expect(await sml.find(PARTICIPANT)).toMatchObject({ outcome: 'found', smpUrl: URL_ });
      expect(await sml.find('0245:2120123456')).toMatchObject({ outcome: 'absent' });
    },
  );

  it('reports a circular alias as unknown, not as absent', async () => {
    dns.follows = false;
    dns.records.set(NAME, [{ type: 'CNAME', data: 'a.elsewhere.test' }]);
    dns.records.set('a.elsewhere.test', [{ type: 'CNAME', data: NAME }]);
    await expect(sml.find(PARTICIPANT)).rejects.toEqual(fault('dns_alias_loop'));
  });
});

describe('absent versus unknown', () => {
  it('NXDOMAIN is absent', async () => {
    expect(await sml.find(PARTICIPANT)).toEqual({ outcome: 'absent', name: NAME });
  });
  it('a name without U-NAPTR records is absent', async () => {
    dns.records.set(NAME, [{ type: 'A', data: '192.0.2.1' }]);
    expect(await sml.find(PARTICIPANT)).toMatchObject({ outcome: 'absent' });
  });
  it.each<[DnsTrouble, string]>([
    ['SERVFAIL', 'dns_failed'],
    ['REFUSED', 'dns_failed'],
    ['garbage', 'dns_failed'],
    ['silence', 'dns_timeout'],
  ])('%s is unknown', async (trouble, reason) => {
    dns.trouble = () => trouble;
    const hasty = make([ZONE], trouble === 'silence' ? 150 : undefined);
    await expect(hasty.find(PARTICIPANT)).rejects.toEqual(fault(reason));
  });
  it('a failure only at the alias is unknown', async () => {
    dns.records.set(NAME, [{ type: 'CNAME', data: 'a.elsewhere.test' }]);
    dns.follows = false;
    dns.trouble = (name) => (name === 'a.elsewhere.test' ? 'SERVFAIL' : null);
    await expect(sml.find(PARTICIPANT)).rejects.toEqual(fault('dns_failed'));
  });
  it.each(['!.*!not a url!', '!foo!https://smp.example!', '', '!.*!ftp://smp.example!'])(
    'an unreadable record is unknown: %j',
    async (regexp) => {
      dns.records.set(NAME, [naptrTo('', { regexp })]);
      await expect(sml.find(PARTICIPANT)).rejects.toEqual(fault('dns_record_unreadable'));
    },
  );
  it('NXDOMAIN for the zone is reported as unknown, not as absent', async () => {
    await expect(make(['no-such-zone.test']).find(PARTICIPANT)).rejects.toEqual(fault('zone_missing'));
  });
});

it('retries over TCP when the response is truncated (RFC 1035, 4.2.1)', async () => {
  dns.truncates = true;
  dns.records.set(NAME, [naptrTo(URL_)]);
  expect(await sml.find(PARTICIPANT)).toMatchObject({ outcome: 'found', smpUrl: URL_ });
  expect(dns.requests).toContain(`NAPTR ${NAME} tcp`);
});

describe('several zones', () => {
  it('finds in the second zone a participant that the first lacks', async () => {
    dns.records.set(toSmlName(PARTICIPANT, OLD), [naptrTo(URL_)]);
    expect(await make([ZONE, OLD]).find(PARTICIPANT)).toMatchObject({ outcome: 'found' });
  });
  it('is unknown when one zone fails and the other has no entry', async () => {
    dns.records.set(toSmlName('9915:test', OLD), [naptrTo(URL_)]);
    dns.trouble = (name) => (name.endsWith(ZONE) ? 'SERVFAIL' : null);
    await expect(make([ZONE, OLD]).find(PARTICIPANT)).rejects.toEqual(fault('dns_failed'));
  });
});
