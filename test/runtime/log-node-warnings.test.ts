import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findRoot } from '../../src/platform/index.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-warnings-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('warnings of a process, its libraries and its threads are logged as JSON lines', () => {
  const runtime = JSON.stringify(join(findRoot(), 'src/platform/index.ts'));
  const thread = join(folder, 'thread.mjs');
  writeFileSync(thread, `process.emitWarning('of a thread', 'TestWarning');`);
  const program = join(folder, 'program.ts');
  writeFileSync(
    program,
    `import { pathToFileURL } from 'node:url';
import { EventEmitter } from 'node:events';
import { logWarnings, makeLog, openThread } from ${runtime};
logWarnings(makeLog({ level: 'warn', role: 'test' }));
const emitter = new EventEmitter();
for (let count = 0; count < 11; count += 1) emitter.on('x', () => undefined);
console.warn('IMPORTANT! Eviction policy is %s.', 'allkeys-lru');
openThread(pathToFileURL(${JSON.stringify(thread)}), null, 64);`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', program], {
    cwd: findRoot(),
    encoding: 'utf8',
  });
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(lines).toMatchObject([
    { level: 'warn', msg: 'library warning', text: 'IMPORTANT! Eviction policy is allkeys-lru.' },
    { level: 'warn', role: 'test', err: { type: 'MaxListenersExceededWarning' } },
    { level: 'warn', role: 'test', err: { type: 'ThreadWarning', message: expect.stringContaining('of a thread') } },
  ]);
  expect(stderr).toBe('');
});
