import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

/** Server on a loopback port, as the remote side of an outgoing client. */
export type Receiver = {
  readonly port: number;
  /** Without a trailing slash. */
  readonly url: string;
  /** Number of accepted connections. */
  readonly connections: () => number;
  /** Closes its connections and stops. */
  readonly stop: () => Promise<void>;
};

async function listen(server: Server, scheme: string): Promise<Receiver> {
  const open = new Set<Socket>();
  let count = 0;
  server.on('connection', (socket: Socket) => {
    count++;
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${scheme}://127.0.0.1:${port}`,
    connections: () => count,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export const startReceiver = (answer: Answer): Promise<Receiver> => listen(createServer(answer), 'http');

export const startTlsReceiver = (options: ServerOptions, answer: Answer): Promise<Receiver> => {
  const server = createTlsServer(options, answer);
  server.on('tlsClientError', () => undefined);
  return listen(server, 'https');
};

/** Server that writes raw bytes. */
export const startRawReceiver = (speak: (socket: Socket) => void): Promise<Receiver> =>
  listen(createTcpServer(speak), 'http');
