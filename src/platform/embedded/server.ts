import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { within } from '../../lib/with-timeout.ts';
import type { Log } from '../log.ts';
import type { Account } from './account.ts';
import { startProgram } from './run-program.ts';

/** One run of a server program. */
export type Server = {
  readonly pid: number;
  /** Resolves with the last log lines when the process has exited. */
  readonly ended: Promise<string>;
  readonly signal: (name: NodeJS.Signals) => void;
};

type Start = {
  readonly program: string;
  readonly parameters: readonly string[];
  readonly account: Account | null;
  readonly data: string;
  readonly log: Log;
};

const READY = 'database system is ready to accept connections';
const START_MILLISECONDS = 60_000;

/** Finds a free port on 127.0.0.1. */
export function findFreePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address !== null && typeof address === 'object' ? done(address.port) : fail(new Error())));
    });
  });
}

/** Log level of a line; errors within a session are logged by its client. */
function levelOf(line: string): 'debug' | 'warn' | 'error' {
  // FATAL ends one session and is normal during a restart; PANIC ends the server.
  if (/\bPANIC:/.test(line)) return 'error';
  return /\b(ERROR|WARNING):/.test(line) ? 'warn' : 'debug';
}

/**
 * Starts PostgreSQL and resolves when it accepts connections, after crash recovery if needed.
 *
 * @throws Error with its last log lines when it exits before that
 */
export async function startServer({ program, parameters, account, data, log }: Start): Promise<Server> {
  const child: ChildProcess = startProgram(program, parameters, account, {
    cwd: data,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const last: string[] = [];
  const ended = new Promise<string>((done) => {
    child.once('error', (error) => done(error.message));
    child.once('close', () => done(last.join('\n')));
  });
  const ready = new Promise<null>((done) => {
    createInterface({ input: child.stderr! }).on('line', (line) => {
      last.push(line);
      if (last.length > 20) last.shift();
      log[levelOf(line)]({ line }, 'postgres');
      if (line.includes(READY)) done(null);
    });
  });
  const late = (): string => `not ready after ${START_MILLISECONDS} ms`;
  const failure = await within<string | null>(Promise.race([ready, ended]), START_MILLISECONDS, late);
  if (failure !== null) {
    child.kill('SIGQUIT');
    throw new Error(`PostgreSQL did not start: ${failure}`);
  }
  return { pid: child.pid!, ended, signal: (name) => void child.kill(name) };
}
