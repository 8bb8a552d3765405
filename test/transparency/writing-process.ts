/** Process that assigns indexes to log entries and hangs while it signs the checkpoint. */

import { makeSeal } from '../../src/modules/evidence/index.ts';
import { makeIdentity } from '../../src/modules/evidence/transparency/identity.ts';
import { lengthen, publish } from '../../src/modules/evidence/transparency/writer.ts';
import { openDatabase } from '../../src/platform/db/index.ts';
import { makeLog } from '../../src/platform/index.ts';

const [url = '', secret = ''] = process.argv.slice(2);
const log = makeLog({ level: 'silent', role: 'test' });
const db = openDatabase({ url, maxConnections: 2, applicationName: 'test', log });
const now = () => Date.now();
const identity = makeIdentity({ db, now, origin: null, seal: () => makeSeal(secret) });
await lengthen({ db });
const sign = async (): Promise<Buffer> => {
  console.log('signing');
  return new Promise(() => setInterval(() => undefined, 60_000));
};
await publish({ db, now, identity: { ...identity, sign } });
