import { createHash } from 'node:crypto';
import { constants, type FileHandle, open, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanText } from '../../../../lib/clean-text.ts';
import { findChecksum, removeChecksum } from '../../../../platform/index.ts';
import type { InboundDocument } from '../adapter.ts';
import type { Connection } from '../partner.ts';
import { FINE, LARGEST_INBOUND } from '../pull-inbox.ts';
import { toConnection, withoutPrecondition } from '../submitted.ts';
import { codeOf, ofError } from './system-error.ts';

/** Below a partner's folder: what it received for us. */
export const INBOX = 'in';

/** A file without a checksum is whole when it was not written to for so long, in milliseconds. */
const AT_REST = 60_000;
/** In one run; what is left comes with the next. */
const MOST = 200;
/** Of which those that cannot be taken hide no other. */
const MAX_NAMES = 10_000;

/** What of a file tells that it is still the same. */
type Version = { readonly ino: number; readonly mtimeMs: number; readonly size: number };

/**
 * Takes the documents (`*.xml`) of a folder: each is read, handed on, and taken away once that has resolved. One counts
 * when `<name>.sha256` beside it has its checksum; without such a file, when it has been at rest for a minute. What
 * cannot be taken stays where it is, and keeps no other from coming.
 *
 * @param now milliseconds since the epoch
 * @returns how it went: the last fault, if there was one
 * @throws what `take` throws
 */
export async function pullFolder(
  folder: string,
  now: number,
  take: (document: InboundDocument) => Promise<void>,
  signal: AbortSignal,
): Promise<Connection> {
  const listed = await listDocuments(folder);
  if ('ok' in listed) return listed;
  let told = FINE;
  let taken = 0;
  for (const name of listed) {
    signal.throwIfAborted();
    const found = await readWhole(folder, name, now);
    if (found === 'not yet') continue;
    if (typeof found === 'string') {
      told = toConnection(withoutPrecondition('unexpected_answer', cleanText(`${name}: ${found}`)));
      continue;
    }
    await take({ id: cleanText(name), sender: null, receiver: null, content: found.content });
    told = (await takeAway(folder, name, found.version)) ?? told;
    taken += 1;
    if (taken === MOST) break;
  }
  return told;
}

/** The names of the documents; or why nobody can say. */
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

/** Removes what was kept; null, or why it could not. What somebody wrote on meanwhile stays, and comes again. */
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

/** The bytes of a whole file; `not yet` while it may still grow; or why it is not taken. */
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
