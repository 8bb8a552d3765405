import type { Metrics } from '../../../platform/index.ts';
import type { ArtifactStore } from './artifact-store.ts';
import { ArtifactStoreError } from './store-fault.ts';

/** Wraps a store with metrics of duration and result. */
export function measureStore(store: ArtifactStore, metrics: Metrics): ArtifactStore {
  const seconds = metrics.histogram({
    name: 'artifact_store_seconds',
    help: 'Artifact store operations, including retries, by outcome.',
    labels: ['operation', 'outcome'],
  });
  const timed = async <T>(operation: string, work: () => Promise<T>): Promise<T> => {
    const end = seconds.startTimer({ operation });
    try {
      const result = await work();
      end({ outcome: result === null ? 'missing' : 'ok' });
      return result;
    } catch (error) {
      end({ outcome: error instanceof ArtifactStoreError ? error.kind : 'error' });
      throw error;
    }
  };
  return {
    ...store,
    put: (address, bytes) => timed('put', () => store.put(address, bytes)),
    get: (address, maxBytes) => timed('get', () => store.get(address, maxBytes)),
    has: (address) => timed('has', () => store.has(address)),
    delete: (address) => timed('delete', () => store.delete(address)),
  };
}
