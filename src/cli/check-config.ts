import { findMisspelt } from '../composition/warn-of-configuration.ts';
import { own } from '../lib/own-property.ts';
import { ConfigProblems, environmentWith, readConfig, readSecretFiles } from '../platform/index.ts';

export const USAGE = `usage: check-config [--run=ROLES]
Checks the environment variables without a connection to anything. --run=ROLES checks a start with that option, such
as --run=api. Exits with 1 when a start would fail or a variable must be corrected.`;

const ROLES: ReadonlySet<string> = new Set(['api', 'workers', 'sftp']);

type Variables = Readonly<Record<string, string | undefined>>;

type Checked = {
  /** Sentences for the operator, one per line. */
  readonly lines: readonly string[];
  readonly exitCode: 0 | 1;
};

/** Prints all problems of the configuration, misspelled names, and what production still lacks. */
export async function checkConfig(args: readonly string[]): Promise<number> {
  const roles = args[0]?.startsWith('--run=') ? args[0].slice('--run='.length).split(',') : null;
  if (args.length > (roles === null ? 0 : 1) || roles?.some((role) => !ROLES.has(role))) {
    console.error(USAGE);
    return 2;
  }
  const { lines, exitCode } = examine(environmentWith({}), roles);
  console.log(lines.join('\n'));
  return exitCode;
}

/** @param roles roles of a start with `--run=`; null: a start without it */
export function examine(environment: Variables, roles: readonly string[] | null): Checked {
  const errors = problemsOf(environment, roles);
  const misspelt = findMisspelt(environment);
  const { variables } = readSecretFiles(environment);
  const { required, recommended } = lackingInProduction(variables, errors);
  const isProduction = variables.ENVIRONMENT === 'production';
  const lines = [
    errors.length === 0 ? 'The configuration is valid.' : 'The configuration is invalid:',
    ...errors.map((problem) => `  - ${problem}`),
    ...section(
      'These environment variables are not read:',
      misspelt.map(({ variable, meant }) => `${variable}: did you mean ${meant}?`),
    ),
    ...section(
      isProduction
        ? 'ENVIRONMENT=production is set, and these variables must be set with it:'
        : 'Before ENVIRONMENT=production is set, these variables must be set:',
      required,
    ),
    ...section('Recommended in production:', recommended),
  ];
  if (required.length + recommended.length === 0) lines.push('Nothing is missing for production.');
  const isFine = errors.length === 0 && misspelt.length === 0 && !(isProduction && required.length > 0);
  return { lines, exitCode: isFine ? 0 : 1 };
}

const section = (title: string, sentences: readonly string[]): string[] =>
  sentences.length === 0 ? [] : ['', title, ...sentences.map((sentence) => `  - ${sentence}`)];

function problemsOf(environment: Variables, roles: readonly string[] | null): readonly string[] {
  try {
    readConfig(environment, { alone: roles !== null, roles });
    return [];
  } catch (error) {
    if (error instanceof ConfigProblems) return error.problems;
    throw error;
  }
}

/** Addresses that only this machine can reach. */
const LOCAL = /^(127\.|::1$|localhost$)/;

/** @param errors problems that are reported already; a variable in them is not reported as missing */
function lackingInProduction(variables: Variables, errors: readonly string[]) {
  const mentioned = new Set(errors.flatMap((line) => line.split(/\W+/)).map((word) => word.replace(/_FILE$/, '')));
  const lacks = (name: string): boolean => (own(variables, name) ?? '') === '' && !mentioned.has(name);
  const isLocal = LOCAL.test(variables.HOST || '127.0.0.1');
  const required: string[] = [];
  const recommended: string[] = [];
  if (lacks('PUBLIC_URL') && lacks('LOG_ORIGIN'))
    required.push(
      'PUBLIC_URL: the public address of the service, such as https://einvoice.example.com. It names the transparency log, and the name never changes (LOG_ORIGIN sets another name).',
    );
  else if (lacks('PUBLIC_URL'))
    recommended.push('PUBLIC_URL: without it links are derived from the Host header of each request.');
  else if (lacks('LOG_ORIGIN'))
    recommended.push(
      `LOG_ORIGIN: without it the first start names the transparency log after PUBLIC_URL (${(variables.PUBLIC_URL ?? '').replace(/^https?:\/\//, '').replace(/\/$/, '')}/log). The name never changes.`,
    );
  if (variables.PUBLIC_URL?.startsWith('http:'))
    recommended.push('PUBLIC_URL begins with http://. Use https:// in production.');
  if (lacks('EVIDENCE_SECRET'))
    required.push(
      'EVIDENCE_SECRET: encrypts the keys that sign evidence. Create it with `openssl rand -base64 48` and keep a copy. Without it the secret is generated in DATA_DIR and lost with that folder.',
    );
  if (lacks('SECRETS_KEY'))
    required.push(
      'SECRETS_KEY: encrypts the secrets of webhooks and partners in the database. Create it with `openssl rand -base64 48` and keep a copy. Without it these secrets are stored unencrypted.',
    );
  if (lacks('DATABASE_URL'))
    recommended.push(
      'DATABASE_URL: without it the service runs its own PostgreSQL in DATA_DIR, on this machine only. Back it up.',
    );
  if (lacks('METRICS_PORT') && !isLocal)
    recommended.push('METRICS_PORT: without it everyone who reaches PORT can read /metrics, unless a proxy blocks it.');
  if (lacks('TLS_CERT') && (variables.TRUSTED_PROXIES || '0') === '0' && !mentioned.has('TRUSTED_PROXIES'))
    recommended.push(
      'TRUSTED_PROXIES, or TLS_CERT and TLS_KEY: without TLS_CERT a proxy must terminate TLS, and with TRUSTED_PROXIES=0 all its clients share the limits of one address.',
    );
  if (lacks('PEPPOL_TRUST_ANCHORS'))
    recommended.push('PEPPOL_TRUST_ANCHORS: without it certificate chains of the Peppol network are not verified.');
  if (/^(true|1)$/.test(variables.SMP_ALLOW_INSECURE ?? ''))
    recommended.push('SMP_ALLOW_INSECURE allows unencrypted look-ups and is for tests only. Remove it.');
  return { required, recommended };
}
