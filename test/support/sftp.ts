import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scope } from '../../src/lib/scope.ts';
import { startSftp } from '../../src/modules/sftp/index.ts';
import type { DropboxParts } from '../../src/modules/sftp/intake/index.ts';
import { makeMetrics, readConfig } from '../../src/platform/index.ts';
import { testLog } from './database.ts';
import { type Intake, openIntake } from './intake.ts';
import { makeSshKey, type SshKeyPair } from './ssh-key.ts';

/** Whether OpenSSH's clients are installed. */
export const hasOpenSsh = ((): boolean => {
  try {
    execFileSync('sftp', ['-h'], { stdio: 'pipe' });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
})();

export const HOST = '127.0.0.1';

/** SFTP server on a free port, with its own intake. */
export async function openSftp(environment: Record<string, string> = {}, changes: Partial<DropboxParts> = {}) {
  const intake = await openIntake(changes);
  const { records } = intake;
  const config = readConfig({ SFTP_PORT: '0', SFTP_HOST: HOST, SFTP_DIR: intake.root, ...environment });
  const start = () => {
    const app = {
      accounts: records.accounts,
      config,
      log: testLog,
      metrics: makeMetrics('test'),
      now: () => Date.now(),
    };
    return startSftp(app, (readme) => intake.makeOther({ readme }));
  };
  let running = await start();
  const addKey = async (scope: Scope, more: object = {}): Promise<SshKeyPair & { readonly id: string }> => {
    const key = makeSshKey();
    const input = { name: 'ERP', publicKey: key.line, addresses: [], expiresAt: null, ...more };
    return { ...key, id: (await records.accounts.sftp.addKey(scope, input)).id };
  };
  return {
    ...intake,
    port: () => running.port!,
    addKey,
    restart: async () => {
      await running.stop();
      running = await start();
    },
    close: async () => {
      await running.stop();
      await intake.close();
    },
  };
}

export type Sftp = Awaited<ReturnType<typeof openSftp>>;

/** OpenSSH options for a key, which is written to its own folder. */
export function optionsOf(privateKey: string, port: number): { readonly folder: string; readonly options: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'einvoice-ssh-'));
  const path = join(folder, 'key');
  writeFileSync(path, privateKey, { mode: 0o600 });
  return {
    folder,
    options: [
      ...['-F', 'none', '-i', path, '-P', String(port)],
      ...['IdentitiesOnly=yes', 'StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'BatchMode=yes'].flatMap(
        (option) => ['-o', option],
      ),
    ],
  };
}

export type Ended = { readonly code: number | null; readonly output: string };

/** Waits for the end of a program. */
export function endOf(child: ChildProcess): Promise<Ended> {
  let output = '';
  child.stdout?.on('data', (data: Buffer) => {
    output += data.toString();
  });
  child.stderr?.on('data', (data: Buffer) => {
    output += data.toString();
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

/** Runs a batch of commands in OpenSSH's sftp. */
export function runSftp(sftp: Pick<Sftp, 'port'>, scope: Scope, key: SshKeyPair, commands: readonly string[]) {
  const { options } = optionsOf(key.privateKey, sftp.port());
  const child = spawn('sftp', [...options, '-b', '-', `${scope.workspaceId}@${HOST}`]);
  child.stdin.end(`${commands.join('\n')}\n`);
  return endOf(child);
}

export type { Intake };
