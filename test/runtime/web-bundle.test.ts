import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { openWebBundle } from '../../src/platform/index.ts';

const root = mkdtempSync(join(tmpdir(), 'web-bundle-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Records each run, then executes the code. */
function program(name: string, does: string) {
  const runs = join(root, `${name}.runs`);
  appendFileSync(runs, '');
  const text = `const fs = require('node:fs'); fs.appendFileSync(${JSON.stringify(runs)}, 'x'); ${does}`;
  return { build: ['-e', text], runs: () => readFileSync(runs, 'latin1').length };
}

it('is built once for concurrent requests', async () => {
  const folder = join(root, 'good');
  const file = JSON.stringify(join(folder, 'page.js'));
  const { build, runs } = program('good', `fs.mkdirSync(${JSON.stringify(folder)}); fs.writeFileSync(${file}, 'x');`);
  const { find } = openWebBundle({ folder, build });
  const [page, none] = await Promise.all([find('page.js'), find('../good.runs')]);
  expect([page?.bytes.toString(), page?.isFixed, none]).toEqual(['x', false, null]);
  expect(runs()).toBe(1);
});

it('serves the compressed form with its file, not as a separate file', async () => {
  const folder = join(root, 'pressed');
  mkdirSync(folder);
  for (const [name, text] of [
    ['page.js', 'x'],
    ['page.js.br', 'pressed'],
    ['card.png', 'y'],
  ] as const)
    writeFileSync(join(folder, name), text);
  const { find } = openWebBundle({ folder, build: null });
  const [page, pressed, card] = await Promise.all(['page.js', 'page.js.br', 'card.png'].map(find));
  expect([page?.brotli?.toString(), pressed, card?.brotli]).toEqual(['pressed', null, null]);
});

it('a failed build is not retried immediately, however often it is requested, but later', async () => {
  const { build, runs } = program('bad', 'process.exit(1);');
  const options = { folder: join(root, 'bad'), build };
  const withLongPause = openWebBundle(options);
  for (let call = 0; call < 3; call++) await expect(withLongPause.find('page.js')).rejects.toThrow('ended with 1');
  expect(runs()).toBe(1);
  const quick = openWebBundle({ ...options, pause: 1 });
  await vi.waitUntil(async () => {
    await expect(quick.find('page.js')).rejects.toThrow('ended with 1');
    return runs() > 2;
  }, 300_000);
});

it('is built before the first request; a running build ends with the service, including its child processes', async () => {
  const folder = join(root, 'slow');
  const pids = join(root, 'slow.pids');
  const inner = 'setInterval(() => undefined, 1_000)';
  const { build, runs } = program(
    'slow',
    `const { pid } = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}]);
     fs.writeFileSync(${JSON.stringify(pids)}, process.pid + ' ' + pid);`,
  );
  const { warmUp, find, close } = openWebBundle({ folder, build });
  const warm = warmUp();
  const ended = expect(find('page.js')).rejects.toThrow('the service ends');
  await vi.waitUntil(() => existsSync(pids) && readFileSync(pids, 'latin1').includes(' '), 300_000);
  await close();
  await Promise.all([warm, ended]);
  expect(runs()).toBe(1);
  const alive = (pid: string): boolean => {
    try {
      return !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ');
    } catch {
      return false;
    }
  };
  await vi.waitUntil(() => readFileSync(pids, 'latin1').split(' ').filter(alive).length === 0, 300_000);
});
