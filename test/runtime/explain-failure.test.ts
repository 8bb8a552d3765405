import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { DataFolderInUse } from '../../src/platform/embedded/data-lock.ts';
import { ConfigProblems, explainFailure, OperatorFault } from '../../src/platform/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'einvoice-explain-'));
afterAll(() => rmSync(folder, { recursive: true }));

const failure = (message: string, fields: object = {}, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), fields);

it.each([
  [
    'a port that is in use',
    failure('address already in use', { code: 'EADDRINUSE', syscall: 'listen' }),
    'Set PORT or HOST',
  ],
  [
    'an unreachable database',
    failure('connect ECONNREFUSED', { code: 'ECONNREFUSED', syscall: 'connect' }),
    'DATABASE_URL',
  ],
  ['an unknown host name', failure('x', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }), 'HOST, METRICS_HOST'],
  ['a folder of another user', failure('denied', { code: 'EACCES', syscall: 'mkdir', path: '/x' }), 'Check DATA_DIR'],
  ['a file instead of the folder', failure('x', { code: 'EEXIST', syscall: 'mkdir', path: '/x' }), 'Check DATA_DIR'],
  [
    'a file in the path of the folder',
    failure('x', { code: 'ENOTDIR', syscall: 'open', path: '/x/y' }),
    'Check DATA_DIR',
  ],
  ['a folder that cannot be created', failure('x', { code: 'ENOENT', syscall: 'mkdir', path: '/x' }), 'DATA_DIR'],
  ['a database without TLS', failure('The server does not support SSL connections'), 'Check sslmode'],
  ['a database with an untrusted certificate', failure('x', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), 'sslrootcert'],
  ['an error with its own message', new OperatorFault('It is not empty'), 'It is not empty'],
  ['a missing permission', failure('run this', {}, { code: '42501' }), 'run this.'],
])('explains an error that an operator can fix in one sentence: %s', (_, error, expected) => {
  const { text, exitCode } = explainFailure(error);
  expect(text).toContain(expected);
  expect([text.includes('\n'), exitCode]).toEqual([false, 1]);
});

it('recognises a port that is in use', async () => {
  const taken = createServer();
  await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
  const { port } = taken.address() as { port: number };
  const error = await new Promise((done) => createServer().once('error', done).listen(port, '127.0.0.1'));
  taken.close();
  expect(explainFailure(error).text).toMatch(/EADDRINUSE.*Set PORT or HOST/);
});

it('lists all configuration problems, with a dedicated exit code', () => {
  expect(explainFailure(new ConfigProblems(['PORT is no number', 'HOST is no host']))).toEqual({
    text: expect.stringMatching(/PORT is no number\n.*HOST is no host/),
    exitCode: 2,
  });
});

it('prints the full error for a bug', () => {
  expect(explainFailure(new TypeError('x is undefined')).text).toMatch(/fault of the service: TypeError: x.*\n +at /);
  expect(explainFailure('thrown').text).toBe('thrown');
  expect(explainFailure(new DataFolderInUse(folder, 7)).text).toContain('in use by process 7');
});
