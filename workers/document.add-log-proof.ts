import { isRefusal } from '../src/platform/errors/index.ts';
import { ACTOR, type Worker } from './worker.ts';

/** Adds the inclusion proof of the transparency log to `evidence.zip`. */
export const documentAddLogProof: Worker<'document.add-log-proof'> = {
  work: async ({ workspace_id, document_id }, { documents, evidence, transparency }, signal) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    const proof = await transparency.proveDocument(workspace_id, document_id);
    // Erasing the evidence of a document also erases its salt.
    if (proof === 'unknown') return;
    if (proof === 'waiting') throw new Error('The checkpoint of this job no longer exists');
    const { index, treeSize: tree_size, origin, file } = proof;
    const stored = await documents.artifacts.read(scope, document_id, 'evidence.zip').catch((error: unknown) => {
      if (isRefusal(error, 'document_erased') || isRefusal(error, 'document_not_found')) return null;
      throw error;
    });
    if (stored === null) return;
    signal.throwIfAborted();
    await documents.addLogProof(scope, document_id, { index, tree_size, origin }, [
      { name: 'evidence.tlog-proof', mediaType: 'text/plain; charset=utf-8', content: Buffer.from(file) },
      { name: 'evidence.zip', mediaType: 'application/zip', content: await evidence.renew(stored) },
    ]);
  },

  // The evidence is valid without the proof, and the proof can be fetched from the log. The failed job shows the
  // operator why the proof is missing.
  exhausted: async () => undefined,

  retry: 'as it was',
};
