import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findRemaining, recordProcess, waitForPort } from '../../src/platform/index.ts';

let folder: string;
const children: ChildProcess[] = [];
const servers: Server[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-kept-processes-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const server of servers.splice(0)) server.close();
  rmSync(folder, { recursive: true });
});

const start = (): ChildProcess => {
  const child = spawn('sleep', ['600']);
  children.push(child);
  return child;
};

const end = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGKILL');
  await once(child, 'exit');
};

const listen = async (): Promise<{ server: Server; port: number }> => {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, port: (server.address() as { port: number }).port };
};

it('finds the processes of an earlier start until each of them has ended', async () => {
  expect(findRemaining(folder)()).toBe(false);
  const [api, workers] = [start(), start()];
  for (const { pid } of [api, workers]) recordProcess(folder, pid!);
  const hasRemaining = findRemaining(folder);
  expect(hasRemaining()).toBe(true);
  await end(api);
  expect(hasRemaining()).toBe(true);
  await end(workers);
  expect(hasRemaining()).toBe(false);
});

it('ignores its own processes, and another process with a reused process id', () => {
  const hasRemaining = findRemaining(folder);
  recordProcess(folder, start().pid!);
  expect(hasRemaining()).toBe(false);
  writeFileSync(join(folder, 'processes.json'), JSON.stringify([{ pid: start().pid, started: '1', space: '' }]));
  expect(findRemaining(folder)()).toBe(false);
  writeFileSync(join(folder, 'processes.json'), '[{"pid":');
  expect(findRemaining(folder)()).toBe(false);
});

it('waits for a port beyond the usual time while a process of the predecessor is running', async () => {
  const { server, port } = await listen();
  let connections = 0;
  const waiting = waitForPort('127.0.0.1', port, 0, () => {
    connections += 1;
    if (connections === 3) server.close();
    return true;
  });
  await waiting;
  expect(connections).toBeGreaterThanOrEqual(3);
});

it('reports a port that another program uses after the usual time', async () => {
  const { port } = await listen();
  await expect(waitForPort('127.0.0.1', port, 0, () => false)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
