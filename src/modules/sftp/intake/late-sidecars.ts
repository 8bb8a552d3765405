import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pathIn } from '../../../lib/path-in.ts';
import { isRefusal, refusal } from '../../../platform/errors/index.ts';
import { findSideFile, removeSideFile } from './checksum-sidecars.ts';
import { type Digest, type Drop, lineOf } from './drop.ts';
import { foldersOf } from './folders.ts';
import type { DropboxParts } from './parts.ts';
import { showRefusal, TAKE } from './process-file.ts';
import { makeRecentFiles, type Recent } from './recent-files.ts';

/** How long after its file a checksum sidecar still counts, in milliseconds. */
const LATE_MS = 60_000;

/** Handles checksum sidecars that arrive after their file. */
type LateChecksums = {
  readonly digested: (drop: Drop, digest: Digest) => void;
  readonly worked: (drop: Drop, documentId: string | null) => void;
  /** Forgets the previous file of the same name: a sidecar now belongs to the file just claimed. */
  readonly taken: (drop: Drop) => void;
  /** Compares a late sidecar with its file. On a mismatch, cancels the document and publishes an error result. */
  readonly check: (workspaceId: string, name: string) => Promise<void>;
  /** Whether the sidecar in the inbox belongs to an earlier file, which is canceled when its processing ends. */
  readonly isOfEarlier: (workspaceId: string, name: string) => boolean;
};

type Parts = DropboxParts & {
  /** Runs work after all earlier work with the same lock key. */
  readonly inLine: (line: string, work: () => Promise<void>) => Promise<void>;
};

export function makeLateChecksums(parts: Parts): LateChecksums {
  const recent = makeRecentFiles(parts.now, LATE_MS);
  /** Lock keys of files that are being canceled while their sidecar is still in the inbox. */
  const stopping = new Set<string>();

  const stop = async (workspaceId: string, name: string, found: Recent): Promise<void> => {
    const { id, at, actor, settings, bytes, sha256, documentId } = found;
    const error = refusal('drop_checksum_mismatch', { filename: name, sha256 });
    const problem = parts.toProblemResponse(error, settings.language)!;
    const scope = { workspaceId, actor };
    // A document that can no longer be canceled keeps its result; the error result reports the mismatch.
    if (documentId !== null)
      await parts.documents.cancel(scope, documentId).catch((error: unknown) => {
        if (!isRefusal(error, 'transition_not_allowed', 'document_not_found', 'document_erased')) throw error;
      });
    const folders = foldersOf(parts.root, workspaceId);
    const folder = pathIn(folders.staging, parts.newId('drp'));
    await showRefusal(folders, { name, at, making: pathIn(folder, '.making') }, { bytes, sha256 }, problem);
    const outcome = { outcome: 'failed', code: error.code, resource: documentId ?? id } as const;
    await parts.audit.begin(scope, { ...TAKE, clientAddress: null }).end(outcome);
    await rm(folder, { recursive: true, force: true });
  };

  const check = async (workspaceId: string, name: string): Promise<void> => {
    const line = lineOf({ workspaceId, name });
    const found = recent.find({ workspaceId, name });
    if (found === undefined || found.until <= parts.now() || stopping.has(line)) return;
    const folders = foldersOf(parts.root, workspaceId);
    // A newer file of the name waits in the inbox, and the sidecar belongs to it.
    if (existsSync(pathIn(folders.inbox, name))) return;
    const expected = findSideFile(folders, name);
    if (expected === null) return;
    if (expected === found.sha256) return removeSideFile(folders, name);
    stopping.add(line);
    let isStopped = false;
    try {
      await parts.inLine(line, async () => {
        // The intake stops before the file is fully processed. The next process finds the sidecar again.
        if (existsSync(pathIn(pathIn(folders.staging, found.id), name))) return;
        // The file may have become a document since the lookup above.
        const worked = recent.find({ workspaceId, name });
        await stop(workspaceId, name, worked?.id === found.id ? worked : found);
        isStopped = true;
        if (findSideFile(folders, name) === expected) removeSideFile(folders, name);
      });
    } finally {
      stopping.delete(line);
    }
    // A sidecar that replaced the first one has not been checked yet.
    if (isStopped) await check(workspaceId, name);
  };

  return {
    digested: (drop, digest) => {
      // When the file arrived with a sidecar, a later sidecar belongs to the next file of the name.
      if (drop.expected === null) recent.keep(drop, digest);
      else recent.forget(drop);
    },

    worked: recent.worked,
    taken: recent.forget,
    check,

    isOfEarlier: (workspaceId, name) => stopping.has(lineOf({ workspaceId, name })),
  };
}
