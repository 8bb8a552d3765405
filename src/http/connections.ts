import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { whenClosed } from './responses/when-closed.ts';

/** The connections of a server, and what is under way on them. */
export type Connections = {
  /**
   * From now on every answer is the last one on its connection. Resolves once all calls that are open now are answered,
   * or gone.
   */
  readonly finish: () => Promise<void>;
  /** How many connections there were ever. */
  readonly count: () => number;
  /** Closes every connection that no request is on: politely, so that nothing that is on its way is reset. */
  readonly endUnused: () => void;
  /** Whether the head of an answer has gone out on this connection, and its end has not. */
  readonly isAnswering: (socket: Socket) => boolean;
  /** Cuts what is left. */
  readonly cut: () => void;
};

/**
 * Keeps account of a server's connections. Node's own `closeIdleConnections` leaves those alone on which no request
 * has come yet, and browsers and clients open such ones in advance.
 *
 * @param event which tells of a connection that requests come on: with TLS that is not the one below it
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
      // The head of this answer may have gone out before it was known to be the last.
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
        // Whoever has sent several requests at once is answered each of them.
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
