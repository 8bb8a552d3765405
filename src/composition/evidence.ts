import { type Evidence, makeEvidence, readSecret, readVerifier } from '../modules/evidence/index.ts';
import type { ProcessParts } from './process-parts.ts';
import { openSealer } from './sealer.ts';

type EvidenceParts = Pick<ProcessParts, 'config' | 'db' | 'log' | 'now' | 'newId'> &
  Pick<Parameters<typeof makeEvidence>[0], 'engine' | 'packOf' | 'transparency' | 'printReport'>;

/**
 * Creates the evidence parts with the keys, verifier and URL of this installation, for the service and for commands.
 */
export function makeEvidenceParts({ config, log, ...parts }: EvidenceParts): {
  readonly evidence: Evidence;
  readonly close: () => Promise<void>;
} {
  const { remote, close } = openSealer(config, log, parts.now);
  const evidence = makeEvidence({
    ...parts,
    secret: () => readSecret(config),
    site: config.publicUrl,
    verifier: readVerifier(config.root),
    remote,
  });
  return { evidence, close };
}
