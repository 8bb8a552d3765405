import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpClientOptions, type HttpFault, makeDnsResolve, makeHttpClient } from '../../src/platform/index.ts';
import { type FakeAnswer, startFakeDns } from '../support/fake-dns.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

const stops: (() => Promise<void>)[] = [];
let inner: Receiver;
let connections = 0;

beforeAll(async () => {
  inner = await startReceiver((_, response) => {
    connections++;
    response.end('secret');
  });
  stops.push(inner.stop);
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

function clientOf(options: HttpClientOptions = {}) {
  const client = makeHttpClient({ timeLimit: 300_000, ...options });
  stops.push(client.close);
  return client;
}

const faultOf = async (response: Promise<unknown>): Promise<HttpFault> => {
  const error = await response.then(
    () => null,
    (thrown) => thrown,
  );
  expect(error).toMatchObject({ name: 'HttpFault' });
  return error;
};

describe('private-address guard', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    '127.0.0.1.',
    'localhost',
  ])('blocks http://%s without connecting', async (host) => {
    const before = inner.connections();
    const client = clientOf();
    const url = `http://${host}:${inner.port}/`;
    expect((await faultOf(client.request({ url }))).kind).toBe('refused_address');
    expect((await faultOf(client.check(url))).kind).toBe('refused_address');
    expect(inner.connections()).toBe(before);
  });

  it.each(['http://169.254.169.254/latest/meta-data', 'http://[fd00:ec2::254]/', 'http://100.100.100.200/'])(
    'blocks the metadata service %s without a delay',
    async (url) => {
      expect((await faultOf(clientOf().request({ url }))).kind).toBe('refused_address');
    },
  );

  it('rejects other schemes, URLs with credentials, and invalid URLs', async () => {
    for (const url of ['file:///etc/passwd', 'ftp://a.example/', 'http://me:secret@a.example/', 'a.example', '']) {
      const fault = await faultOf(clientOf().request({ url }));
      expect(fault.kind).toBe('url');
      expect(fault.message).not.toContain('secret');
    }
  });

  it('allows configured private addresses', async () => {
    const client = clientOf({ allow: ['127.0.0.0/8'] });
    expect((await client.request({ url: inner.url })).body.toString()).toBe('secret');
  });

  it('blocks a redirect to a private address, at every hop', async () => {
    const outer = await startReceiver((request, response) => {
      response.writeHead(307, { location: request.url === '/1' ? `http://127.0.0.2:${inner.port}/` : '/1' }).end();
    });
    stops.push(outer.stop);
    const before = connections;
    const client = clientOf({ allow: ['127.0.0.1'] });
    const fault = await faultOf(client.request({ url: `${outer.url}/0`, redirects: 5 }));
    expect(fault).toMatchObject({ kind: 'refused_address', host: '127.0.0.2' });
    expect(connections).toBe(before);
  });
});

describe('host names', () => {
  const zone: Record<string, (type: 'A' | 'AAAA') => FakeAnswer> = {};

  async function resolverOf(timeLimit = 300_000) {
    const dns = await startFakeDns((name, type) => zone[name]?.(type) ?? 'NXDOMAIN');
    stops.push(dns.stop);
    return makeDnsResolve({ servers: [dns.address], timeLimit, tries: 1 });
  }

  it('blocks a name with a private address, even among public ones', async () => {
    zone['inside.example'] = (type) => (type === 'A' ? ['127.0.0.1'] : []);
    zone['mixed.example'] = (type) => (type === 'A' ? ['192.0.43.8', '10.0.0.1'] : []);
    zone['six.example'] = (type) => (type === 'A' ? ['192.0.43.8'] : ['fd00::1']);
    const client = clientOf({ resolve: await resolverOf() });
    for (const name of ['inside.example', 'mixed.example', 'six.example']) {
      expect(await faultOf(client.request({ url: `http://${name}:${inner.port}/` }))).toMatchObject({
        kind: 'refused_address',
        host: name,
      });
      expect((await faultOf(client.check(`http://${name}/`))).kind).toBe('refused_address');
    }
  });

  it('a name whose address changes after the check gains nothing (DNS rebinding)', async () => {
    let lookups = 0;
    zone['rebinding.example'] = (type) => (type === 'A' ? [lookups++ === 0 ? '192.0.43.8' : '127.0.0.1'] : []);
    const client = clientOf({ resolve: await resolverOf() });
    const url = `http://rebinding.example:${inner.port}/`;
    const before = inner.connections();
    await client.check(url);
    expect((await faultOf(client.request({ url }))).kind).toBe('refused_address');
    expect(lookups).toBe(2);
    expect(inner.connections()).toBe(before);
  });

  it('connects to the address that was checked, with one lookup', async () => {
    let lookups = 0;
    zone['allowed.example'] = (type) => {
      if (type === 'A') lookups++;
      return type === 'A' ? [lookups === 1 ? '127.0.0.1' : '10.0.0.1'] : [];
    };
    const client = clientOf({ resolve: await resolverOf(), allow: ['127.0.0.1'] });
    const url = `http://allowed.example:${inner.port}/`;
    expect((await client.request({ url })).status).toBe(200);
    expect(lookups).toBe(1);
  });

  it('distinguishes a name that does not exist from a failed lookup', async () => {
    zone['empty.example'] = () => [];
    zone['broken.example'] = () => 'SERVFAIL';
    zone['silent.example'] = () => 'silence';
    const client = clientOf({ resolve: await resolverOf() });
    const hasty = clientOf({ resolve: await resolverOf(200) });
    const kindOf = async (name: string, from = client) => {
      const { kind, code } = await faultOf(from.request({ url: `http://${name}/` }));
      return [kind, code];
    };
    expect(await kindOf('nowhere.example')).toEqual(['dns_not_found', 'ENOTFOUND']);
    expect(await kindOf('empty.example')).toEqual(['dns_not_found', 'ENODATA']);
    expect(await kindOf('broken.example')).toEqual(['dns_failed', 'ESERVFAIL']);
    expect(await kindOf('silent.example', hasty)).toEqual(['dns_failed', 'ETIMEOUT']);
  });

  it('accepts addresses of one family when the lookup of the other fails', async () => {
    zone['half.example'] = (type) => (type === 'A' ? ['127.0.0.1'] : 'SERVFAIL');
    const client = clientOf({ resolve: await resolverOf(), allow: ['127.0.0.1'] });
    expect((await client.request({ url: `http://half.example:${inner.port}/` })).status).toBe(200);
  });

  it('resolves localhost to this machine without a lookup (RFC 6761)', async () => {
    const client = clientOf({ resolve: await resolverOf() });
    expect((await faultOf(client.check('http://a.localhost/'))).kind).toBe('refused_address');
  });
});
