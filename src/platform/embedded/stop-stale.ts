import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log.ts';

/** Reads a /proc entry that may disappear at any time. */
function peek(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/**
 * Process ids of all PostgreSQL processes (postmaster or not) that work in the folder. Linux only; empty on other
 * systems.
 */
function findServers(data: string): number[] {
  if (!existsSync('/proc/self/cwd')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => peek(() => readlinkSync(`/proc/${name}/cwd`)) === data)
    .filter((name) => peek(() => readFileSync(`/proc/${name}/comm`, 'utf8'))?.startsWith('postgres') === true)
    .map(Number);
}

function readPostmaster(data: string): number | null {
  const pid = Number(peek(() => readFileSync(join(data, 'postmaster.pid'), 'utf8'))?.split('\n')[0]);
  return Number.isInteger(pid) && pid > 1 ? pid : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Ends PostgreSQL processes that a killed service left in our data folder, and removes a pid file that names an
 * unrelated process (process ids are reused, above all in containers). This process must hold the folder's lock.
 *
 * @throws Error when such a server does not end within 30 seconds
 */
export async function stopStale(folder: string, log: Log): Promise<void> {
  if (!existsSync(folder)) return;
  const data = realpathSync(folder);
  const canTell = existsSync('/proc/self/cwd');
  const postmaster = readPostmaster(data);
  const left = (): number[] => {
    if (canTell) return findServers(data);
    return postmaster !== null && isAlive(postmaster) ? [postmaster] : [];
  };
  if (left().length > 0) {
    log.warn({ pids: left() }, 'stopping PostgreSQL of an earlier start in the data folder');
    const began = performance.now();
    for (let pids = left(); pids.length > 0; pids = left()) {
      const waited = performance.now() - began;
      if (waited > 30_000) throw new Error(`PostgreSQL processes ${pids.join(', ')} in ${data} did not exit`);
      // SIGINT ends sessions and writes a checkpoint; SIGQUIT, for a hanging server, is a crash that recovery
      // repairs.
      if (postmaster !== null && pids.includes(postmaster)) signal(postmaster, waited < 10_000 ? 'SIGINT' : 'SIGQUIT');
      else for (const pid of pids) signal(pid, waited < 10_000 ? 'SIGTERM' : 'SIGQUIT');
      await pause(50);
    }
  }
  if (canTell && postmaster !== null && isAlive(postmaster)) rmSync(join(data, 'postmaster.pid'), { force: true });
}
