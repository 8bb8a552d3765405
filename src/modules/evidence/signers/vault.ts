import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { HttpAnswer, HttpClient } from '../../../platform/index.ts';
import { type KeyVersion, RemoteFault, type RemoteKey, readAnswer } from './remote-key.ts';

/** Key and credentials for the transit engine of HashiCorp Vault or OpenBao. */
type VaultParts = {
  readonly http: HttpClient;
  readonly url: string;
  /** Mount path of the engine and name of the key: `transit/evidence`. */
  readonly key: string;
  /** Called for each request, because an agent may renew the token. */
  readonly token: () => string;
  /** Null: no namespace, or the root namespace. */
  readonly namespace: string | null;
};

const KeyResponse = z.object({
  data: z.object({
    type: z.string(),
    latest_version: z.int(),
    keys: z.record(z.string().regex(/^\d+$/), z.object({ creation_time: z.string(), public_key: z.string() })),
  }),
});
const Signed = z.object({ data: z.object({ signature: z.string().regex(/^vault:v\d+:[\w+/=-]+$/) }) });

/** Creates a key of type `ed25519` or `ecdsa-p256` in a transit engine. */
export function makeVaultKey({ http, url, key, token, namespace }: VaultParts): RemoteKey {
  const at = key.lastIndexOf('/');
  const [mount, name] = [key.slice(0, at), key.slice(at + 1)];
  const ask = async (path: string, body?: object): Promise<HttpAnswer> =>
    http.request({
      url: `${url.replace(/(?<!\/)\/+$/, '')}/v1/${mount}/${path}`,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'X-Vault-Token': token(),
        'X-Vault-Request': 'true',
        ...(namespace !== null && { 'X-Vault-Namespace': namespace }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  return {
    heldBy: `vault ${new URL(url).host} ${key}`,
    versions: async () => {
      const response = KeyResponse.safeParse(readAnswer(await ask(`keys/${name}`), 'Vault key'));
      if (!response.success) throw new RemoteFault('Vault key: the response contains no signing key', true);
      const { type, keys } = response.data.data;
      return Object.entries(keys)
        .sort(([one], [other]) => Number(one) - Number(other))
        .map(([version, { creation_time, public_key }]): KeyVersion => {
          const publicKey = readPublicKey(type, public_key);
          return { name: version, publicKey, certificates: [], createdAt: new Date(creation_time) };
        });
    },
    sign: async ({ name: version }, input) => {
      const answer = await ask(`sign/${name}`, {
        input: Buffer.from(input).toString('base64'),
        key_version: Number(version),
        hash_algorithm: 'sha2-256',
        marshaling_algorithm: 'jws',
      });
      const signed = Signed.safeParse(readAnswer(answer, 'signing by Vault'));
      if (!signed.success) throw new RemoteFault('signing by Vault: the response contains no signature', false);
      return Buffer.from(signed.data.data.signature.split(':')[2]!, 'base64');
    },
    rotate: async () => {
      const { status, body } = await ask(`keys/${name}/rotate`, {});
      // Older releases return no body.
      if (status !== 204) readAnswer({ status, body }, 'rotating the Vault key');
    },
  };
}

/** @throws RemoteFault if the key type cannot sign evidence */
function readPublicKey(type: string, text: string): KeyObject {
  try {
    if (type === 'ecdsa-p256') return createPublicKey(text);
    if (type === 'ed25519') {
      const x = Buffer.from(text, 'base64').toString('base64url');
      return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    }
  } catch (cause) {
    throw new RemoteFault('Vault key: the public key cannot be parsed', true, cause);
  }
  throw new RemoteFault(`Vault key: unsupported type ${type.slice(0, 40)}, expected ed25519 or ecdsa-p256`, true);
}
