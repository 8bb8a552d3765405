import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { examine } from '../../src/cli/check-config.ts';
import { runCli } from '../support/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'einvoice-check-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const COMPLETE = {
  ENVIRONMENT: 'production',
  DATABASE_URL: 'postgres://u:p@db/x',
  PUBLIC_URL: 'https://einvoice.example.com',
  LOG_ORIGIN: 'einvoice.example.com/log',
  EVIDENCE_SECRET: 'e'.repeat(32),
  SECRETS_KEY: 's'.repeat(32),
  TRUSTED_PROXIES: '1',
  PEPPOL_TRUST_ANCHORS: '',
};

/** Names at the beginning of the sentences. */
const namesIn = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => /^ {2}- (\w+)/.exec(line)?.slice(1) ?? []);

it('reports every error, misspelled name and missing variable at once', () => {
  const { lines, exitCode } = examine(
    { ENVIRONMENT: 'production', DATABSE_URL: 'x', PORT: 'abc', EVIDENCE_SECRET_FILE: '/nowhere' },
    null,
  );
  expect(exitCode).toBe(1);
  expect(lines).toEqual(
    expect.arrayContaining([
      'The configuration is invalid:',
      '  - EVIDENCE_SECRET_FILE cannot be read: /nowhere (ENOENT)',
      '  - PORT must be a whole number from 0 to 65535',
      '  - DATABSE_URL: did you mean DATABASE_URL?',
      'ENVIRONMENT=production is set, and these variables must be set with it:',
    ]),
  );
  // EVIDENCE_SECRET is reported as unreadable, not as missing.
  expect(namesIn(lines)).toEqual([
    'EVIDENCE_SECRET_FILE',
    'PORT',
    'DATABSE_URL',
    'PUBLIC_URL',
    'SECRETS_KEY',
    'DATABASE_URL',
    'TRUSTED_PROXIES',
    'PEPPOL_TRUST_ANCHORS',
  ]);
});

describe('exit code', () => {
  it('is 0 for a sandbox that lacks what only production needs', () => {
    const { lines, exitCode } = examine({}, null);
    expect(exitCode).toBe(0);
    expect(lines).toContain('Before ENVIRONMENT=production is set, these variables must be set:');
  });

  it('is 0 in production when only recommended variables are missing', () => {
    const { lines, exitCode } = examine(COMPLETE, null);
    expect([exitCode, namesIn(lines)]).toEqual([0, ['PEPPOL_TRUST_ANCHORS']]);
  });

  it.each(['PUBLIC_URL', 'EVIDENCE_SECRET', 'SECRETS_KEY'])('is 1 in production without %s', (name) => {
    const { lines, exitCode } = examine({ ...COMPLETE, LOG_ORIGIN: '', [name]: '' }, null);
    expect([exitCode, namesIn(lines)[0]]).toEqual([1, name]);
  });

  it('is 1 for a misspelled name', () => {
    expect(examine({ ...COMPLETE, METRICS_PROT: '9464' }, null).exitCode).toBe(1);
  });

  it('is 1 for a start with --run= without a database', () => {
    expect(examine({ ...COMPLETE, DATABASE_URL: '' }, null).exitCode).toBe(0);
    expect(examine({ ...COMPLETE, DATABASE_URL: '' }, ['api']).exitCode).toBe(1);
  });
});

it('recommends a proxy or a certificate, separate metrics, and encrypted addresses', () => {
  const variables = { ...COMPLETE, HOST: '0.0.0.0', PUBLIC_URL: 'http://x.example', TRUSTED_PROXIES: '0' };
  expect(namesIn(examine({ ...variables, SMP_ALLOW_INSECURE: 'true' }, null).lines)).toEqual([
    'PUBLIC_URL',
    'METRICS_PORT',
    'TRUSTED_PROXIES',
    'PEPPOL_TRUST_ANCHORS',
    'SMP_ALLOW_INSECURE',
  ]);
});

it('reports that nothing is missing', () => {
  const anchors = join(folder, 'anchors.pem');
  writeFileSync(anchors, '');
  expect(examine({ ...COMPLETE, PEPPOL_TRUST_ANCHORS: anchors }, ['sftp'])).toEqual({
    lines: ['The configuration is valid.', 'Nothing is missing for production.'],
    exitCode: 0,
  });
});

it('prints the result without connecting to anything', async () => {
  const fine = await runCli(['check-config'], { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x', REDIS_URL: '' });
  expect(fine).toMatchObject({ code: 0, out: expect.stringContaining('The configuration is valid.') });
  const wrong = await runCli(['check-config', '--run=api'], { PORT: 'x' });
  expect(wrong).toMatchObject({ code: 1, out: expect.stringContaining('DATABASE_URL is required with --run=') });
  expect(await runCli(['check-config', '--run=cleaner'], {})).toMatchObject({ code: 2, out: '' });
});
