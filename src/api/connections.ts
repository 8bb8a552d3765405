import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { whenClosed } from './when-closed.ts';

/** The connections of a server, and which of them are in use. */
export type Connections = {
  /** Cuts every connection that no request is on. */
  readonly cutUnused: () => void;
};

/**
 * Keeps account of a server's connections. Node's own `closeIdleConnections` leaves those alone on which no request
 * has come yet, and browsers and clients open such ones in advance.
 */
export function trackConnections(server: Server): Connections {
  const open = new Map<Socket, number>();

  const onRequest = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    open.set(socket, (open.get(socket) ?? 0) + 1);
    whenClosed(response, () => {
      const count = open.get(socket);
      if (count !== undefined) open.set(socket, count - 1);
    });
  };

  server.on('connection', (socket: Socket) => {
    open.set(socket, 0);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', onRequest);
  server.on('checkContinue', onRequest);

  return {
    cutUnused: () => {
      for (const [socket, requests] of open) if (requests === 0) socket.destroy();
    },
  };
}
