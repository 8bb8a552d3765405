import { randomBytes } from 'node:crypto';
import type { RulePack } from '@e-invoice/validator/validation';
import { makeSeal, readSecret } from '../modules/evidence/index.ts';
import { makeTransparency, readVerifierKey, type Transparency } from '../modules/evidence/transparency/index.ts';
import { ConfigProblems, makeHttpClient, type ReadinessCheck } from '../platform/index.ts';
import type { ProcessParts } from './process-parts.ts';
import type { Rules } from './rules.ts';

/**
 * Creates the transparency log with its own connections to the witnesses.
 *
 * @throws ConfigProblems when a witness has no readable key
 */
export function makeLogParts(
  { config, db, log, metrics, now }: Pick<ProcessParts, 'config' | 'db' | 'log' | 'metrics' | 'now'>,
  { engine, packsInUse }: Pick<Rules, 'engine'> & { readonly packsInUse: () => readonly RulePack[] },
): {
  readonly transparency: Transparency;
  /** Entries and evidence are accepted even if the check fails; they wait for a process that has the secret. */
  readonly check: ReadinessCheck;
  readonly close: () => Promise<void>;
} {
  const http = makeHttpClient({ peer: 'witness', allow: config.outboundAllow, connections: 4 });
  const witnesses = config.transparency.witnesses.map(({ url, key }) => {
    try {
      return { url, key: readVerifierKey(key) };
    } catch (error) {
      throw new ConfigProblems([
        `WITNESS_URLS names ${url} with a key that cannot be read: ${(error as Error).message}`,
      ]);
    }
  });
  const transparency = makeTransparency({
    db,
    seal: () => makeSeal(readSecret(config)),
    origin: config.transparency.origin,
    suggestedOrigin: config.transparency.suggestedOrigin,
    witnesses,
    validatedBy: () =>
      packsInUse().map(({ info: { id, version }, digest }) => ({
        pack: id,
        version,
        digest,
        engine: engine.digest,
      })),
    http,
    now,
    random: randomBytes,
    log,
    metrics,
  });
  const check: ReadinessCheck = {
    id: 'log_secret',
    advisory: true,
    ask: async () =>
      (await transparency.canSign())
        ? null
        : 'The key of the transparency log was encrypted with another EVIDENCE_SECRET. This process does not publish entries',
  };
  return { transparency, check, close: http.close };
}
