import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHostKeys } from '../../src/modules/sftp/host-keys.ts';
import { type SftpServer, startServer } from '../../src/modules/sftp/start-server.ts';
import { makeMetrics, makeSecretCipher, readConfig } from '../../src/platform/index.ts';
import { testLog } from '../support/database.ts';
import { type Intake, openIntake } from '../support/intake.ts';
import { HOST } from '../support/sftp.ts';
import { makeSshKey } from '../support/ssh-key.ts';

let intake: Intake;
beforeAll(async () => {
  intake = await openIntake();
});
afterAll(() => intake.close());

/** A server; unless told otherwise with one place for strangers, who soon have to say who they are. */
const start = async (limits: object = { strangers: 1, loginMs: 50, endMs: 50 }): Promise<SftpServer> =>
  startServer({
    accounts: intake.records.accounts,
    config: readConfig({ SFTP_PORT: '0', SFTP_HOST: HOST, SFTP_DIR: intake.root }),
    dropbox: intake.dropbox,
    hostKeys: await openHostKeys({
      folder: join(intake.root, 'host-keys'),
      cipher: makeSecretCipher(null),
      agree: intake.records.accounts.sftp.agreeHostKeys,
    }),
    limits,
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

/** A client that was answered, and says nothing. */
async function reachFrom({ port }: SftpServer, localAddress: string): Promise<Socket> {
  const socket = connect({ host: HOST, port, localAddress });
  socket.on('error', () => undefined);
  await once(socket, 'data');
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
    await expect.poll(() => isAnswered(server)).toBe(true);
    const last = reach(server);
    await once(last, 'connect');
    await server.close();
    stranger.destroy();
    last.destroy();
  });
});

it('strangers keep nobody out: where there is no room, the oldest goes of the address that most come from', async () => {
  const server = await start({ strangers: 3, loginMs: 60_000, endMs: 50 });
  const honest = await reachFrom(server, '127.0.0.2');
  const crowd = [await reachFrom(server, '127.0.0.3'), await reachFrom(server, '127.0.0.3')];
  const ended = Promise.all(crowd.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  const late = [await reachFrom(server, '127.0.0.4'), await reachFrom(server, '127.0.0.3')];
  await ended;
  for (const socket of [honest, ...late]) {
    expect(socket.closed).toBe(false);
    socket.destroy();
  }
  await server.close();
});

describe('a client of SSH', () => {
  it('that agrees on keys and never says who it is, is cut after the time for a login', async () => {
    const server = await start({ loginMs: 50, endMs: 50 });
    const client = new ssh2.Client();
    client.on('error', () => undefined);
    // Whoever is cut may see a reset before the end: `once` would take that for a failure.
    const closed = new Promise<void>((resolve) => client.on('close', () => resolve()));
    // It is asked for a way to log in, and gives none.
    const authHandler = () => undefined;
    const where = { host: HOST, port: server.port, username: 'wsp_nobody', readyTimeout: 0 };
    client.connect({ ...where, authHandler } as never);
    await closed;
    await server.close();
  });

  it('that is let in and asks for nothing, is cut after the idle time', async () => {
    const server = await start({ idleMs: 50, endMs: 50 });
    const scope = await intake.addWorkspace();
    const { line, privateKey } = makeSshKey();
    const input = { name: 'ERP', publicKey: line, addresses: [], expiresAt: null };
    await intake.records.accounts.sftp.addKey(scope, input);
    const client = new ssh2.Client();
    const [ready, closed] = [once(client, 'ready'), once(client, 'close')];
    client.connect({ host: HOST, port: server.port, username: scope.workspaceId, privateKey });
    await ready;
    await closed;
    await server.close();
  });
});
