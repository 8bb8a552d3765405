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

/** The superuser and the one database of an embedded server. */
export const OWNER = 'einvoice';

/** Where things lie below the server's folder. */
export const placesIn = (folder: string) => ({ data: join(folder, 'data'), password: join(folder, 'password') });

/**
 * The name of the working folder for a program that has been started in it. An account that may not enter the folders
 * above (a data folder in a home with mode 0700) still reaches it this way, since the link needs no walk from the root.
 */
export const WORKING_FOLDER = '/proc/self/cwd';

type Start = {
  readonly program: string;
  readonly parameters: readonly string[];
  readonly account: Account | null;
  readonly folder: string;
  /** A file to read, or text. */
  readonly input: number | string;
};

/** Runs a program to its end, with the input; rejects with its output unless it ends well. */
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
  // A program that ends early closes its input; its exit code says what happened.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${output.trim()}`);
}

/**
 * Makes the database cluster once: UTF-8, the built-in C.UTF-8 order (the same on every system), data checksums, one
 * superuser with a random password kept beside the data. A start that was killed in between leaves nothing half done.
 *
 * @param reach the name under which the account reaches the data folder, given the folder's path
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
        // Its standard input is the password's file, which it may not be able to reach by name.
        '--pwfile=/dev/stdin',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--data-checksums',
        // Many rounds protect a short password; this one has 256 random bits, and every connection would pay for them.
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
