import { PackNotReady } from './pack-not-ready.ts';
import { explainInfos } from './root-causes/explain-infos.ts';
import type * as RootCauses from './root-causes/index.ts';

let loaded: typeof RootCauses | null = null;
let loading: Promise<void> | null = null;

async function loadOnce(): Promise<void> {
  try {
    loaded = await import('./root-causes/index.ts');
  } catch (error) {
    loading = null;
    throw error;
  }
}

/** @throws PackNotReady until the diagnosis is loaded */
function diagnosis(): typeof RootCauses {
  if (loaded === null) throw new PackNotReady('root causes', () => (loading ??= loadOnce()));
  return loaded;
}

/** `explainIssues` of the root causes. @throws PackNotReady at the first file with a warning or a fatal issue */
export const explainIssues: typeof RootCauses.explainIssues = (reported, parts) =>
  explainInfos(reported, parts) ?? diagnosis().explainIssues(reported, parts);

/** `kindOfFile` of the root causes. @throws PackNotReady at the first file that is not XML */
export const kindOfFile: typeof RootCauses.kindOfFile = (bytes) => diagnosis().kindOfFile(bytes);
