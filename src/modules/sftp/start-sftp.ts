import { join } from 'node:path';
import type { App } from '../../app.ts';
import { makeSecretCipher } from '../../platform/index.ts';
import { openHostKeys } from './host-keys.ts';
import { type Dropbox, writeServerLimits } from './intake/index.ts';
import { type SftpServer, startServer } from './start-server.ts';

type SftpApp = Pick<App, 'log' | 'metrics' | 'now'> & {
  readonly cipher?: App['cipher'];
  readonly accounts: Pick<App['accounts'], 'sftp' | 'audit'>;
  readonly config: Pick<App['config'], 'sftp' | 'secretsKey'>;
};

type RunningSftp = {
  /** Listening port; null when the server is disabled. */
  readonly port: number | null;
  /** Ends the sessions, then the intake. The next start resumes unfinished files. */
  readonly stop: () => Promise<void>;
};

/**
 * Starts the intake of files and, with a port, the SFTP server.
 *
 * @param makeDropbox creates the intake; receives the server section of README.txt
 */
export async function startSftp(app: SftpApp, makeDropbox: (readme: () => string) => Dropbox): Promise<RunningSftp> {
  const { accounts, config, log } = app;
  const { root, port: configuredPort, maxFileBytes, quotaBytes } = config.sftp;
  const hostKeys =
    configuredPort === null
      ? []
      : await openHostKeys({
          folder: join(root, 'host-keys'),
          cipher: app.cipher ?? makeSecretCipher(config.secretsKey),
          agree: accounts.sftp.agreeHostKeys,
        });
  const lines = hostKeys.map(({ algorithm, fingerprint }) => `${algorithm} ${fingerprint}\n`);
  // The limits apply only to the built-in server.
  const limits = configuredPort === null ? '' : writeServerLimits(maxFileBytes, quotaBytes);
  const dropbox = makeDropbox(() => limits + lines.join(''));
  let server: SftpServer | null = null;
  const stop = async (): Promise<void> => {
    await server?.close();
    await dropbox.close();
  };
  try {
    await dropbox.start();
    if (configuredPort === null) return { port: null, stop };
    server = await startServer({ ...app, dropbox, hostKeys });
    const { port } = server;
    await accounts.sftp.reportPort(port);
    log.info({ port, host_keys: hostKeys.map(({ fingerprint }) => fingerprint) }, 'SFTP server listening');
    return { port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
