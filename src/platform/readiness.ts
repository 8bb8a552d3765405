import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { within } from '../lib/with-timeout.ts';
import type { Log } from './log.ts';

/** A dependency that a process needs to serve. */
export type ReadinessCheck = {
  readonly id: string;
  /** Returns the problem as a sentence without paths or addresses, since the endpoint is public; null: healthy. */
  readonly ask: () => Promise<string | null>;
  /** Informational: a failure is reported, and the process stays ready. */
  readonly advisory?: boolean;
};

export type CheckResult = {
  readonly id: string;
  readonly ok: boolean;
  /** False: a failure makes the process `degraded` instead of `not_ready`. */
  readonly required: boolean;
  readonly detail: string | null;
};

export type Readiness = { readonly check: () => Promise<readonly CheckResult[]> };

/** How long a result is cached, in milliseconds, so that frequent probes cost nothing. */
const FRESH_MS = 3_000;

/** Timeout of a check, in milliseconds; then it counts as failed. */
const PATIENCE_MS = 2_000;

type ReadinessParts = {
  readonly checks: readonly ReadinessCheck[];
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** Runs all checks in parallel and returns results in their order; a check that throws or times out has failed. */
export function makeReadiness({ checks, log, now }: ReadinessParts): Readiness {
  let last: { readonly at: number; readonly results: Promise<readonly CheckResult[]> } | null = null;
  const ask = async ({ id, ask: question, advisory = false }: ReadinessCheck): Promise<CheckResult> => {
    const answer = question().catch((error: unknown) => {
      log.warn({ err: error, check: id }, 'readiness check failed');
      return 'It could not be checked';
    });
    const detail = await within(answer, PATIENCE_MS, () => 'The check timed out');
    return { id, ok: detail === null, required: !advisory, detail };
  };
  return {
    check: () => {
      if (last === null || now() - last.at > FRESH_MS) last = { at: now(), results: Promise.all(checks.map(ask)) };
      return last.results;
    },
  };
}

/** Creates a check that fails until `started` is called. */
export function makeStartCheck(id: string): { readonly check: ReadinessCheck; readonly started: () => void } {
  let hasStarted = false;
  return {
    check: { id, ask: async () => (hasStarted ? null : 'It is still starting') },
    started: () => {
      hasStarted = true;
    },
  };
}

/**
 * Checks that a file can be created in a folder below DATA_DIR. While the folder does not exist, checks that it could
 * be created. Leaves no files behind.
 *
 * @param dataDir absolute
 * @param folder name below DATA_DIR; empty for DATA_DIR itself
 */
export function checkFolder(id: string, dataDir: string, folder: string, log: Log): ReadinessCheck {
  const name = folder === '' ? 'DATA_DIR' : `The folder ${folder} in DATA_DIR`;
  return {
    id,
    ask: async () => {
      const fault = await tryToWrite(join(dataDir, folder));
      if (fault === null) return null;
      log.warn({ err: fault, check: id }, 'folder is not writable');
      return `${name} cannot be written (${fault.code})`;
    },
  };
}

/** Creates and removes a file in the folder, or in its nearest existing parent. */
async function tryToWrite(folder: string): Promise<NodeJS.ErrnoException | null> {
  const probe = join(nearest(folder), `.probe-${randomUUID()}`);
  try {
    await writeFile(probe, '', { flag: 'wx' });
    await rm(probe, { force: true });
    return null;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

/** The folder, or its nearest existing parent. */
function nearest(folder: string): string {
  let path = folder;
  while (!existsSync(path)) path = join(path, '..');
  return path;
}

/**
 * Checks that evidence can be signed with a secret that outlives this process: the configured one, the one in
 * DATA_DIR, or a new one that can be stored there.
 */
export function checkEvidenceSecret(config: {
  readonly evidenceSecret: string | null;
  readonly dataDir: string;
}): ReadinessCheck {
  return {
    id: 'evidence_secret',
    ask: async () => {
      if (config.evidenceSecret !== null) return null;
      const file = join(config.dataDir, 'evidence.secret');
      const fault = existsSync(file) ? await tryToRead(file) : await tryToWrite(config.dataDir);
      if (fault === null) return null;
      return `EVIDENCE_SECRET is not set, and DATA_DIR neither has a secret nor takes one (${fault.code})`;
    },
  };
}

const tryToRead = (file: string): Promise<NodeJS.ErrnoException | null> =>
  readFile(file).then(
    () => null,
    (error: NodeJS.ErrnoException) => error,
  );
