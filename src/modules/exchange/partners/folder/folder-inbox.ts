import { createHash } from 'node:crypto';
import { constants, type FileHandle, open, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanText } from '../../../../lib/clean-text.ts';
import { findChecksum, removeChecksum } from '../../../../platform/index.ts';
import type { TakeInbound } from '../adapter.ts';
import type { Connection } from '../partner.ts';
import { FINE, LARGEST_INBOUND } from '../pull-inbox.ts';
import { toConnection, withoutPrecondition } from '../submitted.ts';
import { codeOf, ofError } from './system-error.ts';

/** Subfolder of a partner's folder with documents received for the workspace. */
export const INBOX = 'in';

/** Milliseconds without a write after which a file without a checksum is considered complete. */
const AT_REST = 60_000;
/** Files per run; the rest is taken by the next run. */
const MAX_FILES = 200;
/** Names listed per run: far above the file limit, so that files that cannot be taken do not block the others. */
const MAX_NAMES = 10_000;

/** Detects that a file was replaced or changed after it was read. */
type Version = { readonly ino: number; readonly mtimeMs: number; readonly size: number };

/**
 * Takes the documents (`*.xml`) of a folder: reads each, passes it to `take`, and deletes it when it was stored. A
 * file is complete when its hash matches `<name>.sha256`, or, without such a file, after a minute without writes. A
 * file that cannot be taken stays in the folder and does not block the others.
 *
 * @param now milliseconds since the epoch
 * @returns the last error, or success
 * @throws what `take` throws
 */
export async function pullFolder(
  folder: string,
  now: number,
  take: TakeInbound,
  signal: AbortSignal,
): Promise<Connection> {
  const listed = await listDocuments(folder);
  if ('ok' in listed) return listed;
  let result = FINE;
  let taken = 0;
  for (const name of listed) {
    signal.throwIfAborted();
    const found = await readWhole(folder, name, now);
    if (found === 'not yet') continue;
    if (typeof found === 'string') {
      result = toConnection(withoutPrecondition('unexpected_answer', cleanText(`${name}: ${found}`)));
      continue;
    }
    const document = { id: cleanText(name), sender: null, receiver: null, content: found.content };
    if (!(await take(document))) continue;
    result = (await takeAway(folder, name, found.version)) ?? result;
    taken += 1;
    if (taken === MAX_FILES) break;
  }
  return result;
}

/** Names of the documents, or the error of the folder. */
async function listDocuments(folder: string): Promise<readonly string[] | Connection> {
  const names: string[] = [];
  try {
    for await (const entry of await opendir(folder)) {
      if (entry.isFile() && /^[^.].*\.xml$/i.test(entry.name)) names.push(entry.name);
      if (names.length === MAX_NAMES) break;
    }
    return names;
  } catch (error) {
    return toConnection(ofError(error));
  }
}

/**
 * Deletes a stored file; returns null, or the error. A file that changed after it was read stays and is taken again.
 */
async function takeAway(folder: string, name: string, version: Version): Promise<Connection | null> {
  const path = join(folder, name);
  try {
    if (!isSame(version, await stat(path))) return null;
    await rm(path);
    await removeChecksum(folder, name);
    return null;
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : toConnection(ofError(error));
  }
}

const isSame = (one: Version, other: Version): boolean =>
  one.ino === other.ino && one.mtimeMs === other.mtimeMs && one.size === other.size;

/** The bytes of a complete file; `not yet` while it may still grow; otherwise the reason why it is not taken. */
async function readWhole(
  folder: string,
  name: string,
  now: number,
): Promise<{ content: Buffer; version: Version } | string> {
  const path = join(folder, name);
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    return code === 'ENOENT' ? 'not yet' : code;
  }
  try {
    const version = await file.stat();
    const checksum = await findChecksum(folder, name);
    const isAtRest = now - version.mtimeMs >= AT_REST;
    if (checksum === null && !isAtRest) return 'not yet';
    if (version.size === 0 || version.size > LARGEST_INBOUND) return isAtRest ? `${version.size} B` : 'not yet';
    const content = await file.readFile();
    const isWhole = content.length === version.size && isSame(version, await file.stat());
    if (!isWhole) return 'not yet';
    if (checksum === null || createHash('sha256').update(content).digest('hex') === checksum)
      return { content, version };
    return isAtRest ? 'sha256' : 'not yet';
  } finally {
    await file.close();
  }
}
