import type { ArtifactStore, Contents } from '../../src/modules/documents/artifact-store/index.ts';
import { makeContents } from '../../src/modules/documents/artifact-store/index.ts';
import type { Database } from '../../src/platform/db/index.ts';
import { type Metrics, makeMetrics, makeSecretCipher } from '../../src/platform/index.ts';
import { testLog } from './database.ts';
import { makeId } from './records.ts';

/** Contents of a database in an artifact store; orphans may be deleted immediately. */
export const makeTestContents = (
  db: Database,
  store: ArtifactStore,
  metrics: Metrics = makeMetrics('test'),
): Contents =>
  makeContents({
    db,
    store,
    cipher: makeSecretCipher('a secret of the tests alone, 32 or more'),
    log: testLog,
    metrics,
    now: () => Date.now(),
    newId: makeId,
    looseAge: 0,
  });
