/** `evidence-key`: manages the keys that sign evidence. */

import { openSealer } from '../composition/sealer.ts';
import { toLine } from '../lib/sanitize-inline.ts';
import { makeEvidenceKeys, type Retirement, readSecret } from '../modules/evidence/index.ts';
import { makeLog, readConfig } from '../platform/index.ts';
import { withServiceDatabase } from './with-database.ts';

export const USAGE = `usage: evidence-key list
         evidence-key rotate
         evidence-key retire <kid>`;

/** Messages for the outcomes of `retire <kid>`. */
const RETIREMENTS: Readonly<Record<Retirement, string>> = {
  retired:
    'is retired: reports that it signs with a later date are not trusted. Earlier reports remain genuine, including ' +
    'reports that a holder of the key backdates.',
  'retired before': 'was already retired.',
  unknown: 'is not a key of this service: see evidence-key list.',
  'signs here':
    'is the active signing key: evidence-key rotate replaces and retires it (with EVIDENCE_SEALER=local, when ' +
    'another party holds the report key).',
  'only one':
    'is the only local signing key: start the service with its new secret, or run evidence-key rotate with it, and ' +
    'then retire this one.',
  'held externally': 'is held externally: its holder replaces it.',
};

/**
 * Runs one action.
 *
 * @returns the exit code: 0 done, 1 refused, 2 invalid usage
 */
export async function evidenceKey([action = '', ...more]: readonly string[]): Promise<number> {
  const expectedArguments = action === 'retire' ? 1 : 0;
  if (!['list', 'rotate', 'retire'].includes(action) || more.length !== expectedArguments) {
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
        console.error('This key is replaced by its holder: set another credential in CSC_CREDENTIAL_ID, and restart.');
        return 1;
      }
      const { kid } = rotated;
      console.log(
        `${kid} signs from now on, in running processes within ${remote === null ? 'ten seconds' : 'a minute'}. The ` +
          'previous keys remain published.',
      );
      return 0;
    }
    if (action === 'retire') {
      const [kid = ''] = more;
      const came = await keys.retire(kid);
      const isDone = came === 'retired' || came === 'retired before';
      console[isDone ? 'log' : 'error'](toLine(`${kid} ${RETIREMENTS[came]}`));
      return isDone ? 0 : 1;
    }
    // Discovers key versions created in the external key service. The list is printed even if this fails.
    if (remote !== null) await keys.published();
    for (const { kid, created_at, retired_at, held_by, own } of await keys.list()) {
      const state = retired_at === null ? 'signs' : `retired ${retired_at}`;
      const place =
        held_by === null
          ? own
            ? ''
            : ', under another secret'
          : `, held by ${held_by}${own ? '' : ', not queried now'}`;
      console.log(`${kid}  created ${created_at}, ${state}${place}`);
    }
    return 0;
  }).finally(close);
}
