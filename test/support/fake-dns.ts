import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { decode, encode, RECURSION_DESIRED } from 'dns-packet';

/** Answer to a query: addresses, an error code (RFC 1035, 4.1.1), or no answer. */
export type FakeAnswer = readonly string[] | 'NXDOMAIN' | 'SERVFAIL' | 'silence';

const RCODES = { NXDOMAIN: 3, SERVFAIL: 2 } as const;

/** Starts a DNS server on a loopback port; `answer` is called for every query. */
export async function startFakeDns(
  answer: (name: string, type: 'A' | 'AAAA') => FakeAnswer,
): Promise<{ readonly address: string; readonly stop: () => Promise<void> }> {
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { id, questions } = decode(message);
    const question = questions![0]!;
    const type = question.type as 'A' | 'AAAA';
    const reply = answer(question.name, type);
    if (reply === 'silence') return;
    const flags = RECURSION_DESIRED | (typeof reply === 'string' ? RCODES[reply] : 0);
    const answers =
      typeof reply === 'string' ? [] : reply.map((data) => ({ type, name: question.name, ttl: 0, data }) as const);
    socket.send(encode({ type: 'response', id: id ?? 0, flags, questions: [question], answers }), from.port);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    stop: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}
