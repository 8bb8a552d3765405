/** Process that loads one pack; see `pack-load.ts`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findRoot } from '../../src/platform/index.ts';

const [code, packFolder, cacheDir] = process.argv.slice(2) as [string, string, string];
const index = ['index.js', 'index.ts']
  .map((name) => join(code, 'validation-pool/packs', name))
  .find((path) => existsSync(path))!;
const { describeEngine, loadPack } = (await import(
  pathToFileURL(index).href
)) as typeof import('../../src/modules/rules/loader/index.ts');
const start = performance.now();
await loadPack(packFolder, { cacheDir, engine: describeEngine(findRoot()).digest });
process.send?.(performance.now() - start);
