import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Account } from './account.ts';
import type { Programs } from './programs.ts';
import { PROGRAM_ENVIRONMENT } from './run-program.ts';

/** Superuser and database name of an embedded server. */
export const OWNER = 'einvoice';

/** Paths below the server's folder. */
export const placesIn = (folder: string) => ({ data: join(folder, 'data'), password: join(folder, 'password') });

/**
 * Path of the working folder for a program started in it. The link needs no traversal from the root, so an account
 * that may not enter the parent folders (a data folder in a home with mode 0700) can use it.
 */
export const WORKING_FOLDER = '/proc/self/cwd';

type Start = {
  readonly program: string;
  readonly parameters: readonly string[];
  readonly account: Account | null;
  readonly folder: string;
  /** File descriptor, or text. */
  readonly input: number | string;
};

/** Runs a program with the input; rejects with its output unless it exits with 0. */
async function run({ program, parameters, account, folder, input }: Start): Promise<void> {
  const stdin = typeof input === 'number' ? input : 'pipe';
  const child = spawn(program, parameters, {
    cwd: folder,
    env: PROGRAM_ENVIRONMENT,
    stdio: [stdin, 'pipe', 'pipe'],
    ...account,
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString('utf8')).slice(-4_000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  // A program that exits early closes its input; its exit code reports the cause.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${output.trim()}`);
}

/**
 * Creates the database cluster: UTF-8, built-in C.UTF-8 collation (equal on every system), data checksums, one
 * superuser with a random password stored next to the data. An interrupted run leaves no partial cluster.
 *
 * @param reach maps the path of the data folder to a path that the account can open
 */
export async function initialise(
  folder: string,
  programs: Programs,
  account: Account | null,
  options: { readonly durable: boolean; readonly reach: (path: string) => string },
): Promise<void> {
  const { data, password } = placesIn(folder);
  if (existsSync(data)) return;
  const fresh = `${data}.new`;
  rmSync(fresh, { recursive: true, force: true });
  for (const place of [folder, fresh]) {
    mkdirSync(place, { recursive: true, mode: 0o700 });
    chmodSync(place, 0o700);
    if (account !== null) chownSync(place, account.uid, account.gid);
  }
  writeFileSync(password, randomBytes(32).toString('base64url'), { mode: 0o600 });
  if (account !== null) chownSync(password, account.uid, account.gid);
  const place = options.reach(fresh);
  const secret = openSync(password, 'r');
  try {
    await run({
      program: programs.initdb,
      parameters: [
        `--pgdata=${place}`,
        `--username=${OWNER}`,
        '--auth=scram-sha-256',
        // Standard input is the password file, which the account may not be able to open by path.
        '--pwfile=/dev/stdin',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--data-checksums',
        // Many iterations protect short passwords; this one has 256 random bits, and each connection would pay for
        // them.
        '--set=scram_iterations=1',
        ...(options.durable ? [] : ['--no-sync']),
      ],
      account,
      folder: fresh,
      input: secret,
    });
  } finally {
    closeSync(secret);
  }
  await run({
    program: programs.postgres,
    parameters: ['--single', '-D', place, '-c', `fsync=${options.durable ? 'on' : 'off'}`, 'postgres'],
    account,
    folder: fresh,
    input: `create database ${OWNER};\n`,
  });
  renameSync(fresh, data);
}
