import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { isSignedBy, splitNote } from '../transparency/second-log.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** Fault of a witness; null: no fault. */
type Fault = 'silent' | 'foreign signature' | 'fork' | null;

export type WitnessDouble = Receiver & {
  /** In the format of `WITNESS_URLS`. */
  readonly vkey: string;
  readonly seen: () => number;
  /** Changes its stored tree size, or its fault. */
  readonly set: (changes: { readonly size?: number; readonly fault?: Fault }) => void;
  readonly requests: readonly string[];
};

const NAME = 'witness.example/one';

/**
 * Witness (C2SP tlog-witness) of one log on a real socket. It verifies checkpoints with the second implementation.
 *
 * @param verify whether a consistency proof between two trees is valid
 */
export async function startWitness(
  logKey: () => string,
  verify: (older: [number, Buffer], newer: [number, Buffer], proof: Buffer[]) => boolean,
): Promise<WitnessDouble> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url');
  const key = Buffer.concat([Buffer.of(4), raw]);
  const id = createHash('sha256').update(`${NAME}\n`).update(key).digest().subarray(0, 4);
  let size = 0;
  let root: Buffer = createHash('sha256').digest();
  let fault: Fault = null;
  const requests: string[] = [];
  const receiver = await startReceiver(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    requests.push(`${request.method} ${request.url} ${body.slice(0, body.indexOf('\n'))}`);
    const answer = (status: number, text: string): void => void response.writeHead(status).end(text);
    if (fault === 'silent') return answer(500, '');
    if (fault === 'fork') return answer(422, '');
    const end = body.indexOf('\n\n');
    const [old = '', ...proof] = body.slice(0, end).split('\n');
    const note = body.slice(end + 2);
    if (!isSignedBy(note, logKey())) return answer(403, '');
    if (old !== `old ${size}`) return answer(409, `${size}\n`);
    const { text } = splitNote(note);
    const [, treeSize, hash] = text.split('\n');
    const newer: [number, Buffer] = [Number(treeSize), Buffer.from(hash!, 'base64')];
    const path = proof.filter((line) => line !== '').map((line) => Buffer.from(line, 'base64'));
    if (!verify([size, root], newer, path)) return answer(422, '');
    [size, root] = newer;
    const seconds = 1_790_000_000;
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(seconds));
    const signed = fault === 'foreign signature' ? `${text}x` : text;
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${signed}`), privateKey);
    return answer(200, `\u2014 ${NAME} ${Buffer.concat([id, time, signature]).toString('base64')}\n`);
  });
  return {
    ...receiver,
    vkey: `${NAME}+${id.toString('hex')}+${key.toString('base64')}`,
    seen: () => size,
    requests,
    set: (changes) => {
      size = changes.size ?? size;
      fault = changes.fault === undefined ? fault : changes.fault;
    },
  };
}
