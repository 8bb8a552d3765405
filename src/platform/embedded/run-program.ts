import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import type { Account } from './account.ts';

/** Nothing of this process's environment reaches PostgreSQL; it needs a shell and the C locale. */
export const PROGRAM_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

let bindable: boolean | null = null;

/** `setpriv` of util-linux can bind a program's life to its parent's; busybox has one that cannot. */
function canBindToParent(): boolean {
  bindable ??=
    process.platform === 'linux' &&
    spawnSync('setpriv', ['--pdeathsig', 'INT', 'true'], { env: PROGRAM_ENVIRONMENT, stdio: 'ignore' }).status === 0;
  return bindable;
}

/**
 * Starts a server program as the account, in a session of its own so that a Ctrl-C in the terminal does not end it
 * before those who still use it. Where the system can do it, the program gets SIGINT when this process dies.
 */
export function startProgram(
  program: string,
  parameters: readonly string[],
  account: Account | null,
  options: Pick<SpawnOptions, 'cwd' | 'stdio'>,
): ChildProcess {
  const common = { ...options, env: PROGRAM_ENVIRONMENT, detached: true };
  if (!canBindToParent()) return spawn(program, parameters, { ...common, ...account });
  const become = account ? ['--reuid', `${account.uid}`, '--regid', `${account.gid}`, '--clear-groups'] : [];
  return spawn('setpriv', ['--pdeathsig', 'INT', ...become, program, ...parameters], common);
}
