import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasLog } from '../modules/evidence/transparency/transparency-store.ts';
import type { Database } from '../platform/db/index.ts';
import { type Config, ConfigProblems } from '../platform/index.ts';

type Named = Pick<Config, 'environment' | 'publicUrl' | 'transparency'>;

/**
 * True when a new log would be named localhost under this configuration, so that third parties could not verify it.
 */
const lacksName = ({ environment, publicUrl, transparency }: Named): boolean =>
  environment === 'production' && publicUrl === null && transparency.origin === null;

const refuse = (): never => {
  throw new ConfigProblems([
    'With ENVIRONMENT=production the transparency log needs a name before it begins, and the name never changes: ' +
      'set PUBLIC_URL to the address of the service (https://einvoice.example.com), or LOG_ORIGIN to the name of the log ' +
      '(einvoice.example.com/log)',
  ]);
};

/**
 * Refuses the first start of an embedded database when the transparency log has no usable name, before anything is
 * written.
 *
 * @throws ConfigProblems naming PUBLIC_URL and LOG_ORIGIN
 */
export function checkLogNameOfFolder(config: Named & Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  if (lacksName(config) && config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres'))) refuse();
}

/**
 * Refuses to create a transparency log without a usable name; an existing log keeps its name.
 *
 * @throws ConfigProblems naming PUBLIC_URL and LOG_ORIGIN
 */
export async function checkLogName(config: Named, db: Database): Promise<void> {
  if (lacksName(config) && !(await hasLog(db))) refuse();
}
