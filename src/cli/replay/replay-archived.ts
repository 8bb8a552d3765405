import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { toLine } from '../../lib/sanitize-inline.ts';
import type { Report } from '../../modules/evidence/index.ts';
import { CannotUse, readGiven } from '../open-evidence.ts';
import { findArchiveFault } from './archive-file.ts';
import type { ReplayAnswer, ReplayRequest } from './exchange.ts';

/** Node's permission model: the process may read only the archive and may start no other process. */
const WALLS = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';

/**
 * Replays a validation with the engine and rules of an archive, in a separate process that may read only the archive
 * and inherits no environment variables. The archive runs only after its digests have been verified.
 *
 * @param expected SHA-256 that the archive must have, in hex; null: not checked
 * @throws CannotUse when the archive is incomplete or has another digest, or its program fails
 */
export async function replayArchived(
  path: string,
  expected: string | null,
  report: Report,
  invoice: Buffer,
): Promise<ReplayAnswer> {
  const file = readGiven(path);
  const digest = hash('sha256', file);
  if (expected !== null && digest !== expected.toLowerCase())
    throw new CannotUse(`${path} is a different archive: its SHA-256 is ${digest}`);
  const fault = findArchiveFault(file);
  if (fault !== null) throw new CannotUse(`${path} cannot be used: ${fault}`);
  const place = realpathSync(path);
  const child = spawn(process.execPath, ['--no-warnings', WALLS, `--allow-fs-read=${place}`, place], {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A program that exits before it has read the request reports the reason itself.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify({ report, invoice: invoice.toString('base64') } satisfies ReplayRequest));
  const ended = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject));
  const [output, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new CannotUse(`The program of ${path} failed: ${toLine(complaint.slice(0, 500))}`);
  return JSON.parse(output) as ReplayAnswer;
}
