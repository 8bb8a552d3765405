import { mkdirSync, mkdtempSync, readdirSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { makeStylesheetValidator } from '../../src/modules/validation/reference-validator/saxon.ts';

const STYLESHEET = `<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:template match="/"><findings/></xsl:template>
</xsl:stylesheet>`;

const folder = mkdtempSync(join(tmpdir(), 'compiled-'));
const cacheDir = join(folder, 'cache');
const work = join(folder, 'work');
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

it('compiles a stylesheet once when several rule packs need it at the same time', async () => {
  mkdirSync(work);
  vi.stubEnv('TMPDIR', work);
  // Each compilation makes one folder for its files.
  const compilations = new Set<string | null>();
  const watcher = watch(work, (_event, name) => compilations.add(name));
  const translation = { stylesheet: STYLESHEET, checks: [] };
  const validators = await Promise.all([1, 2, 3].map(() => makeStylesheetValidator(translation, cacheDir)));
  watcher.close();
  expect(validators.map(({ validate }) => validate('<a/>'))).toEqual(Array(3).fill({ findings: [], error: null }));
  expect(readdirSync(cacheDir)).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.sef\.json$/)]);
  expect(compilations.size).toBe(1);
});
