import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMetrics, makeSealer, readConfig } from '../../src/runtime/index.ts';
import { openHostKeys } from '../../src/sftp/host-keys.ts';
import { type SftpServer, startServer } from '../../src/sftp/start-server.ts';
import { testLog } from '../support/database.ts';
import { type Intake, openIntake } from '../support/intake.ts';
import { HOST } from '../support/sftp.ts';

let intake: Intake;
beforeAll(async () => {
  intake = await openIntake();
});
afterAll(() => intake.close());

/** A server with one place for strangers, who soon have to say who they are. */
const start = async (): Promise<SftpServer> =>
  startServer({
    accounts: intake.records.accounts,
    config: readConfig({ SFTP_PORT: '0', SFTP_HOST: HOST, SFTP_DIR: intake.root }),
    dropbox: intake.dropbox,
    hostKeys: await openHostKeys({
      folder: join(intake.root, 'host-keys'),
      sealer: makeSealer(null),
      agree: intake.records.accounts.sftp.agreeHostKeys,
    }),
    limits: { strangers: 1, loginMs: 50, endMs: 50 },
    log: testLog,
    metrics: makeMetrics('test'),
    now: () => Date.now(),
  });

/** A client that never ends its side. */
function reach({ port }: SftpServer): Socket {
  const socket = connect({ host: HOST, port, allowHalfOpen: true });
  socket.on('error', () => undefined);
  return socket;
}

/** Whether a server says who it is before it hangs up. */
async function isAnswered(server: SftpServer): Promise<boolean> {
  const socket = reach(server);
  const answered = await Promise.race([
    once(socket, 'data').then(
      () => true,
      () => false,
    ),
    once(socket, 'close').then(() => false),
    once(socket, 'end').then(() => false),
  ]);
  socket.destroy();
  return answered;
}

describe('a stranger', () => {
  it.each([
    ['who says nothing', ''],
    ['who says no more than hello', 'SSH-2.0-stranger\r\n'],
  ])('%s, and never ends, gives the place back, and holds up no end of the server', async (_, says) => {
    const server = await start();
    const stranger = reach(server);
    await once(stranger, 'data');
    stranger.write(says);
    await expect.poll(() => isAnswered(server), { timeout: 20_000 }).toBe(true);
    const last = reach(server);
    await once(last, 'connect');
    await server.close();
    stranger.destroy();
    last.destroy();
  });
});
