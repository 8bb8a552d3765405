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

/** A server that by default allows one unauthenticated connection and has a short login timeout. */
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

/** A client that never closes its side. */
function reach({ port }: SftpServer): Socket {
  const socket = connect({ host: HOST, port, allowHalfOpen: true });
  socket.on('error', () => undefined);
  return socket;
}

/** A client that received a response and then stays silent. */
async function reachFrom({ port }: SftpServer, localAddress: string): Promise<Socket> {
  const socket = connect({ host: HOST, port, localAddress });
  socket.on('error', () => undefined);
  await once(socket, 'data');
  return socket;
}

/** Whether a server sends its identification before it closes the connection. */
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

describe('unauthenticated client', () => {
  it.each([
    ['that sends nothing', ''],
    ['that sends only its greeting', 'SSH-2.0-stranger\r\n'],
  ])('%s, and never disconnects, frees its connection slot and does not delay the shutdown', async (_, greeting) => {
    const server = await start();
    const stranger = reach(server);
    await once(stranger, 'data');
    stranger.write(greeting);
    await expect.poll(() => isAnswered(server)).toBe(true);
    const last = reach(server);
    await once(last, 'connect');
    await server.close();
    stranger.destroy();
    last.destroy();
  });
});

it('closes the oldest unauthenticated connection of the address with the most of them when the limit is reached', async () => {
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

describe('SSH client', () => {
  it('is disconnected after the login timeout when it negotiates keys but never authenticates', async () => {
    const server = await start({ loginMs: 50, endMs: 50 });
    const client = new ssh2.Client();
    client.on('error', () => undefined);
    // The client may receive a reset before the end, which `once` would treat as a failure.
    const events: string[] = [];
    for (const name of ['handshake', 'ready'] as const) client.on(name as 'ready', () => events.push(name));
    const closed = new Promise<void>((resolve) => client.on('close', () => resolve()));
    // The client is asked for an authentication method and returns no method.
    const authHandler = () => undefined;
    const where = { host: HOST, port: server.port, username: 'wsp_nobody', readyTimeout: 0 };
    client.connect({ ...where, authHandler } as never);
    await closed;
    expect(events).toEqual(['handshake']);
    await server.close();
  });

  it('is disconnected after the idle timeout when it logs in but sends no request', async () => {
    const server = await start({ idleMs: 50, endMs: 50 });
    const scope = await intake.addWorkspace();
    const { line, privateKey } = makeSshKey();
    const input = { name: 'ERP', publicKey: line, addresses: [], expiresAt: null };
    await intake.records.accounts.sftp.addKey(scope, input);
    const client = new ssh2.Client();
    const events: string[] = [];
    for (const name of ['ready', 'close'] as const) client.on(name as 'ready', () => events.push(name));
    const closed = once(client, 'close');
    client.connect({ host: HOST, port: server.port, username: scope.workspaceId, privateKey });
    await closed;
    expect(events).toEqual(['ready', 'close']);
    await server.close();
  });
});
