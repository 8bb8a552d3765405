import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pathIn } from '../lib/path-in.ts';
import { isRefusal, refusal } from '../problems/index.ts';
import { type Digest, type Drop, lineOf } from './drop.ts';
import { foldersOf } from './folders.ts';
import type { DropboxParts } from './parts.ts';
import { findSideFile, removeSideFile } from './side-files.ts';
import { showRefusal, TAKE } from './work-on.ts';

/** How long a checksum that comes after its file still counts, in milliseconds. */
const LATE_MS = 60_000;

/** How often what is too old is looked for, in milliseconds. */
const FORGET_MS = 1_000;

/** What is the same for all files that were taken together, once for all of them that are kept. */
type Taking = Pick<Drop, 'id' | 'at' | 'actor' | 'settings'> & { files: number };

/**
 * What is kept of a file for a checksum that comes later: no more than is needed then. Thousands are kept; and V8 makes a
 * shape of its own for each copy by `...`.
 */
type Recent = {
  readonly taking: Taking;
  readonly bytes: number;
  /** A character for each byte: half of what it takes in hex. */
  readonly sha256: string;
  /** In milliseconds since the memory was made, which V8 keeps in the object itself for 24 days. */
  readonly until: number;
  documentId: string | null;
};

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

type Named = Pick<Drop, 'workspaceId' | 'name'>;

const toHex = ({ sha256 }: Recent): string => Buffer.from(sha256, 'latin1').toString('hex');

/** Makes a memory of what came lately, which is empty. */
export function makeLateChecksums(parts: Parts): LateChecksums {
  const began = parts.now();
  const now = (): number => parts.now() - began;
  /** By workspace and name, the oldest first. */
  const recent = new Map<string, Map<string, Recent>>();
  const takings = new Map<string, Taking>();
  /** The lines in which a file is to be stopped by a checksum that is still there. */
  const stopping = new Set<string>();
  let forgotAt = 0;

  const find = ({ workspaceId, name }: Named): Recent | undefined => recent.get(workspaceId)?.get(name);

  const forget = ({ workspaceId, name }: Named): void => {
    const files = recent.get(workspaceId);
    const found = files?.get(name);
    if (files === undefined || found === undefined) return;
    files.delete(name);
    if (files.size === 0) recent.delete(workspaceId);
    found.taking.files -= 1;
    if (found.taking.files === 0) takings.delete(found.taking.id);
  };

  const forgetOld = (): void => {
    if (now() < forgotAt + FORGET_MS) return;
    forgotAt = now();
    for (const [workspaceId, files] of recent)
      for (const [name, { until }] of files) {
        if (until > forgotAt) break;
        forget({ workspaceId, name });
      }
  };

  const keep = (drop: Drop, { bytes, sha256 }: Digest): void => {
    const { id, at, actor, settings, workspaceId, name } = drop;
    const taking = takings.get(id) ?? { id, at, actor, settings, files: 0 };
    taking.files += 1;
    takings.set(id, taking);
    const files = recent.get(workspaceId) ?? new Map<string, Recent>();
    recent.set(workspaceId, files);
    const shortened = Buffer.from(sha256, 'hex').toString('latin1');
    files.set(name, { taking, bytes, sha256: shortened, until: now() + LATE_MS, documentId: null });
  };

  const isStopping = (named: Named): boolean => stopping.size > 0 && stopping.has(lineOf(named));

  const stop = async (workspaceId: string, name: string, found: Recent): Promise<void> => {
    const { bytes, documentId } = found;
    const { id, at, actor, settings } = found.taking;
    const sha256 = toHex(found);
    const error = refusal('drop_checksum_mismatch', { filename: name, sha256 });
    const told = parts.tellRefusal(error, settings.language)!;
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
    const found = find({ workspaceId, name });
    if (found === undefined || found.until <= now() || isStopping({ workspaceId, name })) return;
    const folders = foldersOf(parts.root, workspaceId);
    // Another file of the name waits for its turn: the checksum is that one's.
    if (existsSync(pathIn(folders.inbox, name))) return;
    const expected = findSideFile(folders, name);
    if (expected === null) return;
    if (expected === toHex(found)) return removeSideFile(folders, name);
    const line = lineOf({ workspaceId, name });
    stopping.add(line);
    let isStopped = false;
    try {
      await parts.inLine(line, async () => {
        // The intake stops before the file was worked on to its end: whoever goes on with that finds the checksum.
        if (existsSync(pathIn(pathIn(folders.staging, found.taking.id), name))) return;
        await stop(workspaceId, name, found);
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
      forgetOld();
      forget(drop);
      // Of a file that came with its checksum, a further one tells the next file of the name.
      if (drop.expected === null) keep(drop, digest);
    },

    worked: (drop, documentId) => {
      const found = find(drop);
      if (found?.taking.id === drop.id) found.documentId = documentId;
    },

    taken: forget,

    check,

    isOfEarlier: (workspaceId, name) => isStopping({ workspaceId, name }),
  };
}
