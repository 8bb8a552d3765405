/** Thread that compiles and verifies releases of the service without delaying requests. */

import { serveRequests, threadSetup } from '../../../platform/threads/index.ts';
import { describeEngine } from './describe-engine.ts';
import { loadFolder } from './load-folder.ts';
import { servedFolder } from './pack-folders.ts';
import type { PrepareReply, PrepareRequest, PrepareSetup } from './prepare-packs.ts';
import { placeOfServed } from './served-packs.ts';

const { root, dataDir } = threadSetup<PrepareSetup>();
const { folder: _, ...cache } = servedFolder(dataDir);
const options = { ...cache, engine: describeEngine(root).digest, explains: true };

serveRequests<PrepareRequest, PrepareReply>(async ({ name, today }) => {
  try {
    return { digest: (await loadFolder(placeOfServed(dataDir, name), options, today)).digest };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
});
