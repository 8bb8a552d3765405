import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Fault of the next calls. */
type VaultTrouble = 'hang' | 'drop' | 'sealed' | 'denied' | 'garbage' | 'other key';

/** Transit engine of Vault on a real socket, mounted at `transit`, with one key named `evidence`. */
export type VaultDouble = {
  readonly url: string;
  readonly token: string;
  /** All calls since the start. */
  readonly requests: { readonly method: string; readonly path: string; readonly body: unknown }[];
  trouble: VaultTrouble | null;
  /** Adds a new key version. */
  readonly rotate: () => void;
  readonly close: () => Promise<void>;
};

type Kind = 'ed25519' | 'ecdsa-p256' | 'rsa-2048';
type Version = { readonly privateKey: KeyObject; readonly publicKey: KeyObject; readonly at: string };

/** Starts the test double; `at` is the creation time of its first version, each further one is an hour later. */
export async function startVaultDouble(kind: Kind, at: number): Promise<VaultDouble> {
  const token = `hvs.${randomBytes(12).toString('base64url')}`;
  const versions: Version[] = [];
  const rotate = (): void => {
    const made = new Date(at + versions.length * 3_600_000).toISOString();
    versions.push({ ...makePair(kind), at: made });
  };
  rotate();
  const server = createServer((request, response) => void respond(request, response).catch(() => response.destroy()));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const double: VaultDouble = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    requests: [],
    trouble: null,
    rotate,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sent = await text(request);
    const body = sent === '' ? null : JSON.parse(sent);
    const path = request.url ?? '';
    double.requests.push({ method: request.method ?? '', path, body });
    const reply = (status: number, answer: unknown): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    };
    if (double.trouble === 'hang') return;
    if (double.trouble === 'drop') return void response.destroy();
    if (double.trouble === 'sealed') return reply(503, { errors: ['Vault is sealed'] });
    if (double.trouble === 'denied' || request.headers['x-vault-token'] !== token) {
      return reply(403, { errors: ['permission denied'] });
    }
    if (double.trouble === 'garbage') return void response.writeHead(200).end('<html>');
    const called = `${request.method} ${path}`;
    if (called === 'GET /v1/transit/keys/evidence') return reply(200, { data: describe(kind, versions) });
    if (called === 'POST /v1/transit/keys/evidence/rotate') {
      rotate();
      return reply(200, { data: describe(kind, versions) });
    }
    if (called === 'POST /v1/transit/sign/evidence') {
      const number = body.key_version || versions.length;
      const key = double.trouble === 'other key' ? makePair(kind).privateKey : versions[number - 1]!.privateKey;
      return reply(200, { data: { signature: `vault:v${number}:${signed(key, kind, body)}`, key_version: number } });
    }
    return reply(404, { errors: [] });
  };
  return double;
}

function makePair(kind: Kind): Pick<Version, 'privateKey' | 'publicKey'> {
  if (kind === 'ed25519') return generateKeyPairSync('ed25519');
  if (kind === 'rsa-2048') return generateKeyPairSync('rsa', { modulusLength: 2048 });
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/** Vault returns Ed25519 keys raw, others in PEM. */
const describe = (type: Kind, versions: readonly Version[]) => ({
  name: 'evidence',
  type,
  latest_version: versions.length,
  min_available_version: 0,
  keys: Object.fromEntries(
    versions.map(({ publicKey, at }, index) => {
      const raw = () => Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64');
      const public_key = type === 'ed25519' ? raw() : publicKey.export({ format: 'pem', type: 'spki' }).toString();
      return [String(index + 1), { creation_time: at, name: type, public_key }];
    }),
  ),
});

/** `marshaling_algorithm` is Vault's encoding of the signature: `jws`, or ASN.1 in base64. */
function signed(key: KeyObject, kind: Kind, body: { input: string; marshaling_algorithm?: string }): string {
  const input = Buffer.from(body.input, 'base64');
  const jws = body.marshaling_algorithm === 'jws';
  const options = { key, dsaEncoding: jws ? 'ieee-p1363' : 'der' } as const;
  return sign(kind === 'ed25519' ? null : 'sha256', input, options).toString(jws ? 'base64url' : 'base64');
}
