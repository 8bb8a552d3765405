import {
  type ArtifactStore,
  type Contents,
  makeContents,
  makeFolderStore,
  makeS3Store,
  measureStore,
} from '../modules/documents/artifact-store/index.ts';
import { checkFolder, makeHttpClient, type ReadinessCheck } from '../platform/index.ts';
import type { ProcessParts } from './process-parts.ts';

/** Artifact store outside the database; `null` and no checks when it is not configured. */
type ArtifactParts = {
  readonly contents: Contents | null;
  readonly checks: readonly ReadinessCheck[];
  readonly close: () => Promise<void>;
};

const NOWHERE: ArtifactParts = { contents: null, checks: [], close: async () => undefined };

/** Creates the client of the configured store without connecting. */
export function openArtifactStore(parts: ProcessParts): ArtifactParts {
  const { config, log, metrics, now } = parts;
  const configured = config.artifactStore;
  if (configured === null) return NOWHERE;
  const http = makeHttpClient({ peer: 'artifact store', allow: config.outboundAllow, connections: 32 });
  const folder = checkFolder('artifact_store', config.dataDir, 'artifacts', log);
  const store: ArtifactStore =
    configured.kind === 'file'
      ? makeFolderStore(configured.folder, folder.ask)
      : makeS3Store({ http, config: configured, now, random: Math.random });
  return {
    contents: makeContents({ ...parts, store: measureStore(store, metrics) }),
    checks: [{ id: 'artifact_store', ask: store.check }],
    close: http.close,
  };
}
