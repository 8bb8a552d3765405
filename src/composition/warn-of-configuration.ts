/** Warnings about a configuration that is valid but probably a mistake. */
import { editDistance } from '@e-invoice/validator/edit-distance';
import { own } from '../lib/own-property.ts';
import { type Config, fileVariableOf, type Log, SECRETS, VARIABLES } from '../platform/index.ts';

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
      'SFTP_PORT is set, but this process runs without the role sftp and does not listen on it',
    );
}

/** Shorter names resemble too many variables of other programs. */
const SHORTEST = 8;

/** In names of this length two wrong letters are still a typing error. */
const LONG = 12;

/** Variables of other programs. */
const OTHERS = new Set(['SMTP_HOST', 'SMTP_PORT']);

/** A variable that is not read, and the one that was probably meant. */
type Misspelt = { readonly variable: string; readonly meant: string };

/**
 * Lists the variables that the service does not read and whose names differ by one letter, or by two in long names,
 * from an unset variable that it does read.
 */
export function findMisspelt(variables: Variables): Misspelt[] {
  const known = [...VARIABLES, ...SECRETS.map(fileVariableOf)] as readonly string[];
  const unset = known.filter((name) => own(variables, name) === undefined);
  return Object.keys(variables).flatMap((variable) => {
    if (variable.length < SHORTEST || !variable.includes('_') || known.includes(variable) || OTHERS.has(variable))
      return [];
    const limit = variable.length >= LONG ? 2 : 1;
    const near = unset.map((meant) => ({ meant, distance: editDistance(variable, meant, limit) }));
    const [nearest] = near.filter(({ distance }) => distance <= limit).sort((a, b) => a.distance - b.distance);
    return nearest === undefined ? [] : [{ variable, meant: nearest.meant }];
  });
}

/** Warns about variables whose names are probably misspelled. */
export function warnOfMisspelt(variables: Variables, log: Pick<Log, 'warn'>): void {
  for (const misspelt of findMisspelt(variables))
    log.warn(misspelt, 'environment variable is not read: check its name');
}
