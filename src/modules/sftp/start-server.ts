import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import ssh2, { type Connection, type SFTPWrapper } from 'ssh2';
import type { App } from '../../app.ts';
import { ALGORITHMS } from './algorithms.data.ts';
import { answerRequests } from './answer-requests.ts';
import { makeAuthentication, type Visitor } from './authenticate.ts';
import { makeCollector } from './collect-received.ts';
import { makeFlow } from './flow.ts';
import { type HostKey, toOffered } from './host-keys.ts';
import { type Dropbox, foldersOf } from './intake/index.ts';
import { makeQuota } from './quota.ts';
import { makeSession, type Session } from './session.ts';
import { makeUploads } from './uploads.ts';

/** Durations are in milliseconds. */
const LIMITS = {
  connections: 512,
  connectionsOfKey: 64,
  sessionsOfConnection: 10,
  unusedChannels: 100,
  strangers: 64,
  loginMs: 30_000,
  idleMs: 15 * 60_000,
  /** Grace period after `end` before the socket is destroyed. */
  endMs: 2_000,
};

/** Interval at which the keys of open connections are rechecked, in milliseconds. */
const RECHECK_MS = 5_000;

/** Keep-alive interval in milliseconds; a client that vanished is detected after three. */
const KEEPALIVE_MS = 60_000;

type ServerParts = Pick<App, 'log' | 'metrics' | 'now'> & {
  readonly accounts: Pick<App['accounts'], 'sftp' | 'audit'>;
  readonly config: Pick<App['config'], 'sftp'>;
  readonly dropbox: Pick<Dropbox, 'open' | 'arrived'>;
  readonly hostKeys: readonly HostKey[];
  /** Overrides for tests. */
  readonly limits?: Partial<typeof LIMITS>;
};

export type SftpServer = { readonly port: number; readonly close: () => Promise<void> };

/** Private fields of the library. */
type Channel = {
  readonly _protocol: { readonly exitStatus: (channel: number, status: number) => void };
  readonly outgoing: { readonly id: number };
};

/**
 * Closes the channel after EOF from the client. OpenSSH's sftp waits for the close, and its scp treats a channel
 * without an exit status (RFC 4254, section 6.10) as failed; the library sends neither automatically.
 */
function endChannel(sftp: SFTPWrapper): void {
  const { _protocol: protocol, outgoing } = sftp as unknown as Channel;
  protocol.exitStatus(outgoing.id, 0);
  sftp.end();
}

/** The library has no public accessor. */
const socketOf = (connection: Connection): Socket | undefined => (connection as unknown as { _sock?: Socket })._sock;

/**
 * Oldest unauthenticated connection of the address with the most of them: a client that holds many idle connections
 * loses them and cannot keep out clients that log in at once.
 */
function findOneTooMany(strangers: ReadonlyMap<Socket, string>): Socket | undefined {
  const counts = new Map<string, number>();
  for (const address of strangers.values()) counts.set(address, (counts.get(address) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...strangers].find(([, address]) => counts.get(address) === most)?.[0];
}

type Guest = { readonly visitor: Visitor; readonly address: string; readonly connection: Connection };

/** Listens for SFTP. Clients authenticate by key and see only the folders of their workspace. */
export async function startServer(parts: ServerParts): Promise<SftpServer> {
  const { accounts, config, dropbox, log, metrics, now } = parts;
  const limits = { ...LIMITS, ...parts.limits };
  const uploads = makeUploads({
    quota: makeQuota(config.sftp.quotaBytes, now),
    mostBytes: config.sftp.maxFileBytes,
  });
  const sockets = new Set<Socket>();
  /** Unauthenticated connections with their addresses, the oldest first. */
  const strangers = new Map<Socket, string>();
  const connections = new Set<Connection>();
  const guests = new Set<Guest>();
  const ending = new Set<Promise<void>>();
  const logins = metrics.counter({ name: 'sftp_logins_total', help: 'Attempts to log in.', labels: ['outcome'] });
  const collect = makeCollector();
  const bytes = metrics.counter({ name: 'sftp_bytes_total', help: 'Bytes of files.', labels: ['direction'] });

  /**
   * Ends a connection. A client may keep its side open and continue sending; the socket is destroyed after the grace
   * period.
   */
  const endConnection = (connection: Connection): void => {
    connection.end();
    setTimeout(() => socketOf(connection)?.destroy(), limits.endMs).unref();
  };

  const server = new ssh2.Server(
    {
      hostKeys: parts.hostKeys.flatMap(toOffered).map((key) => ({ key })),
      algorithms: ALGORITHMS,
      ident: 'einvoice',
      keepaliveInterval: KEEPALIVE_MS,
      keepaliveCountMax: 3,
    } as ssh2.ServerConfig,
    (connection, { ip: address }) => {
      connections.add(connection);
      const socket = socketOf(connection)!;
      const flow = makeFlow(socket);
      let guest: Guest | null = null;
      const sessions = new Set<Session>();
      const receivers = new Set<() => void>();
      const end = (): void => endConnection(connection);
      let timer = setTimeout(end, limits.loginMs);
      const stayAwake = (): void => {
        clearTimeout(timer);
        timer = setTimeout(end, limits.idleMs);
      };
      const leave = (): void => {
        clearTimeout(timer);
        connections.delete(connection);
        if (guest !== null) guests.delete(guest);
        for (const session of sessions) {
          const closing = session.end().finally(() => ending.delete(closing));
          ending.add(closing);
        }
        sessions.clear();
      };
      connection.on('close', leave);
      connection.on('error', (error) => {
        log.debug({ err: error }, 'SFTP connection failed');
        end();
      });
      const onOutcome = (outcome: string): void => logins.inc({ outcome });
      const onEnter = (workspaceId: string) => dropbox.open(workspaceId);
      const { answer, visitor } = makeAuthentication({ accounts, address, onOutcome, onEnter, end });
      connection.on('authentication', (context) => {
        const answered = answer(context)
          .catch((error: unknown) => {
            log.error({ err: error }, 'SFTP login check failed');
            // A response to a disconnected client would throw.
            if (connections.has(connection)) context.reject();
          })
          .finally(() => ending.delete(answered));
        ending.add(answered);
      });
      connection.on('ready', () => {
        guest = { visitor: visitor()!, address, connection };
        guests.add(guest);
        strangers.delete(socket);
        // Registered after the listener of the library, so that it runs after the library has processed the data.
        socket.on('data', () => {
          for (const listener of receivers) listener();
        });
        const { keyId } = guest.visitor;
        if ([...guests].filter((other) => other.visitor.keyId === keyId).length > limits.connectionsOfKey) return end();
        stayAwake();
        log.info({ workspace_id: guest.visitor.workspaceId, key: keyId }, 'SFTP login');
      });
      let channels = 0;
      let unused = 0;
      connection.on('session', (accept, reject) => {
        // Channels are limited too: the library keeps each in memory, used or not.
        if (channels >= limits.sessionsOfConnection) return void reject();
        channels += 1;
        let isUsed = false;
        const channel = accept();
        channel.once('close', () => {
          channels -= 1;
          // The library keeps an unused channel in memory until the connection ends.
          unused += isUsed ? 0 : 1;
          if (unused >= limits.unusedChannels) end();
        });
        channel.on('sftp', (acceptSftp, rejectSftp) => {
          if (sessions.size >= limits.sessionsOfConnection) return void rejectSftp();
          isUsed = true;
          const { workspaceId, keyId } = visitor()!;
          const giver = { actor: keyId, address };
          const sftp = acceptSftp();
          (channel as unknown as NodeJS.EventEmitter).on('eof', () => endChannel(sftp));
          const onArrived = (name: string): void => dropbox.arrived(workspaceId, name, giver);
          const session = makeSession({
            workspaceId,
            folders: foldersOf(config.sftp.root, workspaceId),
            uploads,
            onArrived,
          });
          sessions.add(session);
          (sftp as unknown as NodeJS.EventEmitter).on('close', () => {
            sessions.delete(session);
            const closing = session.end().finally(() => ending.delete(closing));
            ending.add(closing);
          });
          answerRequests(sftp, {
            session,
            onRequest: stayAwake,
            onBytes: (direction, count) => {
              bytes.inc({ direction }, count);
              collect(count);
            },
            flow,
            onReceived: (listener) => {
              receivers.add(listener);
              return () => receivers.delete(listener);
            },
            onStuck: end,
          });
        });
      });
    },
  );
  server.on('error', (error: Error) => log.error({ err: error }, 'SFTP protocol error'));
  // The library's own listener has no login timeout and does not expose silent connections.
  const listener = createServer((socket) => {
    if (sockets.size >= limits.connections) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    strangers.set(socket, socket.remoteAddress ?? '');
    if (strangers.size > limits.strangers) findOneTooMany(strangers)?.destroy();
    const silent = setTimeout(() => {
      if (![...connections].some((connection) => socketOf(connection) === socket)) socket.destroy();
    }, limits.loginMs);
    socket.once('close', () => {
      clearTimeout(silent);
      sockets.delete(socket);
      strangers.delete(socket);
    });
    // Disable Nagle's algorithm: it would delay each small response by 40 to 200 ms.
    socket.setNoDelay(true);
    server.injectSocket(socket);
  });
  listener.on('error', (error) => log.error({ err: error }, 'SFTP listener failed'));
  listener.listen(config.sftp.port!, config.sftp.host);
  await once(listener, 'listening');

  const recheck = async (): Promise<void> => {
    const pending = new Map<string, Promise<boolean>>();
    for (const { visitor, address, connection } of [...guests]) {
      const name = `${visitor.keyId} ${address}`;
      const still =
        pending.get(name) ??
        accounts.sftp.login(visitor.workspaceId, visitor.key, address).then((login) => !('refused' in login));
      pending.set(name, still);
      if (!(await still)) endConnection(connection);
    }
  };
  const timer = setInterval(() => {
    if (guests.size === 0) return;
    const checked = recheck()
      .catch((error) => log.warn({ err: error }, 'check of active SFTP keys failed'))
      .finally(() => ending.delete(checked));
    ending.add(checked);
  }, RECHECK_MS).unref();

  return {
    port: (listener.address() as AddressInfo).port,
    close: async () => {
      clearInterval(timer);
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
      for (const connection of connections) connection.end();
      // Do not wait for clients that ignore the end, nor for unauthenticated ones.
      const cut = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, limits.endMs);
      await closed;
      clearTimeout(cut);
      await Promise.all(ending);
    },
  };
}
