import { createECDH, createPrivateKey, hash, randomBytes, X509Certificate } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Certificate } from './certificate.ts';

/** Fault of the test double. */
type CscTrouble =
  | 'hang'
  | 'token withdrawn'
  | 'pin refused'
  | 'busy'
  | 'other signature'
  | 'disabled'
  | 'unauthorised seal';

/** Simulated remote sealing provider (CSC API v2) on a real socket, with one client and one credential. */
export type CscDouble = {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly credentialId: string;
  readonly pin: string;
  /** All calls since the start. */
  readonly requests: { readonly path: string; readonly body: string }[];
  trouble: CscTrouble | null;
  readonly close: () => Promise<void>;
};

type Parts = {
  /** Certificate of the seal, then its issuers. */
  readonly chain: readonly Certificate[];
  /** Encoding of signatures. */
  readonly writes: 'der' | 'raw';
};

/** Starts the test double. */
export async function startCscDouble({ chain, writes }: Parts): Promise<CscDouble> {
  const [own] = chain;
  const tokens = new Set<string>();
  /** Hashes permitted by an authorisation; each may be used once. */
  const leaves = new Map<string, string>();
  const server = createServer((request, response) => void respond(request, response).catch(() => response.destroy()));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const double: CscDouble = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/csc/v2`,
    clientId: 'e-invoice',
    clientSecret: randomBytes(12).toString('base64url'),
    credentialId: 'SEAL-1',
    pin: '12345678',
    requests: [],
    trouble: null,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const path = (request.url ?? '').replace('/csc/v2/', '');
    double.requests.push({ path, body });
    const reply = (status: number, answer: unknown): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    };
    const refuse = (status: number, error: string): void => reply(status, { error, error_description: body });
    if (request.method !== 'POST') return refuse(405, 'invalid_request');
    if (double.trouble === 'hang') return;
    if (double.trouble === 'busy') return refuse(503, 'temporarily_unavailable');
    if (path === 'oauth2/token') {
      const form = new URLSearchParams(body);
      const known = form.get('client_id') === double.clientId && form.get('client_secret') === double.clientSecret;
      if (!known || form.get('grant_type') !== 'client_credentials') return refuse(401, 'invalid_client');
      const token = randomBytes(8).toString('hex');
      tokens.add(token);
      return reply(200, { access_token: token, token_type: 'Bearer', expires_in: 3600 });
    }
    if (double.trouble === 'token withdrawn') {
      double.trouble = null;
      tokens.clear();
    }
    if (!tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? '')) return refuse(401, 'invalid_token');
    const input = JSON.parse(body);
    if (input.credentialID !== double.credentialId) return refuse(400, 'invalid_request');
    if (path === 'credentials/info') return reply(200, describe(chain, double.trouble));
    if (path === 'credentials/authorize') {
      const pin = input.authData?.find((one: { id: string }) => one.id === 'PIN')?.value;
      if (pin !== double.pin || double.trouble === 'pin refused') return refuse(400, 'invalid_pin');
      const sad = randomBytes(8).toString('hex');
      leaves.set(sad, input.hashes[0]);
      return reply(200, { SAD: sad, expiresIn: 300 });
    }
    if (path === 'signatures/signHash') {
      const leave = leaves.get(input.SAD) ?? '';
      leaves.delete(input.SAD);
      if (leave !== input.hashes[0] || double.trouble === 'unauthorised seal') return refuse(400, 'invalid_request');
      const digest = Buffer.from(
        double.trouble === 'other signature' ? hash('sha256', 'x', 'base64') : leave,
        'base64',
      );
      const signature = signDigest(own!.key, digest, writes);
      return reply(200, { signatures: [signature.toString('base64')] });
    }
    return refuse(404, 'invalid_request');
  };
  return double;
}

const describe = (chain: readonly Certificate[], trouble: CscTrouble | null) => ({
  key: { status: trouble === 'disabled' ? 'disabled' : 'enabled', algo: ['1.2.840.10045.4.3.2'], len: 256 },
  cert: {
    status: 'valid',
    certificates: chain.map(({ cert }) => new X509Certificate(cert).raw.toString('base64')),
  },
  auth: { mode: 'explicit' },
  SCAL: '2',
  multisign: 1,
});

/** Order of P-256 (FIPS 186-5). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** ECDSA signature of a digest: Node's API signs messages only, but a remote seal receives only the hash. */
function signDigest(key: string, digest: Buffer, writes: 'der' | 'raw'): Buffer {
  const toNumber = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);
  const ephemeral = createECDH('prime256v1');
  const point = ephemeral.generateKeys();
  const k = toNumber(ephemeral.getPrivateKey());
  const d = toNumber(Buffer.from(createPrivateKey(key).export({ format: 'jwk' }).d!, 'base64url'));
  const r = toNumber(point.subarray(1, 33)) % ORDER;
  const s = (power(k, ORDER - 2n) * (toNumber(digest) + r * d)) % ORDER;
  const toBytes = (number: bigint): Buffer => Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
  if (writes === 'raw') return Buffer.concat([toBytes(r), toBytes(s)]);
  const integers = [r, s].map((number) => {
    let bytes = toBytes(number);
    while (bytes[0] === 0 && bytes[1]! < 0x80) bytes = bytes.subarray(1);
    if (bytes[0]! >= 0x80) bytes = Buffer.concat([Buffer.of(0), bytes]);
    return Buffer.concat([Buffer.of(0x02, bytes.length), bytes]);
  });
  const content = Buffer.concat(integers);
  return Buffer.concat([Buffer.of(0x30, content.length), content]);
}

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, base % ORDER];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % ORDER;
    square = (square * square) % ORDER;
  }
  return result;
}
