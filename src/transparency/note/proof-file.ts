import { HASH_BYTES } from '../tree/hashes.ts';

/** An offline proof that an entry is in a log (C2SP tlog-proof): the place, the path and the checkpoint. */
type ProofFile = {
  /** What is needed beside the proof to make the entry; null when nothing is. */
  readonly extra: Buffer | null;
  readonly index: number;
  /** The audit path, the leaf's sibling first. */
  readonly path: readonly Buffer[];
  /** The signed note, as it was published. */
  readonly checkpoint: string;
};

const HEADER = 'c2sp.org/tlog-proof@v1';

/** The text of an `.tlog-proof` file. */
export function writeProofFile({ extra, index, path, checkpoint }: ProofFile): string {
  const lines = [HEADER, ...(extra === null ? [] : [`extra ${extra.toString('base64')}`]), `index ${index}`];
  return `${[...lines, ...path.map((node) => node.toString('base64'))].join('\n')}\n\n${checkpoint}`;
}

/** Reads an `.tlog-proof` file; nothing is verified yet. @throws Error when it is none */
export function readProofFile(text: string): ProofFile {
  const end = text.indexOf('\n\n');
  const [header, ...lines] = text.slice(0, Math.max(0, end)).split('\n');
  if (header !== HEADER) throw new Error('It is no proof of the form c2sp.org/tlog-proof@v1');
  const extra = /^extra (.*)$/.exec(lines[0] ?? '')?.[1];
  if (extra !== undefined) lines.shift();
  const index = /^index (0|[1-9]\d{0,15})$/.exec(lines.shift() ?? '')?.[1];
  if (index === undefined || !Number.isSafeInteger(Number(index))) throw new Error('The proof names no place');
  const path = lines.map((line) => readBase64(line));
  if (path.length > 63 || path.some((node) => node.length !== HASH_BYTES))
    throw new Error('The path of the proof is none');
  return {
    extra: extra === undefined ? null : readBase64(extra),
    index: Number(index),
    path,
    checkpoint: text.slice(end + 2),
  };
}

function readBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new Error('A line of the proof is not base64 in its one writing');
  return bytes;
}
