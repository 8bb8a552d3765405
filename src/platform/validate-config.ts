/** Checks before startup: incompatible variables, and missing or invalid files. */
import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { POOLS } from '../lib/pools.ts';
import { checkTlsPair } from './tls-pair.ts';

const PEM = '-----BEGIN CERTIFICATE-----';

type Variables = Readonly<Record<string, string | undefined>>;

/** Roles that run in this start; null: all. */
export type Roles = readonly string[] | null;

const has = (roles: Roles, role: string): boolean => roles === null || roles.includes(role);

/** Lists everything that would end a role of this start or leave it without work, one sentence each. */
export function problemsOfStart(variables: Variables, roles: Roles): string[] {
  return [
    ...problemsOfPorts(variables, roles),
    ...(has(roles, 'api') ? problemsOfPair(variables) : []),
    ...(has(roles, 'workers') ? problemsOfPools(variables) : []),
    ...(has(roles, 'api') || has(roles, 'workers') ? problemsOfAnchors(variables) : []),
  ];
}

export const problemsOfDatabase = ({ DATABASE_URL = '', DATABASE_DIRECT_URL = '' }: Variables): string[] =>
  DATABASE_DIRECT_URL !== '' && DATABASE_URL === ''
    ? ['DATABASE_DIRECT_URL is the same database as DATABASE_URL without its pooler: DATABASE_URL is required with it']
    : [];

export function problemsOfTls({ TLS_CERT = '', TLS_KEY = '' }: Variables): string[] {
  if ((TLS_CERT === '') === (TLS_KEY === '')) return [];
  return [`${TLS_CERT === '' ? 'TLS_CERT' : 'TLS_KEY'} is required with ${TLS_CERT === '' ? 'TLS_KEY' : 'TLS_CERT'}`];
}

/** Variables that are required when roles run in separate processes, which cannot share generated secrets. */
export function problemsOfRoles({ DATABASE_URL = '', EVIDENCE_SECRET = '', ENVIRONMENT }: Variables): string[] {
  const problems: string[] = [];
  if (DATABASE_URL === '')
    problems.push('DATABASE_URL is required with --run=. Without --run= the service starts its own database');
  if (EVIDENCE_SECRET === '' && ENVIRONMENT === 'production') {
    problems.push(
      'EVIDENCE_SECRET is required with --run= in production, with the same value for all processes. Otherwise each machine encrypts its signing keys with its own secret, which is lost with its disk',
    );
  }
  return problems;
}

/** Two listeners on the same address: the second would fail and restart forever. */
function problemsOfPorts(variables: Variables, roles: Roles): string[] {
  const { HOST = '', METRICS_HOST = '', METRICS_PORT = '', SFTP_HOST = '', SFTP_PORT = '' } = variables;
  const host = HOST || '127.0.0.1';
  const places = new Map<string, string>();
  const problems: string[] = [];
  const add = (name: string, at: string, port: string): void => {
    if (port === '' || Number(port) === 0) return;
    const key = `${at} ${Number(port)}`;
    const other = places.get(key);
    if (other !== undefined) problems.push(`${name} is the same as ${other}. Each needs its own port`);
    places.set(key, name);
  };
  if (has(roles, 'api')) add('PORT', host, variables.PORT || '8080');
  add('METRICS_PORT', METRICS_HOST || '127.0.0.1', METRICS_PORT);
  if (has(roles, 'sftp')) add('SFTP_PORT', SFTP_HOST || host, SFTP_PORT);
  return problems;
}

/** An unparsable list is reported separately. */
function problemsOfPools({ WORKER_CONCURRENCY: text = '' }: Variables): string[] {
  const entries = text.split(',').flatMap((entry) => {
    const [, name, count] = /^([a-z]+)=(\d+)$/.exec(entry) ?? [];
    return name === undefined ? [] : [[name, Number(count)] as const];
  });
  const counts = new Map(entries);
  if (POOLS.every((pool) => counts.get(pool) === 0))
    return ['WORKER_CONCURRENCY disables every pool of this process. At least one value must be greater than 0'];
  return [];
}

/** Checks the API's certificate and key. */
function problemsOfPair({ TLS_CERT = '', TLS_KEY = '' }: Variables): string[] {
  if (TLS_CERT === '' || TLS_KEY === '') return [];
  const [cert, key] = [readNamed('TLS_CERT', TLS_CERT), readNamed('TLS_KEY', TLS_KEY)];
  const problems = [cert, key].filter((read) => typeof read === 'string');
  if (problems.length > 0) return problems;
  try {
    checkTlsPair(cert as Buffer, key as Buffer);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** Checks the trust anchors of time-stamping authorities and of the Peppol network. */
function problemsOfAnchors({ TSA_CA = '', PEPPOL_TRUST_ANCHORS = '' }: Variables): string[] {
  const problems = [];
  if (TSA_CA !== '') problems.push(...problemsOfCertificates('TSA_CA', [TSA_CA]));
  if (PEPPOL_TRUST_ANCHORS !== '') {
    try {
      problems.push(...problemsOfCertificates('PEPPOL_TRUST_ANCHORS', listAnchors(PEPPOL_TRUST_ANCHORS)));
    } catch (error) {
      problems.push(unreadable('PEPPOL_TRUST_ANCHORS', error));
    }
  }
  return problems;
}

/** The file itself, or the certificate files of a folder (by name). */
const listAnchors = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => /\.(pem|crt|cer)$/i.test(name))
        .map((name) => join(path, name))
    : [path];

function problemsOfCertificates(variable: string, files: readonly string[]): string[] {
  let found = false;
  for (const file of files) {
    const read = readNamed(variable, file);
    if (typeof read === 'string') return [read];
    if (!read.includes(PEM)) continue;
    found = true;
    try {
      new X509Certificate(read);
    } catch {
      return [`${variable} names a certificate that cannot be read`];
    }
  }
  return found ? [] : [`${variable} names no certificate in PEM`];
}

/** Content of the file; a sentence when it is unreadable. */
function readNamed(variable: string, path: string): Buffer | string {
  try {
    return readFileSync(path);
  } catch (error) {
    return unreadable(variable, error);
  }
}

const unreadable = (variable: string, error: unknown): string =>
  `The file of ${variable} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`;
