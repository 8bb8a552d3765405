import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorFault } from '../operator-fault.ts';

/** The hold of one process on a data folder. */
type DataLock = { readonly release: () => void };

type Holder = { readonly pid: number; readonly started: string };

/** Another live service works in the same folder. */
export class DataFolderInUse extends OperatorFault {
  override readonly name = 'DataFolderInUse';

  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}. ` +
        'Stop that service, or give this one a DATA_DIR or a DATABASE_URL of its own.',
    );
  }
}

/** When the process started, in ticks since boot: tells a process from a later one with the same number. */
function startOf(pid: number): string | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return null;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    // No /proc on this system: being alive must do.
    return '';
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

/**
 * Takes the folder for this process alone. A hold whose process is gone is taken over.
 *
 * @throws DataFolderInUse when a live process has it
 */
export function lockDataFolder(folder: string): DataLock {
  const file = join(folder, 'service.lock');
  const own = join(folder, `service.lock.${process.pid}`);
  const holder: Holder = { pid: process.pid, started: startOf(process.pid) ?? '' };
  writeFileSync(own, JSON.stringify(holder));
  try {
    for (;;) {
      try {
        // A link appears whole or not at all, and never over an existing one.
        linkSync(own, file);
        return { release: () => rmSync(file, { force: true }) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const other = readHolder(file);
      if (other !== null && startOf(other.pid) === other.started) throw new DataFolderInUse(folder, other.pid);
      rmSync(file, { force: true });
    }
  } finally {
    rmSync(own, { force: true });
  }
}
