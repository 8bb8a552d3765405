import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { SourceFault } from '../../src/modules/vat/index.ts';
import { readVatNumber } from '../../src/modules/vat/number.ts';
import { makeViesRest } from '../../src/modules/vat/vies/rest.ts';
import { makeViesSoap } from '../../src/modules/vat/vies/soap.ts';
import { makeDnsResolve, makeHttpClient } from '../../src/platform/index.ts';
import { makeCertificate } from '../support/certificate.ts';
import { type FakeAnswer, startFakeDns } from '../support/fake-dns.ts';

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const CHANNELS = { rest: makeViesRest, soap: makeViesSoap };
type Name = keyof typeof CHANNELS;

async function faultOf(name: Name, url: string, options: Parameters<typeof makeHttpClient>[0]): Promise<SourceFault> {
  const http = makeHttpClient({ allow: ['127.0.0.1'], ...options });
  stops.push(http.close);
  const read = readVatNumber('SK2020317068');
  if (!read.ok) throw new Error('the number is good');
  const query = { number: read.number, requester: null, trader: null };
  const fault = await CHANNELS[name]({ http, url })
    .ask(query, { timeLimit: 300_000 })
    .catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(SourceFault);
  return fault as SourceFault;
}

describe.each(['rest', 'soap'] as const)('VIES over %s', (name) => {
  it.each([
    ['NXDOMAIN', 'ENOTFOUND'],
    ['SERVFAIL', 'ESERVFAIL'],
    [[], 'ENODATA'],
  ] as const)('DNS result %j is a transient fault (%s), never a verdict', async (dnsAnswer, code) => {
    const dns = await startFakeDns(() => dnsAnswer as FakeAnswer);
    stops.push(dns.stop);
    const resolve = makeDnsResolve({ servers: [dns.address], timeLimit: 300_000, tries: 1 });
    const fault = await faultOf(name, 'http://vies.example/x', { resolve });
    expect(fault).toMatchObject({ kind: 'connection', code, isTransient: true });
  });

  it.each([
    ['of an untrusted issuer', ['127.0.0.1'], 'none', /SELF_SIGNED|UNABLE_TO/],
    ['of another host', ['vies.example'], 'own', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('a certificate %s is a transient fault, and no request is sent', async (_, hosts, trusted, code) => {
    const certificate = makeCertificate('a VIES', { hosts });
    let requests = 0;
    const server = createServer(certificate, (_request, response) => {
      requests++;
      response.end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    stops.push(() => new Promise((done) => server.close(done)));
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
    const fault = await faultOf(name, url, trusted === 'own' ? { tls: { ca: certificate.cert } } : {});
    expect(fault).toMatchObject({ kind: 'connection', isTransient: true });
    expect(fault.code).toMatch(code);
    expect(requests).toBe(0);
  });
});
