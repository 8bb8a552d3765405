import { randomUUID } from 'node:crypto';
import { closeSync, futimesSync, linkSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { OperatorFault } from '../operator-error.ts';
import { ownSpace, startOf } from './process-identity.ts';

/** Lock of one process on a data folder. */
type DataLock = { readonly release: () => void };

type Holder = {
  readonly pid: number;
  readonly started: string;
  /** PID namespace of the process id. */
  readonly space: string;
  readonly id: string;
};

/** Heartbeat interval in milliseconds: the holder updates the modification time of the lock file. */
const BEAT_MS = 1_000;

/** How long to watch a lock of another PID namespace for a heartbeat, in milliseconds. */
const WATCH_MS = 10_000;

/** A lock without a heartbeat for this long, in milliseconds, is stale and not watched. */
const SILENT_MS = 60_000;

/** Another running service uses the same data folder. */
export class DataFolderInUse extends OperatorFault {
  override readonly name = 'DataFolderInUse';

  constructor(folder: string, pid: number, elsewhere = false) {
    super(
      `The data folder ${folder} is in use by process ${pid}${elsewhere ? ' of another container or machine' : ''}. ` +
        'Stop that service, or give this one its own DATA_DIR or DATABASE_URL.',
    );
  }
}

function readHolder(file: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as Holder;
    return Number.isInteger(holder.pid) ? holder : null;
  } catch {
    // The file was removed, or truncated by a crash while it was written: the lock is free.
    return null;
  }
}

function timeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/** True when the heartbeat of a lock file changes within `watch` milliseconds. */
async function beats(file: string, watch: number): Promise<boolean> {
  const first = timeOf(file);
  if (first === null || Math.abs(Date.now() - first) > SILENT_MS) return false;
  const end = performance.now() + watch;
  while (performance.now() < end) {
    await pause(watch / 20);
    if (timeOf(file) !== first) return timeOf(file) !== null;
  }
  return false;
}

/**
 * Locks the folder for this process. A lock of a dead process is taken over. The process id of another container is
 * meaningless here, so the heartbeat of its lock file is watched instead.
 *
 * @param watch duration in milliseconds
 * @throws DataFolderInUse when a live process holds the lock
 */
export async function lockDataFolder(folder: string, watch = WATCH_MS): Promise<DataLock> {
  const file = join(folder, 'service.lock');
  const id = randomUUID();
  const own = `${file}.${id}`;
  const space = ownSpace();
  const holder: Holder = { pid: process.pid, started: startOf(process.pid) ?? '', space, id };
  writeFileSync(own, JSON.stringify(holder));
  try {
    for (;;) {
      try {
        // link() is atomic and never replaces an existing file.
        linkSync(own, file);
        return keep(file, own, id);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const other = readHolder(file);
      const elsewhere = other !== null && other.space !== space;
      const lives = elsewhere ? await beats(file, watch) : other !== null && startOf(other.pid) === other.started;
      if (other !== null && lives) throw new DataFolderInUse(folder, other.pid, elsewhere);
      // Another process may have taken over the lock since it was read.
      if (readHolder(file)?.id === other?.id) rmSync(file, { force: true });
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/** Updates the heartbeat through the file handle, so that a lock file of another process is not touched. */
function keep(file: string, own: string, id: string): DataLock {
  const handle = openSync(own, 'r+');
  const reportTime = (): void => {
    try {
      futimesSync(handle, new Date(), new Date());
    } catch {
      // Failing disk writes are reported by the code that stores data there.
    }
  };
  const beat = setInterval(reportTime, BEAT_MS).unref();
  return {
    release: () => {
      clearInterval(beat);
      closeSync(handle);
      if (readHolder(file)?.id === id) rmSync(file, { force: true });
    },
  };
}
