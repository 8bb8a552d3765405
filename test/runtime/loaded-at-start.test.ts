import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { resolveImport, withoutComments } from '../support/import-reader.ts';

/** Libraries that take megabytes and that some processes never need. */
const AT_FIRST_USE = ['libxml2-wasm', 'saxon-js', 'pdfkit', 'fontkit', 'playwright-core'];

/** Libraries that the SFTP intake needs only for certain files; its memory must stay small. */
const NOT_FOR_INTAKE = [
  ...AT_FIRST_USE,
  ...['bullmq', 'ioredis', 'undici', 'koa', '@koa/router', '@fastify/busboy', 'yauzl', 'yazl', 'pkijs', 'asn1js'],
  ...['qrcode', 'aws4fetch', '@e-invoice/validator/validation', '@e-invoice/validator/catalog'],
];

const STATIC = /^(?:import|export)\s+(?!type\b)(?:[^;']*?\bfrom\s+)?'([^']+)'/gm;

/** Packages loaded with a file, with the file that imports each. */
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

describe('a starting process', () => {
  it.each([
    'src/main.ts',
    'src/app.ts',
    'workers/main.ts',
    'src/modules/sftp/index.ts',
    'src/composition/sftp-intake.ts',
  ])('loads with %s no optional library', (entry) => {
    const packages = packagesOf(entry);
    expect(AT_FIRST_USE.map((name) => packages.get(name) ?? null)).toEqual(AT_FIRST_USE.map(() => null));
  });

  it.each(['src/main.ts', 'src/composition/run-intake.ts'])(
    'for the SFTP intake loads with %s neither rules nor routes nor the queue',
    (entry) => {
      const packages = packagesOf(entry);
      expect(NOT_FOR_INTAKE.filter((name) => packages.has(name))).toEqual([]);
      expect(packages.has('pg')).toBe(true);
    },
  );

  it('is analysed correctly: required packages and packages of threads are found', () => {
    for (const name of ['kysely', 'yauzl', '@e-invoice/validator/validation'])
      expect(packagesOf('src/app.ts').has(name)).toBe(true);
    expect(packagesOf('src/modules/evidence/pdf/thread.ts').has('pdfkit')).toBe(true);
    expect(packagesOf('src/modules/validation/reference-validator/process.ts').has('libxml2-wasm')).toBe(true);
  });
});
