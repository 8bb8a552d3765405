/** A process that loads one pack; see `pack-load.ts`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [code, packFolder, cacheDir] = process.argv.slice(2) as [string, string, string];
const index = ['index.js', 'index.ts'].map((name) => join(code, 'packs', name)).find((path) => existsSync(path))!;
const { loadPack } = (await import(pathToFileURL(index).href)) as typeof import('../src/packs/index.ts');
const start = performance.now();
await loadPack(packFolder, { cacheDir });
process.send?.(performance.now() - start);
