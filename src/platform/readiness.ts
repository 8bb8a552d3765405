import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { within } from '../lib/with-timeout.ts';
import type { Log } from './log.ts';

/** One thing that a process needs to serve. */
export type ReadinessCheck = {
  readonly id: string;
  /** What is wrong, in a sentence without paths or addresses, which strangers may read; null: nothing. */
  readonly ask: () => Promise<string | null>;
  /** Informational: a failure is reported, and the process stays ready. */
  readonly advisory?: boolean;
};

export type CheckResult = {
  readonly id: string;
  readonly ok: boolean;
  /** False: the process works without it, and a failure makes it `degraded` instead of `not_ready`. */
  readonly required: boolean;
  readonly detail: string | null;
};

export type Readiness = { readonly check: () => Promise<readonly CheckResult[]> };

/** How long an answer is told again, in milliseconds: whoever asks often costs no more than who asks now and then. */
const FRESH_MS = 3_000;

/** How long a check may take before it counts as failed, in milliseconds. */
const PATIENCE_MS = 2_000;

type ReadinessParts = {
  readonly checks: readonly ReadinessCheck[];
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** Asks all checks at once, in their order; one that throws or takes too long has failed. */
export function makeReadiness({ checks, log, now }: ReadinessParts): Readiness {
  let last: { readonly at: number; readonly results: Promise<readonly CheckResult[]> } | null = null;
  const ask = async ({ id, ask: question, advisory = false }: ReadinessCheck): Promise<CheckResult> => {
    const answer = question().catch((error: unknown) => {
      log.warn({ err: error, check: id }, 'a check of readiness failed');
      return 'It could not be checked';
    });
    const detail = await within(answer, PATIENCE_MS, () => 'There is no answer in time');
    return { id, ok: detail === null, required: !advisory, detail };
  };
  return {
    check: () => {
      if (last === null || now() - last.at > FRESH_MS) last = { at: now(), results: Promise.all(checks.map(ask)) };
      return last.results;
    },
  };
}

/** A check that fails until `started` is called, with what calls it. */
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
 * The check that a file can be made in a folder below DATA_DIR. While it is not there, whether DATA_DIR would let it
 * be made: nothing is left behind.
 *
 * @param dataDir absolute
 * @param folder its name below DATA_DIR; empty for DATA_DIR itself
 */
export function checkFolder(id: string, dataDir: string, folder: string, log: Log): ReadinessCheck {
  const name = folder === '' ? 'DATA_DIR' : `The folder ${folder} in DATA_DIR`;
  return {
    id,
    ask: async () => {
      const fault = await tryToWrite(join(dataDir, folder));
      if (fault === null) return null;
      log.warn({ err: fault, check: id }, 'a folder cannot be written');
      return `${name} cannot be written (${fault.code})`;
    },
  };
}

/** Makes a file in the folder, or where the folder would have to be made, and takes it away again. */
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

/** The folder itself, or the nearest above it that is there. */
function nearest(folder: string): string {
  let path = folder;
  while (!existsSync(path)) path = join(path, '..');
  return path;
}

/**
 * The check that evidence can be signed with a secret that outlives this process: the configured one, the one in
 * DATA_DIR, or one that can still be made there.
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
