import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { openWebBundle } from '../../src/runtime/index.ts';

const root = mkdtempSync(join(tmpdir(), 'web-bundle-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Notes each run, and does what the text says. */
function program(name: string, does: string) {
  const runs = join(root, `${name}.runs`);
  appendFileSync(runs, '');
  const text = `const fs = require('node:fs'); fs.appendFileSync(${JSON.stringify(runs)}, 'x'); ${does}`;
  return { build: ['-e', text], runs: () => readFileSync(runs, 'latin1').length };
}

it('is built once, for all who ask at once', async () => {
  const folder = join(root, 'good');
  const file = JSON.stringify(join(folder, 'page.js'));
  const { build, runs } = program('good', `fs.mkdirSync(${JSON.stringify(folder)}); fs.writeFileSync(${file}, 'x');`);
  const { find } = openWebBundle({ folder, build });
  const [page, none] = await Promise.all([find('page.js'), find('../good.runs')]);
  expect([page?.bytes.toString(), page?.isFixed, none]).toEqual(['x', false, null]);
  expect(runs()).toBe(1);
});

it('what cannot be built is not tried again at once, however often it is asked for, and is tried again later', async () => {
  const { build, runs } = program('bad', 'process.exit(1);');
  const options = { folder: join(root, 'bad'), build };
  const patient = openWebBundle(options);
  for (let call = 0; call < 3; call++) await expect(patient.find('page.js')).rejects.toThrow('Command failed');
  expect(runs()).toBe(1);
  const quick = openWebBundle({ ...options, pause: 1 });
  await vi.waitUntil(async () => {
    await expect(quick.find('page.js')).rejects.toThrow('Command failed');
    return runs() > 2;
  }, 300_000);
});
