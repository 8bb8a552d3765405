import { setMaxListeners } from 'node:events';
import { lstat, readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { makeFairSemaphore } from '../../../lib/fair-semaphore.ts';
import { pathIn } from '../../../lib/path-in.ts';
import { isRefusal, refusal } from '../../../platform/errors/index.ts';
import { checkedBy, type Metrics, sideNamesOf } from '../../../platform/index.ts';
import { makeArrivals } from './arrivals.ts';
import { findSideFile, removeSideFile, removeTakenSideFile } from './checksum-sidecars.ts';
import {
  archive,
  type Claiming,
  claim,
  type Digest,
  type Drop,
  digestFile,
  endIfGone,
  type Giver,
  lineOf,
  listClaimed,
} from './drop.ts';
import { type Folders, foldersOf, makeFolders } from './folders.ts';
import { makeLateChecksums } from './late-sidecars.ts';
import { placeOf } from './manifest.ts';
import { isFilename, isManifest, isTemporary } from './names.ts';
import type { DropboxParts } from './parts.ts';
import { showRefusal, TAKE, type Worked, workOn } from './process-file.ts';
import { workTogether } from './process-group.ts';
import { takeManifest } from './process-manifest.ts';
import { keepReadme, writeReadme } from './readme.ts';
import { removeVerdicts } from './results/write-results.ts';
import { listHomes, makeSweep, removeHome } from './sweep.ts';
import { unmarkMissing } from './upload-markers.ts';

/**
 * Concurrency in groups of files, in total and per workspace. Groups spend most of their time waiting for validation.
 */
const AT_ONCE = { most: 64, mostOfOwner: 24, mostWaiting: 1_000_000, mostWaitingOfOwner: 500_000 };

/** Scan interval in milliseconds; a scan finds files for which no event arrived. */
const SCAN_MS = 60_000;

/** Audit records written in parallel for removed partial files. There may be as many files as a quota has blocks. */
const SWEPT_TOGETHER = 100;

/** Backoff after a temporary error, in milliseconds. */
const RETRY_MS = { first: 1_000, most: 60_000 };

export type Dropbox = {
  /** Returns the folders of a workspace, created when missing, with a current README.txt. */
  readonly open: (workspaceId: string) => Promise<Folders>;
  /** Reports a complete file with its final name in the inbox. It is claimed as soon as a slot is free. */
  readonly arrived: (workspaceId: string, name: string, giver: Giver) => void;
  readonly scan: () => Promise<void>;
  /** Resumes files that an earlier process claimed, scans, then scans every minute. */
  readonly start: () => Promise<void>;
  /** Resolves when no file is in progress or waiting. */
  readonly idle: () => Promise<void>;
  /** Stops the intake. Files in progress stay claimed; the next start resumes them. */
  readonly close: () => Promise<void>;
};

/** The uploader is unknown for files found by a scan. */
const BY_SCAN: Giver = { actor: 'sftp', address: null };

export function makeDropbox(
  parts: DropboxParts & { readonly metrics: Pick<Metrics, 'counter' | 'histogram'> },
): Dropbox {
  const { root, log, now } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  // Each waiting file adds a listener.
  setMaxListeners(0, signal);
  const semaphore = makeFairSemaphore(AT_ONCE);
  const running = new Set<Promise<void>>();
  const sweepWorkspace = makeSweep(parts);
  const lines = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | null = null;
  let scanning: Promise<void> | null = null;
  const files = parts.metrics.counter({
    name: 'sftp_files_total',
    help: 'Files that were taken from inboxes, by what came of them.',
    labels: ['outcome'],
  });
  const seconds = parts.metrics.histogram({
    name: 'sftp_file_seconds',
    help: 'From the taking of a file to its results.',
    labels: ['outcome'],
  });

  const onFault = (error: unknown): void => {
    if (!signal.aborted) log.error({ err: error }, 'inbox file not processed');
  };
  const track = (work: Promise<void>): void => {
    const tracked = work.catch(onFault).finally(() => running.delete(tracked));
    running.add(tracked);
  };

  /** Runs work after all earlier work with the same lock key. */
  const inLine = async (line: string, work: () => Promise<void>): Promise<void> => {
    const before = lines.get(line) ?? Promise.resolve();
    const mine = before.then(work);
    const settled = mine.catch(() => undefined);
    lines.set(line, settled);
    try {
      await mine;
    } finally {
      if (lines.get(line) === settled) lines.delete(line);
    }
  };

  const late = makeLateChecksums({ ...parts, inLine });

  const count = (drop: Drop, outcome: string, timed: (labels: { outcome: string }) => void): void => {
    files.inc({ outcome });
    timed({ outcome });
    log.info({ workspace_id: drop.workspaceId, drop: drop.id, outcome }, 'file processed');
  };

  const retrying = async (drop: Drop, work: () => Promise<string>): Promise<void> => {
    const timed = seconds.startTimer();
    for (let wait = RETRY_MS.first; ; wait = Math.min(2 * wait, RETRY_MS.most)) {
      signal.throwIfAborted();
      try {
        return count(drop, await work(), timed);
      } catch (error) {
        signal.throwIfAborted();
        if (await endIfGone(foldersOf(root, drop.workspaceId), drop)) return files.inc({ outcome: 'gone' });
        log.warn({ err: error, workspace_id: drop.workspaceId, drop: drop.id }, 'file not processed, retrying');
        await pause(wait, undefined, { signal });
      }
    }
  };

  const isList = ({ name, settings }: Drop): boolean => settings.manifest && isManifest(name);
  const onDigest = (drop: Drop, digest: Digest): void => {
    late.digested(drop, digest);
    // A sidecar that arrived while the file was claimed had no digest to compare with.
    if (!drop.settings.manifest && drop.expected === null) track(late.check(drop.workspaceId, drop.name));
  };

  const workAlone = (folders: Folders, drop: Drop): Promise<void> =>
    retrying(drop, async () => {
      if (isList(drop)) return takeListed(folders, drop);
      const worked = await workOn(parts, folders, drop, signal, (digest) => onDigest(drop, digest));
      late.worked(drop, worked.documentId);
      return worked.outcome;
    });

  /** Processes a group of files: files that can share steps are processed together, the others one by one. */
  const work = async (folders: Folders, drops: readonly Drop[]): Promise<void> => {
    // A file that waits for an earlier one of the same name must not delay the group.
    const together = drops.filter((drop) => drops.length > 1 && !isList(drop) && !lines.has(lineOf(drop)));
    const ended = new Set<Drop>();
    const wakes = new Map<Drop, () => void>();
    const ends = new Map(together.map((drop) => [drop, new Promise<void>((wake) => wakes.set(drop, wake))]));
    const each = drops.map((drop) =>
      inLine(lineOf(drop), async () => {
        await ends.get(drop);
        if (!ended.has(drop)) await workAlone(folders, drop);
      }),
    );
    const timed = seconds.startTimer();
    const worked = (drop: Drop, what: Worked): void => {
      late.worked(drop, what.documentId);
      count(drop, what.outcome, timed);
      ended.add(drop);
      wakes.get(drop)!();
    };
    const sharing = workTogether(parts, folders, together, signal, { digest: onDigest, worked })
      .catch((error) => {
        if (!signal.aborted)
          log.warn({ err: error, files: together.length }, 'group of files failed, processing each file');
      })
      .finally(() => {
        for (const wake of wakes.values()) wake();
      });
    await Promise.all([sharing, ...each.map((one) => one.catch(onFault))]);
  };

  /** Claims the files named in a manifest, all or nothing. */
  const takeListed = async (folders: Folders, drop: Drop): Promise<string> => {
    const { actor, address, workspaceId } = drop;
    const line = parts.audit.begin({ workspaceId, actor }, { ...TAKE, clientAddress: address });
    const digest = await digestFile(drop.path).catch((error: unknown) => {
      if (isRefusal(error, 'drop_unreadable')) return null;
      throw error;
    });
    const listed = await takeManifest(folders, drop, digest, { newId: parts.newId, now, signal });
    if ('faults' in listed) {
      const { faults } = listed;
      const first = placeOf(faults[0]!);
      const error = refusal('drop_manifest_refused', { filename: drop.name, count: faults.length, first });
      const problem = parts.toProblemResponse(error, drop.settings.language);
      await showRefusal(folders, drop, digest, { ...problem!, ...{ entries: faults } });
      await line.end({ outcome: 'failed', code: error.code, resource: drop.id });
      await archive(folders, drop);
      return 'refused';
    }
    removeVerdicts(folders, drop.name);
    for (const taken of listed.taken) track(within(workspaceId, () => work(folders, taken)));
    // The next attempt claims the files that could not be moved.
    if (listed.error !== null) throw listed.error;
    await line.end({ outcome: 'done', resource: drop.id });
    await archive(folders, drop);
    return 'manifest';
  };

  const within = async (owner: string, doing: () => Promise<void>): Promise<void> => {
    const leave = await semaphore.enter(owner, signal);
    try {
      await doing();
    } finally {
      leave();
    }
  };

  const take = async (workspaceId: string, giver: Giver, names: readonly string[]): Promise<void> => {
    const settings = await parts.settings(workspaceId);
    const selected = settings.manifest ? names.filter(isManifest) : names;
    if (selected.length === 0 || !(await parts.hasRoom(workspaceId))) return;
    const folders = foldersOf(root, workspaceId);
    const claiming: Claiming[] = [];
    for (const name of selected) {
      const isOwn = !settings.manifest && !late.isOfEarlier(workspaceId, name);
      claiming.push({ name, expected: isOwn ? findSideFile(folders, name) : null });
    }
    const taking = { ...giver, at: now(), settings };
    // One staging folder per manifest: the folder stores whether the manifest was verified.
    for (const together of settings.manifest ? claiming.map((one) => [one]) : [claiming]) {
      const drops = await claim(folders, { workspaceId, id: parts.newId('drp') }, together, taking);
      for (const drop of drops) late.taken(drop);
      for (const { name, expected } of drops) if (expected !== null) removeSideFile(folders, name);
      await work(folders, drops);
    }
  };

  const arrivals = makeArrivals({ enter: (owner) => semaphore.enter(owner, signal), take, track, signal });

  const arrived: Dropbox['arrived'] = (workspaceId, name, giver) => {
    if (signal.aborted || !isFilename(name) || isTemporary(name)) return;
    const checked = checkedBy(name);
    if (checked !== null) return track(late.check(workspaceId, checked));
    arrivals.add(workspaceId, name, giver);
  };

  const open = async (workspaceId: string): Promise<Folders> => {
    const folders = foldersOf(root, workspaceId);
    await parts.findHomes([workspaceId]);
    await makeFolders(folders);
    const text = writeReadme(parts.readme(), parts);
    // On a full disk the client must still be able to log in and delete results.
    await keepReadme(folders, text, parts.newId).catch((error) =>
      log.warn({ err: error, workspace_id: workspaceId }, 'README.txt not written'),
    );
    return folders;
  };

  const scanWorkspace = async (workspaceId: string): Promise<void> => {
    const folders = foldersOf(root, workspaceId);
    await makeFolders(folders);
    for (const name of await readdir(folders.open)) unmarkMissing(folders, name);
    const half = new Set(await readdir(folders.open));
    const names = new Set(await readdir(folders.inbox));
    const isQuiet = async (name: string): Promise<boolean> => {
      const stat = await lstat(pathIn(folders.inbox, name)).catch(() => null);
      return stat !== null && !stat.isDirectory() && stat.ctimeMs <= now() - parts.quietMs;
    };
    for (const name of names) {
      if (half.has(name) || arrivals.isWaiting(workspaceId, name) || !(await isQuiet(name))) continue;
      // A program that writes directly to the folder may not have finished the sidecar. Partial sidecars of SFTP
      // clients do not count.
      const sides = sideNamesOf(name).filter((side) => names.has(side) && !half.has(side));
      const areQuiet = await Promise.all(sides.map(isQuiet));
      if (!areQuiet.includes(false)) arrived(workspaceId, name, BY_SCAN);
    }
    const swept = await sweepWorkspace(workspaceId, folders);
    if (swept.length === 0) return;
    log.info({ workspace_id: workspaceId, files: swept.length }, 'incomplete uploads removed from inbox');
    const sweep = { ...TAKE, action: 'sftp.sweep', clientAddress: null } as const;
    const scope = { workspaceId, actor: 'sftp' };
    for (let start = 0; start < swept.length; start += SWEPT_TOGETHER) {
      const lines = swept.slice(start, start + SWEPT_TOGETHER).map((resource) => ({ ...sweep, resource }));
      await Promise.all(lines.map((line) => parts.audit.begin(scope, line).end({ outcome: 'done' })));
    }
  };

  /** Workspaces with a key, and those whose folders an operator created. */
  const listWorkspaces = async (): Promise<string[]> => {
    const homes = await listHomes(root);
    const { living, erased } = await parts.findHomes(homes);
    for (const id of erased) await apart(id, () => removeHome(parts, id));
    return [...new Set([...living, ...(await parts.workspaces())])];
  };

  /** An error in the folders of one workspace (an operator may have changed them) does not delay other workspaces. */
  const apart = async (workspaceId: string, doing: () => Promise<void>): Promise<void> => {
    try {
      await doing();
    } catch (error) {
      log.error({ err: error, workspace_id: workspaceId }, 'listing workspace folders failed');
    }
  };

  const scanAll = async (): Promise<void> => {
    for (const workspaceId of await listWorkspaces()) {
      if (signal.aborted) return;
      await apart(workspaceId, () => scanWorkspace(workspaceId));
    }
  };

  const scan = (): Promise<void> => {
    scanning ??= scanAll().finally(() => {
      scanning = null;
    });
    return scanning;
  };

  const scanLater = (): void => {
    if (signal.aborted) return;
    timer = setTimeout(() => {
      scan()
        .catch((error) => log.error({ err: error }, 'listing inboxes failed'))
        .finally(scanLater);
    }, SCAN_MS).unref();
  };

  const resume = async (): Promise<void> => {
    for (const workspaceId of await listWorkspaces())
      await apart(workspaceId, async () => {
        const folders = foldersOf(root, workspaceId);
        await makeFolders(folders);
        for (const drops of await listClaimed(folders, workspaceId)) {
          for (const drop of drops) removeTakenSideFile(folders, drop);
          track(within(workspaceId, () => work(folders, drops)));
        }
      });
  };

  return {
    open,
    arrived,
    scan,
    start: async () => {
      await resume();
      await scan();
      scanLater();
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
    close: async () => {
      stopping.abort(new Error('the intake stops'));
      if (timer !== null) clearTimeout(timer);
      await scanning?.catch(() => undefined);
      await Promise.all(running);
    },
  };
}
