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

/** How long a checksum that comes after its file still counts, in milliseconds. */
const LATE_MS = 60_000;

/** Side files with a checksum that come after the file that they are about. */
type LateChecksums = {
  /** The bytes of a file are known. */
  readonly digested: (drop: Drop, digest: Digest) => void;
  /** What has come of it, where it became a document. */
  readonly worked: (drop: Drop, documentId: string | null) => void;
  /** A file was taken: from now on a checksum of its name is its own, whose bytes are known soon. */
  readonly taken: (drop: Drop) => void;
  /** A checksum of the name may be there: a file that does not match is stopped, and told. */
  readonly check: (workspaceId: string, name: string) => Promise<void>;
  /** Whether the checksum that is there is of an earlier file, which it stops once that is worked on to its end. */
  readonly isOfEarlier: (workspaceId: string, name: string) => boolean;
};

type Parts = DropboxParts & {
  /** Has work under a name wait for the one before. */
  readonly inLine: (line: string, work: () => Promise<void>) => Promise<void>;
};

/** Makes a memory of what came lately, which is empty. */
export function makeLateChecksums(parts: Parts): LateChecksums {
  const recent = makeRecentFiles(parts.now, LATE_MS);
  /** The lines in which a file is to be stopped by a checksum that is still there. */
  const stopping = new Set<string>();

  const stop = async (workspaceId: string, name: string, found: Recent): Promise<void> => {
    const { id, at, actor, settings, bytes, sha256, documentId } = found;
    const error = refusal('drop_checksum_mismatch', { filename: name, sha256 });
    const told = parts.toProblemResponse(error, settings.language)!;
    const scope = { workspaceId, actor };
    // What is judged and cannot be stopped any more stays so; the file tells why it should not count.
    if (documentId !== null)
      await parts.documents.cancel(scope, documentId).catch((error: unknown) => {
        if (!isRefusal(error, 'transition_not_allowed', 'document_not_found', 'document_erased')) throw error;
      });
    const folders = foldersOf(parts.root, workspaceId);
    const folder = pathIn(folders.staging, parts.newId('drp'));
    await showRefusal(folders, { name, at, making: pathIn(folder, '.making') }, { bytes, sha256 }, told);
    const outcome = { outcome: 'failed', code: error.code, resource: documentId ?? id } as const;
    await parts.audit.begin(scope, { ...TAKE, clientAddress: null }).end(outcome);
    await rm(folder, { recursive: true, force: true });
  };

  const check = async (workspaceId: string, name: string): Promise<void> => {
    const line = lineOf({ workspaceId, name });
    const found = recent.find({ workspaceId, name });
    if (found === undefined || found.until <= parts.now() || stopping.has(line)) return;
    const folders = foldersOf(parts.root, workspaceId);
    // Another file of the name waits for its turn: the checksum is that one's.
    if (existsSync(pathIn(folders.inbox, name))) return;
    const expected = findSideFile(folders, name);
    if (expected === null) return;
    if (expected === found.sha256) return removeSideFile(folders, name);
    stopping.add(line);
    let isStopped = false;
    try {
      await parts.inLine(line, async () => {
        // The intake stops before the file was worked on to its end: whoever goes on with that finds the checksum.
        if (existsSync(pathIn(pathIn(folders.staging, found.id), name))) return;
        // It may have become a document since.
        const worked = recent.find({ workspaceId, name });
        await stop(workspaceId, name, worked?.id === found.id ? worked : found);
        isStopped = true;
        if (findSideFile(folders, name) === expected) removeSideFile(folders, name);
      });
    } finally {
      stopping.delete(line);
    }
    // One that took its place meanwhile was not looked at.
    if (isStopped) await check(workspaceId, name);
  };

  return {
    digested: (drop, digest) => {
      // Of a file that came with its checksum, a further one tells the next file of the name.
      if (drop.expected === null) recent.keep(drop, digest);
      else recent.forget(drop);
    },

    worked: recent.worked,
    taken: recent.forget,
    check,

    isOfEarlier: (workspaceId, name) => stopping.has(lineOf({ workspaceId, name })),
  };
}
