import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { findPort } from '../cold-start.ts';

/** Total processor seconds of the machine so far, of all processes. */
export function machineSeconds(): number {
  const [, user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.split(/ +/);
  return [user, nice, system, irq, softirq].reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND;
}

/** Linux reports processor time in /proc in hundredths of a second. */
const TICKS_A_SECOND = 100;

/** Starts a Redis that persists its data in the folder. */
export async function startRedis(folder: string): Promise<{ child: ChildProcess; url: string }> {
  const port = await findPort();
  const parameters = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'yes', '--dir', folder];
  const child = spawn('redis-server', parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout?.resume();
  await wait(500);
  if (child.exitCode !== null) throw new Error(`redis-server ended with code ${child.exitCode}`);
  return { child, url: `redis://127.0.0.1:${port}` };
}

/** Waits until a process of the service is ready. */
export async function untilReady(url: string, service: ChildProcess): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const ready = await fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (ready) return;
    if (service.exitCode !== null) throw new Error(`the service ended with code ${service.exitCode}`);
    if (performance.now() > deadline) throw new Error('the service was not ready within a minute');
    await wait(50);
  }
}

/** Stops a process and waits for its end. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

export const commandOf = (pid: number): string => peek(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');

export const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statOf(pid)[1] === String(parent));

/** Fields of /proc/<pid>/stat after the command: state, parent, … */
function statOf(pid: number): string[] {
  const stat = peek(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Processor seconds of processes; `withEnded` includes ended children of the first. */
export function secondsOf(pids: readonly number[], withEnded = false): number {
  const ticks = pids.map((pid, index) => {
    const stat = statOf(pid);
    const own = Number(stat[11] ?? 0) + Number(stat[12] ?? 0);
    return own + (withEnded && index === 0 ? Number(stat[13] ?? 0) + Number(stat[14] ?? 0) : 0);
  });
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS_A_SECOND;
}

export const megabytesOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + Number(/^VmRSS:\s+(\d+)/m.exec(peek(`/proc/${pid}/status`))?.[1] ?? 0) / 1024, 0);

/**
 * As `megabytesOf`, but shared pages are divided among their users (PSS): the code of Node and its libraries counts
 * once for all processes. The kernel sums up all pages on each read, which takes milliseconds.
 */
export const sharesOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + Number(/^Pss:\s+(\d+)/m.exec(peek(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024, 0);

/** Empty when the process has just ended. */
function peek(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
