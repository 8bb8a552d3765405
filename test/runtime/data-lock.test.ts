import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DataFolderInUse, lockDataFolder } from '../../src/platform/embedded/data-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-data-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (): string => join(folder, 'service.lock');
/** Creates a lock of a process in another PID namespace, such as another container on the same volume. */
const holdElsewhere = (): void =>
  writeFileSync(file(), JSON.stringify({ pid: 1, started: '1', space: 'elsewhere', id: 'x' }));

it('one process holds the folder until it releases it', async () => {
  const lock = await lockDataFolder(folder);
  await expect(lockDataFolder(folder)).rejects.toThrow(DataFolderInUse);
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
  (await lockDataFolder(folder)).release();
});

it('a live process of another container holds it too, whatever its process id', async () => {
  holdElsewhere();
  let time = Date.now() / 1000;
  const beat = setInterval(() => {
    time += 1;
    utimesSync(file(), time, time);
  }, 20);
  await expect(lockDataFolder(folder, 60_000)).rejects.toThrow('process 1 of another container or machine');
  clearInterval(beat);
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ space: 'elsewhere' });
});

it('the lock of a container that ended without releasing it is taken over', async () => {
  holdElsewhere();
  const lock = await lockDataFolder(folder, 100);
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ pid: process.pid });
  lock.release();
  // Too old to be watched.
  holdElsewhere();
  utimesSync(file(), 1, 1);
  (await lockDataFolder(folder, 600_000)).release();
});

it('an ended process that was not reaped does not hold the folder', async () => {
  // The shell starts a child that ends with its input, then replaces itself with a program that reaps no children.
  const script = 'exec 3<&0; cat <&3 >/dev/null & echo $!; exec sleep 60 3<&-';
  const parent = spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'ignore'] });
  try {
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim()).toBe('sleep');
    parent.stdin.end();
    await expect.poll(() => stat()[0]).toBe('Z');
    writeFileSync(file(), JSON.stringify({ pid, started: stat()[19], id: 'x' }));
    (await lockDataFolder(folder)).release();
  } finally {
    parent.kill();
  }
});

it('a process that lost the folder does not take it from its new holder', async () => {
  const lock = await lockDataFolder(folder);
  holdElsewhere();
  lock.release();
  expect(readdirSync(folder)).toEqual(['service.lock']);
});
