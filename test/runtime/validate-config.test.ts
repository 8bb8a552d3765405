import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemsOfStart } from '../../src/platform/validate-config.ts';
import { makeCertificate } from '../support/certificate.ts';

let folder: string;
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-start-problems-'));
  const pair = makeCertificate('one', { hosts: ['127.0.0.1'] });
  writeFileSync(at('one.crt'), pair.cert);
  writeFileSync(at('one.key'), pair.key);
  writeFileSync(at('other.key'), makeCertificate('two', { hosts: ['127.0.0.1'] }).key);
  writeFileSync(at('damaged.crt'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
  mkdirSync(at('anchors'));
  writeFileSync(at('anchors/one.pem'), pair.cert);
  writeFileSync(at('anchors/readme.txt'), 'no certificate');
  mkdirSync(at('nothing'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('TLS certificate and key', () => {
  const tls = (cert: string, key: string) => ({ TLS_CERT: at(cert), TLS_KEY: at(key) });

  it('are read and must match', () => {
    expect(problemsOfStart(tls('one.crt', 'one.key'), null)).toEqual([]);
    expect(problemsOfStart(tls('none.crt', 'none.key'), ['api'])).toEqual([
      'The file of TLS_CERT cannot be read (ENOENT)',
      'The file of TLS_KEY cannot be read (ENOENT)',
    ]);
    expect(problemsOfStart(tls('one.crt', 'other.key'), null)).toEqual([
      expect.stringMatching(/^TLS_CERT and TLS_KEY make no pair of certificate and key: /),
    ]);
  });

  it('are rejected when their key types differ, which OpenSSL accepts', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(at('rsa.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    expect(problemsOfStart(tls('one.crt', 'rsa.key'), null)).toEqual([
      'TLS_CERT and TLS_KEY make no pair of certificate and key: the key is that of another certificate',
    ]);
  });

  it('are checked for the API only', () => {
    expect(problemsOfStart(tls('none.crt', 'none.key'), ['workers', 'sftp'])).toEqual([]);
  });
});

it('trust anchors must exist and be readable', () => {
  const problems = (variables: Record<string, string>) => problemsOfStart(variables, ['workers']);
  expect(problems({ TSA_CA: at('one.crt'), PEPPOL_TRUST_ANCHORS: at('anchors') })).toEqual([]);
  expect(problems({ TSA_CA: at('none.crt'), PEPPOL_TRUST_ANCHORS: at('none') })).toEqual([
    'The file of TSA_CA cannot be read (ENOENT)',
    'The file of PEPPOL_TRUST_ANCHORS cannot be read (ENOENT)',
  ]);
  expect(problems({ TSA_CA: at('one.key'), PEPPOL_TRUST_ANCHORS: at('nothing') })).toEqual([
    'TSA_CA names no certificate in PEM',
    'PEPPOL_TRUST_ANCHORS names no certificate in PEM',
  ]);
  expect(problems({ TSA_CA: at('damaged.crt') })).toEqual(['TSA_CA names a certificate that cannot be read']);
});

it('ports of one process must differ', () => {
  expect(problemsOfStart({ METRICS_PORT: '8080', SFTP_PORT: '2222' }, null)).toEqual([
    'METRICS_PORT is the same as PORT. Each needs its own port',
  ]);
  expect(problemsOfStart({ PORT: '2222', SFTP_PORT: '2222' }, null)).toHaveLength(1);
  // Port 0, different addresses, or a process that does not listen there.
  expect(problemsOfStart({ PORT: '0', METRICS_PORT: '0' }, null)).toEqual([]);
  expect(problemsOfStart({ HOST: '10.0.0.1', METRICS_PORT: '8080' }, null)).toEqual([]);
  expect(problemsOfStart({ METRICS_PORT: '8080' }, ['workers'])).toEqual([]);
});

it('workers must have at least one pool', () => {
  const none = { WORKER_CONCURRENCY: 'cpu=0,browser=0,network=0,sending=0,delivery=0,upkeep=0' };
  expect(problemsOfStart(none, null)).toEqual([
    'WORKER_CONCURRENCY disables every pool of this process. At least one value must be greater than 0',
  ]);
  expect(problemsOfStart(none, ['api'])).toEqual([]);
  expect(
    problemsOfStart({ WORKER_CONCURRENCY: 'cpu=0,browser=0,network=0,sending=0,delivery=0' }, ['workers']),
  ).toEqual([]);
});
