/**
 * Parts of a process that runs only the SFTP role. To keep its memory small it loads rules, routes and the queue only
 * when a file needs them: most files become documents, which need one row, one job and a wait.
 */
import { makeBatches } from '../modules/batches/files/make-batches.ts';
import { makeDocuments } from '../modules/documents/make-documents.ts';
import { makeEvidenceKeys } from '../modules/evidence/evidence-keys.ts';
import { readSecret } from '../modules/evidence/read-secret.ts';
import { signBytes } from '../modules/evidence/signature.ts';
import { makePdfReader } from '../modules/rendering/hybrid/make-pdf-reader.ts';
import { areSecretsEncrypted } from '../platform/db/encrypt-stored-secrets.ts';
import { checkRights } from '../platform/db/rights.ts';
import {
  type Config,
  checkEvidenceSecret,
  checkFolder,
  makeReadiness,
  type Readiness,
  type ReadinessCheck,
} from '../platform/index.ts';
import { makeProcessMetrics, type ProcessMetrics } from '../platform/process-metrics/index.ts';
import { countBacklog } from '../platform/queue/backlog.ts';
import { makeAccountsOf } from './accounts.ts';
import { makeDraftPreviews } from './draft-previews.ts';
import { makeBaseParts, openParts, type ProcessParts } from './process-parts.ts';
import type { makeAppDropbox } from './sftp-intake.ts';

/** Parts of a process that runs only the role `sftp`. */
type Intake = ProcessParts &
  Parameters<typeof makeAppDropbox>[0] & {
    readonly processMetrics: ProcessMetrics;
    readonly readiness: Readiness;
    /** Closes all parts in reverse order of creation. */
    readonly close: () => Promise<void>;
  };

/**
 * Creates the parts. The database must be migrated.
 *
 * @param databaseUrl null when no database is configured, which is an error
 */
export async function makeIntake(
  config: Config,
  databaseUrl: string | null,
  startChecks: readonly ReadinessCheck[],
): Promise<Intake> {
  const parts = openParts(makeBaseParts(config, 'sftp'), databaseUrl);
  const { db, log, metrics, now, newId, role, name } = parts;
  try {
    if (config.secretsKey !== null && (await areSecretsEncrypted(db))) parts.cipher.requireEncrypted();
    const [artifacts, sealer] = await Promise.all([openArtifacts(parts), openKeyElsewhere(parts)]);
    const accounts = makeAccountsOf(parts);
    const keys = makeEvidenceKeys({ db, secret: () => readSecret(config), now, remote: sealer?.remote ?? null });
    const previews = makeDraftPreviews(parts);
    const pdfReader = makePdfReader(config);
    return {
      ...parts,
      accounts,
      documents: makeDocuments({ db, now, newId, contents: artifacts?.contents ?? null }),
      batches: makeBatches({ db, now, newId }),
      evidence: { signResult: async (file) => signBytes(file, 'result+jws', await keys.signing()) },
      pdfReader,
      validationPool: previews,
      queue: { backlog: (most) => countBacklog(db, most) },
      processMetrics: makeProcessMetrics({ db, metrics, log, now, role, name, backlog: null }),
      readiness: makeReadiness({
        checks: [
          ...startChecks,
          checkRights(db),
          checkFolder('data_dir', config.dataDir, '', log),
          checkEvidenceSecret(config),
          ...(artifacts?.checks ?? []),
        ],
        log,
        now,
      }),
      close: async () => {
        pdfReader.close();
        await previews.close();
        await sealer?.close();
        await artifacts?.close();
        await accounts.close();
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

const openArtifacts = async (parts: ProcessParts) =>
  parts.config.artifactStore === null ? null : (await import('./artifact-store.ts')).openArtifactStore(parts);

const openKeyElsewhere = async ({ config, log, now }: ProcessParts) =>
  config.sealer === null ? null : (await import('./sealer.ts')).openSealer(config, log, now);
