import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { whenClosed } from './responses/when-closed.ts';

/** Tracks the connections of a server and the requests in progress on them. */
export type Connections = {
  /**
   * From now on every response closes its connection. Resolves when all current requests are answered or their
   * clients are gone.
   */
  readonly finish: () => Promise<void>;
  /** Number of connections accepted since the start. */
  readonly count: () => number;
  /** Closes idle connections with FIN, so that bytes in flight do not cause a reset. */
  readonly endUnused: () => void;
  /** True while a response is being sent on this connection: its head is sent, its end is not. */
  readonly isAnswering: (socket: Socket) => boolean;
  /** Destroys the remaining connections. */
  readonly cut: () => void;
};

/**
 * Tracks the connections of a server. Node's `closeIdleConnections` skips connections without any request so far,
 * which browsers and clients open in advance.
 *
 * @param event the server's event for connections that carry requests: with TLS it is not that of the TCP connection
 */
export function trackConnections(server: Server, event: 'connection' | 'secureConnection' = 'connection'): Connections {
  const open = new Map<Socket, Set<ServerResponse>>();
  let finishing = false;
  let count = 0;

  const onRequest = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const responses = open.get(socket) ?? new Set();
    open.set(socket, responses.add(response));
    whenClosed(response, () => {
      responses.delete(response);
      // The head of this response may have been sent before the shutdown began.
      if (finishing && responses.size === 0) socket.end();
    });
  };

  server.on(event, (socket: Socket) => {
    count += 1;
    open.set(socket, new Set());
    socket.once('close', () => open.delete(socket));
  });
  server.prependListener('request', onRequest);
  server.prependListener('checkContinue', onRequest);
  server.prependListener('checkExpectation', onRequest);

  return {
    finish: async () => {
      finishing = true;
      const calls = [...open.values()].map((responses) => [...responses]);
      for (const responses of calls) {
        // With pipelining, every request is answered: only the last response closes the connection.
        const last = responses.at(-1);
        if (last?.headersSent === false) last.setHeader('Connection', 'close');
      }
      await Promise.all(calls.flat().map((response) => new Promise<void>((done) => whenClosed(response, done))));
    },
    count: () => count,
    endUnused: () => {
      for (const [socket, responses] of open) if (responses.size === 0) socket.end();
    },
    isAnswering: (socket) => [...(open.get(socket) ?? [])].some(({ headersSent }) => headersSent),
    cut: () => {
      for (const socket of open.keys()) socket.destroy();
    },
  };
}
