import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { measureReady } from '../../tools/bench/cold-start.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function makeService(name: string, program: string): string {
  const root = join(folder, name);
  mkdirSync(join(root, 'dist', 'src'), { recursive: true });
  writeFileSync(join(root, 'dist', 'src', 'main.js'), program);
  return root;
}

it('measures the start on the data directory of an earlier start, until the service is ready', async () => {
  // The first start marks the directory; only then does the service take 300 ms to get ready.
  const root = makeService(
    'slow',
    `const { existsSync, writeFileSync } = require('node:fs');
     const mark = process.env.DATA_DIR + '/mark';
     const readyAt = existsSync(mark) ? Date.now() + 300 : 0;
     writeFileSync(mark, '');
     require('node:http')
       .createServer((request, answer) => { answer.statusCode = Date.now() < readyAt ? 503 : 200; answer.end(); })
       .listen(Number(process.env.PORT), '127.0.0.1');`,
  );
  const began = performance.now();
  const milliseconds = await measureReady(root);
  expect(milliseconds).toBeGreaterThan(300);
  // The first start is not measured.
  expect(milliseconds).toBeLessThan(performance.now() - began);
});

it('throws when the service ends instead of becoming ready', async () => {
  await expect(measureReady(makeService('ends', 'process.exit(3)'))).rejects.toThrow('ended with code 3');
});
