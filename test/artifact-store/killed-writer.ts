/**
 * A process that kills itself: `writes` between content and row, `sweeps` between the deletion of the content and of
 * its row.
 */
import { createHash, randomBytes } from 'node:crypto';
import { newId } from '../../src/lib/ids.ts';
import { makeContents, makeFolderStore } from '../../src/modules/documents/artifact-store/index.ts';
import { openDatabase } from '../../src/platform/db/index.ts';
import { makeLog, makeMetrics, makeSecretCipher } from '../../src/platform/index.ts';

const [what, url = '', folder = '', workspaceId = ''] = process.argv.slice(2);
const log = makeLog({ level: 'silent', role: 'test' });
const db = openDatabase({ url, maxConnections: 2, applicationName: 'killed writer', log });
const store = makeFolderStore(folder, async () => null);
const end = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
};
const contents = makeContents({
  db,
  store: {
    ...store,
    delete: async (address) => {
      await store.delete(address);
      await end();
    },
  },
  cipher: makeSecretCipher('a secret of the tests alone, 32 or more'),
  log,
  metrics: makeMetrics('test'),
  now: () => Date.now(),
  newId: (prefix) => newId(prefix, Date.now(), randomBytes),
  looseAge: 0,
});
if (what === 'writes') {
  const content = randomBytes(100_000);
  await contents.keep(workspaceId, content, createHash('sha256').update(content).digest('hex'));
  await end();
}
await contents.sweep(100);
