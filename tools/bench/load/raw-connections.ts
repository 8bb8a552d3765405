import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Connections that repeat one request at a fraction of an HTTP client's cost, which leaves the processors to the
 * service.
 */
type RawConnections = {
  /**
   * Sends the request over a free connection, and reads the whole response.
   *
   * @returns its status; 599 when the body lacks the required text
   */
  readonly send: () => Promise<number>;
  readonly close: () => void;
};

/**
 * Opens persistent connections as needed.
 *
 * @param url of a service whose responses have a Content-Length
 * @param mustSay text that every successful response contains
 */
export function openRawConnections(
  url: string,
  { path, contentType, body, mustSay }: { path: string; contentType: string; body: Uint8Array; mustSay: string },
): RawConnections {
  const { hostname, port } = new URL(url);
  const head = `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: ${contentType}\r\nContent-Length: ${body.length}\r\n\r\n`;
  const request = Buffer.concat([Buffer.from(head), body]);
  const free: Connection[] = [];
  const all: Connection[] = [];
  return {
    send: async () => {
      let connection = free.pop();
      if (connection === undefined) {
        connection = await open(Number(port), hostname);
        all.push(connection);
      }
      const answer = await connection.ask(request);
      free.push(connection);
      const status = Number(answer.toString('latin1', 9, 12));
      return status < 300 && !answer.includes(mustSay) ? 599 : status;
    },
    close: () => {
      for (const { socket } of all) socket.destroy();
    },
  };
}

type Connection = { readonly socket: Socket; readonly ask: (request: Buffer) => Promise<Buffer> };

async function open(port: number, host: string): Promise<Connection> {
  const socket = connect({ port, host, noDelay: true });
  await once(socket, 'connect');
  let come: Buffer | null = null;
  let waiting: { resolve: (answer: Buffer) => void; reject: (error: Error) => void } | null = null;
  socket.on('data', (chunk) => {
    come = come === null ? chunk : Buffer.concat([come, chunk]);
    if (come.length < lengthOf(come)) return;
    const answer = come;
    come = null;
    waiting?.resolve(answer);
  });
  const fail = (error: Error): void => waiting?.reject(error);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('The connection was closed')));
  return {
    socket,
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
  };
}

/** Total length of a partially received response; infinite until its head is complete. */
function lengthOf(answer: Buffer): number {
  const end = answer.indexOf(HEAD_END);
  if (end === -1) return Number.POSITIVE_INFINITY;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.toString('latin1', 0, end))?.[1];
  if (length === undefined) throw new Error('A response has no Content-Length');
  return end + HEAD_END.length + Number(length);
}
