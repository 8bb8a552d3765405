import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { resolveImport, withoutComments } from '../support/import-reader.ts';

/** What takes megabytes, and is needed by some processes seldom or never. */
const AT_FIRST_USE = ['libxml2-wasm', 'saxon-js', 'pdfkit', 'fontkit', 'playwright-core'];

const STATIC = /^(?:import|export)\s+(?!type\b)(?:[^;']*?\bfrom\s+)?'([^']+)'/gm;

/** The packages that are loaded with a file, with the file that imports each. */
function packagesOf(entry: string): Map<string, string> {
  const packages = new Map<string, string>();
  const seen = new Set<string>();
  const open = [entry];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const [, specifier] of withoutComments(readFileSync(path, 'utf8')).matchAll(STATIC)) {
      const file = resolveImport(path, specifier!);
      if (file === null) packages.set(specifier!, path);
      else open.push(file);
    }
  }
  return packages;
}

describe('a process that starts', () => {
  it.each(['src/main.ts', 'src/app.ts', 'workers/main.ts', 'src/sftp/index.ts', 'src/wiring/dropbox.ts'])(
    'loads with %s no library that it may never need',
    (entry) => {
      const packages = packagesOf(entry);
      expect(AT_FIRST_USE.map((name) => packages.get(name) ?? null)).toEqual(AT_FIRST_USE.map(() => null));
    },
  );

  it('is read as it is: what every process needs is found, and so is what one thread loads', () => {
    expect(packagesOf('src/app.ts').has('kysely')).toBe(true);
    expect(packagesOf('src/evidence/pdf/thread.ts').has('pdfkit')).toBe(true);
    expect(packagesOf('src/reference/process.ts').has('libxml2-wasm')).toBe(true);
  });
});
