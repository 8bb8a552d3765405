import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRoot } from '../../src/platform/index.ts';
import { whyNoChromium } from '../support/chromium.ts';
import { makeInvoice } from '../support/invoice-builder.ts';
import { removeData, startService, waitUntil } from '../support/service.ts';

/** A checkout after `npm ci --ignore-scripts`, without a build. */
let checkout: string;
const built = (name: string): string => join(checkout, 'dist', name);
const build = () => execFileSync(process.execPath, [join(checkout, 'scripts/build.mjs')], { encoding: 'utf8' });

beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'einvoice-checkout-'));
  const root = findRoot();
  for (const name of ['locales', 'packages', 'src', 'workers', 'scripts', 'schematron', 'migrations'])
    cpSync(join(root, name), join(checkout, name), { recursive: true });
  for (const name of ['LICENSE', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'])
    copyFileSync(join(root, name), join(checkout, name));
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
});
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

describe('npm start on a clean checkout', () => {
  it('builds and then starts the service', () => {
    const { scripts } = JSON.parse(readFileSync(join(findRoot(), 'package.json'), 'utf8'));
    expect(scripts).toMatchObject({ prestart: 'node scripts/build.mjs', start: 'node dist/src/main.js' });
    expect(scripts.prepare).toBe(`${scripts.prestart} && node dist/src/cli.js rules compile --engine-only`);
  });

  it('skips the type check and transpiles only changed files', () => {
    const source = join(checkout, 'src/lib/ids.ts');
    appendFileSync(source, "\nexport const notTyped: number = 'text';\n");
    expect(build()).toBe('');
    expect(readFileSync(built('src/lib/ids.js'), 'utf8')).toContain("notTyped = 'text'");
    const { ino } = statSync(built('src/main.js'));
    build();
    expect(statSync(built('src/main.js')).ino).toBe(ino);
    copyFileSync(join(findRoot(), 'src/lib/ids.ts'), source);
    build();
    expect(readFileSync(built('src/lib/ids.js'), 'utf8')).not.toContain('notTyped');
  });

  it('compiles only what it serves and stops with all its processes', async () => {
    expect(existsSync(built('engine.json'))).toBe(false);
    const service = await startService({
      script: built('src/main.js'),
      environment: { WARM_UP: 'true', LOG_LEVEL: 'info' },
    });
    try {
      expect(existsSync(built('engine.json'))).toBe(true);
      expect(readdirSync(built('packs')).length).toBeGreaterThanOrEqual(4);
      const body = makeInvoice();
      const headers = { 'Content-Type': 'application/xml' };
      const response = await fetch(`${service.url}/api/validate-file`, { method: 'POST', headers, body });
      expect(await response.json()).toMatchObject({ valid: true });
      // The rules of the reference validator take minutes and are built in the background.
      expect(existsSync(built('reference'))).toBe(false);
      if ((await whyNoChromium()) === null)
        await waitUntil(
          () => service.output().includes('Chromium prints pages'),
          () => `no browser came:\n${service.output()}`,
        );
    } finally {
      await service.stop();
      await waitUntil(
        () => service.processes().length === 0,
        () => `still alive: ${service.processes()}`,
      );
      removeData(service);
    }
  });
});
