/** `evidence-key`: the keys that sign evidence. */
import { makeEvidenceKeys, readSecret } from '../evidence/index.ts';
import { makeLog, readConfig } from '../runtime/index.ts';
import { openSealer } from '../wiring/sealer.ts';
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
  const log = makeLog({ level: 'warn', role: 'cli' }, process.stderr);
  const { remote, close } = openSealer(config, log, Date.now);
  return withServiceDatabase(config, log, async (db) => {
    const keys = makeEvidenceKeys({ db, secret: () => readSecret(config), now: () => Date.now(), remote });
    if (action === 'rotate') {
      const rotated = await keys.rotate();
      if (rotated === null) {
        console.error('This key is replaced by its holder: name another credential in CSC_CREDENTIAL_ID, and restart.');
        return 1;
      }
      const { kid } = rotated;
      console.log(
        `${kid} signs from now on, in running processes within ${remote === null ? 'ten seconds' : 'a minute'}. The keys before it stay published.`,
      );
      return 0;
    }
    // Learns of versions that the holder of a key has made; the list is told without it too.
    if (remote !== null) await keys.published();
    for (const { kid, created_at, retired_at, held_by, own } of await keys.list()) {
      const state = retired_at === null ? 'signs' : `retired ${retired_at}`;
      const place =
        held_by === null
          ? own
            ? ''
            : ', under another secret'
          : `, held by ${held_by}${own ? '' : ', not asked now'}`;
      console.log(`${kid}  made ${created_at}, ${state}${place}`);
    }
    return 0;
  }).finally(close);
}
