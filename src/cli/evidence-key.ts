/** `evidence-key`: the keys that sign evidence. */
import { makeEvidenceKeys, readSecret } from '../evidence/index.ts';
import { makeLog, readConfig } from '../runtime/index.ts';
import { withServiceDatabase } from './with-database.ts';

const USAGE = `usage: evidence-key list
         evidence-key rotate`;

/** Runs one action. @returns the exit code: 0 done, 2 not understood */
export async function evidenceKey([action = '', ...more]: readonly string[]): Promise<number> {
  if ((action !== 'list' && action !== 'rotate') || more.length > 0) {
    console.error(USAGE);
    return 2;
  }
  const config = readConfig();
  return withServiceDatabase(config, makeLog({ level: 'warn', role: 'cli' }, process.stderr), async (db) => {
    const keys = makeEvidenceKeys({ db, secret: () => readSecret(config), now: () => Date.now() });
    if (action === 'rotate') {
      const { kid } = await keys.rotate();
      console.log(
        `${kid} signs from now on, in running processes within ten seconds. The keys before it stay published.`,
      );
      return 0;
    }
    for (const { kid, created_at, retired_at, own } of await keys.list()) {
      const state = retired_at === null ? 'signs' : `retired ${retired_at}`;
      console.log(`${kid}  made ${created_at}, ${state}${own ? '' : ', under another secret'}`);
    }
    return 0;
  });
}
