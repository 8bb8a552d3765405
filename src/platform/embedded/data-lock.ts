import { randomUUID } from 'node:crypto';
import { closeSync, futimesSync, linkSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { OperatorFault } from '../operator-error.ts';
import { ownSpace, startOf } from './process-identity.ts';

/** The hold of one process on a data folder. */
type DataLock = { readonly release: () => void };

type Holder = {
  readonly pid: number;
  readonly started: string;
  /** Where the number counts; holds of earlier releases have none. */
  readonly space?: string;
  readonly id?: string;
};

/** How often a hold says that its process lives, in milliseconds: by the time of its file. */
const BEAT_MS = 1_000;

/** How long a hold of another space is watched for that, in milliseconds. */
const WATCH_MS = 10_000;

/** A hold that said nothing for so long is not watched, in milliseconds. */
const SILENT_MS = 60_000;

/** Another live service works in the same folder. */
export class DataFolderInUse extends OperatorFault {
  override readonly name = 'DataFolderInUse';

  constructor(folder: string, pid: number, elsewhere = false) {
    super(
      `The data folder ${folder} is in use by process ${pid}${elsewhere ? ' of another container or machine' : ''}. ` +
        'Stop that service, or give this one a DATA_DIR or a DATABASE_URL of its own.',
    );
  }
}

function readHolder(file: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as Holder;
    return Number.isInteger(holder.pid) ? holder : null;
  } catch {
    // Gone, or cut off by a crash while it was written: nobody holds it.
    return null;
  }
}

function timeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/** Whether the hold says within the time that its process lives. */
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
 * Takes the folder for this process alone. A hold whose process is gone is taken over. Whether that of another container is
 * gone its number cannot tell: its file is watched for the time that a living process writes to it.
 *
 * @param watch how long, in milliseconds
 * @throws DataFolderInUse when a live process has it
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
        // A link appears whole or not at all, and never over an existing one.
        linkSync(own, file);
        return keep(file, own, id);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const other = readHolder(file);
      const elsewhere = other !== null && (other.space ?? space) !== space;
      const lives = elsewhere ? await beats(file, watch) : other !== null && startOf(other.pid) === other.started;
      if (other !== null && lives) throw new DataFolderInUse(folder, other.pid, elsewhere);
      // Meanwhile somebody else may have taken it over.
      if (readHolder(file)?.id === other?.id) rmSync(file, { force: true });
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/** Says in the time of the file that this process lives. By its handle: a file that another process put there is not touched. */
function keep(file: string, own: string, id: string): DataLock {
  const handle = openSync(own, 'r+');
  const reportTime = (): void => {
    try {
      futimesSync(handle, new Date(), new Date());
    } catch {
      // A disk that takes no writes is told by those whose data it is.
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
