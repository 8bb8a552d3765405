/**
 * `archive-rules`: writes the engine and all rules into one file, so that reports can be replayed after any upgrade.
 */
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { collectRules } from '../modules/rules/loader/index.ts';
import { readConfig } from '../platform/index.ts';
import { writeArchiveFile } from './replay/archive-file.ts';

export const USAGE = `usage: archive-rules --out <file>
exit codes: 0 written, 2 not written (the file already exists, or its folder does not)
Store its SHA-256 separately, so that a change of the file can be detected.`;

/**
 * Writes the archive.
 *
 * @returns the exit code, see USAGE
 */
export async function archiveRules(args: readonly string[]): Promise<number> {
  const out = readOut(args);
  if (out === null) {
    console.error(USAGE);
    return 2;
  }
  const { root, dataDir } = readConfig();
  const rules = await collectRules({ root, dataDir });
  const file = writeArchiveFile(rules, await readProgram(root));
  try {
    // Never overwrite: an existing archive may be the only copy of a release.
    writeFileSync(out, file, { flag: 'wx', mode: 0o755 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    console.error(`${out} cannot be written: ${code}`);
    return 2;
  }
  const packs = rules.packs.map(({ manifest }) => `${manifest.id}@${manifest.version}`);
  console.log(`${hash('sha256', file)}  ${out}`);
  console.log(`Engine of release ${rules.engine.version} (SHA-256 ${rules.engine.digest}), ${packs.join(', ')}.`);
  return 0;
}

function readOut(args: readonly string[]): string | null {
  try {
    return parseArgs({ args: [...args], options: { out: { type: 'string' } } }).values.out ?? null;
  } catch (error) {
    // parseArgs throws TypeError for unknown options.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** The replay program as one module: from the build, or bundled now when running from sources. */
async function readProgram(root: string): Promise<string> {
  if (!import.meta.url.endsWith('.ts')) return readFileSync(join(root, 'dist/replay.mjs'), 'utf8');
  const folder = mkdtempSync(join(tmpdir(), 'einvoice-replay-'));
  try {
    const file = join(folder, 'replay.mjs');
    await promisify(execFile)(process.execPath, [join(root, 'scripts/build-replay.mjs'), file]);
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
