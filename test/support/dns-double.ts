import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type Answer, AUTHORITATIVE_ANSWER, decode, encode, RECURSION_AVAILABLE, TRUNCATED_RESPONSE } from 'dns-packet';

/** Record data of a name. */
export type DnsData =
  | { readonly type: 'A' | 'CNAME' | 'DNAME'; readonly data: string }
  | { readonly type: 'NAPTR'; readonly data: Naptr };

export type Naptr = {
  readonly order: number;
  readonly preference: number;
  readonly flags: string;
  readonly services: string;
  readonly regexp: string;
  readonly replacement: string;
};

/** NAPTR record of an SMP as published by the SML. */
export const naptrTo = (url: string, changes: Partial<Naptr> = {}): DnsData => ({
  type: 'NAPTR',
  data: {
    order: 100,
    preference: 10,
    flags: 'U',
    services: 'Meta:SMP',
    regexp: `!.*!${url}!`,
    replacement: '.',
    ...changes,
  },
});

/** Fault instead of an answer (RFC 1035, 4.1.1). */
export type DnsTrouble = 'SERVFAIL' | 'REFUSED' | 'NXDOMAIN' | 'silence' | 'garbage';
const RCODES = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;

export type DnsDouble = {
  readonly address: string;
  readonly records: Map<string, DnsData[]>;
  /** Queries so far: `TYPE name transport`. */
  readonly requests: string[];
  trouble: (name: string, type: string) => DnsTrouble | null;
  /** Delay of UDP answers, in milliseconds. */
  latency: () => number;
  /** Whether answers include the target of an alias, as from a recursive resolver, or the alias only. */
  follows: boolean;
  /** Sets the truncation flag in UDP answers, so that clients must use TCP. */
  truncates: boolean;
  readonly close: () => Promise<void>;
};

const MAX_ALIASES = 16;

/** DNS resolver on real sockets (UDP and TCP): a name exists when it or a name below it has records (RFC 8020). */
export async function startDnsDouble(): Promise<DnsDouble> {
  const udp = createSocket('udp4');
  const open = new Set<Socket>();
  const tcp = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    let received = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE()) {
        const end = 2 + received.readUInt16BE();
        const answer = respond(received.subarray(2, end), 'tcp');
        received = received.subarray(end);
        if (answer === null) continue;
        const head = Buffer.alloc(2);
        head.writeUInt16BE(answer.length);
        socket.write(Buffer.concat([head, answer]));
      }
    });
  });

  const answersTo = (name: string, type: string, hops = 0): Answer[] => {
    const own = double.records.get(name) ?? [];
    const direct = own.filter((record) => record.type === type);
    if (direct.length > 0) return direct.map((record) => ({ ...record, name, ttl: 0 }) as Answer);
    const cname = own.find((record) => record.type === 'CNAME');
    if (cname !== undefined) return alias(name, cname.data as string, type, hops);
    for (const [above, records] of double.records) {
      const dname = records.find((record) => record.type === 'DNAME');
      if (dname === undefined || !name.endsWith(`.${above}`)) continue;
      const target = `${name.slice(0, -above.length)}${dname.data as string}`;
      // A resolver adds the synthesised CNAME (RFC 6672, 3.1).
      return [{ type: 'DNAME', name: above, ttl: 0, data: dname.data } as Answer, ...alias(name, target, type, hops)];
    }
    return [];
  };
  const alias = (name: string, target: string, type: string, hops: number): Answer[] => [
    { type: 'CNAME', name, ttl: 0, data: target },
    ...(double.follows && type !== 'CNAME' && hops < MAX_ALIASES ? answersTo(target, type, hops + 1) : []),
  ];
  const exists = (name: string): boolean =>
    [...double.records.keys()].some((known) => known === name || known.endsWith(`.${name}`));

  const respond = (message: Buffer, transport: 'udp' | 'tcp'): Buffer | null => {
    const { id = 0, questions = [] } = decode(message);
    const question = questions[0]!;
    const name = question.name.toLowerCase();
    double.requests.push(`${question.type} ${name} ${transport}`);
    const trouble = double.trouble(name, question.type);
    if (trouble === 'silence') return null;
    if (trouble === 'garbage') return Buffer.concat([message.subarray(0, 2), Buffer.from('8180000100010000', 'hex')]);
    const answers = trouble === null ? answersTo(name, question.type) : [];
    const last = answers.findLast(({ type }) => type === 'CNAME') as { data: string } | undefined;
    const named = last !== undefined && double.follows ? last.data : name;
    const isThere = exists(named) || answers.some(({ type }) => type === question.type);
    const isAliasAlone = answers.length > 0 && !double.follows;
    const rcode = trouble !== null ? RCODES[trouble] : isThere || isAliasAlone ? 0 : RCODES.NXDOMAIN;
    const isCut = double.truncates && transport === 'udp';
    const flags = AUTHORITATIVE_ANSWER | RECURSION_AVAILABLE | rcode | (isCut ? TRUNCATED_RESPONSE : 0);
    return encode({ type: 'response', id, flags, questions: [question], answers: isCut ? [] : answers });
  };

  const double: DnsDouble = {
    address: '',
    records: new Map(),
    requests: [],
    trouble: () => null,
    latency: () => 0,
    follows: true,
    truncates: false,
    close: async () => {
      for (const socket of open) socket.destroy();
      udp.close();
      tcp.close();
      await Promise.all([once(udp, 'close'), once(tcp, 'close')]);
    },
  };
  udp.on('message', (message, from) => {
    const answer = respond(message, 'udp');
    const send = (): void => {
      if (answer !== null) udp.send(answer, from.port);
    };
    const latency = double.latency();
    if (latency === 0) send();
    else setTimeout(send, latency).unref();
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  return Object.assign(double, { address: `127.0.0.1:${port}` });
}
