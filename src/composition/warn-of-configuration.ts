/** Warnings about a configuration that is valid but probably a mistake. */
import { editDistance } from '@e-invoice/validator/edit-distance';
import { own } from '../lib/own-property.ts';
import { type Config, type Log, VARIABLES } from '../platform/index.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Warns about processes that run without a supervisor. */
export function warnOfProcesses(
  { environment, evidenceSecret, host, metrics, sftp }: Config,
  roles: readonly string[],
  log: Log,
): void {
  if (evidenceSecret === null)
    log.warn('EVIDENCE_SECRET is not set: processes that do not share DATA_DIR sign evidence with different keys');
  if (metrics === null && environment === 'production' && !/^(127\.|::1$|localhost$)/.test(host))
    log.warn('METRICS_PORT is not set: everyone who reaches PORT can read /metrics, unless a proxy prevents it');
  if (sftp.port !== null && !roles.includes('sftp'))
    log.info(
      { port: sftp.port },
      'SFTP_PORT is set, but this process runs without the role sftp: nothing listens there',
    );
}

/** Shorter names resemble too many variables of other programs. */
const SHORTEST = 8;

/** Variables of other programs. */
const OTHERS = new Set(['SMTP_HOST', 'SMTP_PORT']);

/**
 * Warns about variables that the service does not read and whose names differ by one letter from an unset variable
 * that it does read.
 */
export function warnOfMisspelt(variables: Variables, log: Pick<Log, 'warn'>): void {
  const known = new Set<string>(VARIABLES);
  for (const name of Object.keys(variables)) {
    if (name.length < SHORTEST || !name.includes('_') || known.has(name) || OTHERS.has(name)) continue;
    const meant = VARIABLES.find((one) => own(variables, one) === undefined && editDistance(name, one, 1) <= 1);
    if (meant !== undefined) log.warn({ variable: name, meant }, 'an environment variable is not read: check its name');
  }
}
