import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import type { Account } from './account.ts';

/** PostgreSQL gets a minimal environment: a shell in PATH and the C locale. */
export const PROGRAM_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

let bindable: boolean | null = null;

/** `setpriv` of util-linux can tie a program's life to its parent's; that of busybox cannot. */
function canBindToParent(): boolean {
  bindable ??=
    process.platform === 'linux' &&
    spawnSync('setpriv', ['--pdeathsig', 'INT', 'true'], { env: PROGRAM_ENVIRONMENT, stdio: 'ignore' }).status === 0;
  return bindable;
}

/**
 * Starts a server program as the account, in its own session so that Ctrl-C in the terminal does not end it before
 * its clients. Where the system supports it, the program receives SIGINT when this process dies.
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
