/** An offline inclusion proof (C2SP tlog-proof): index, audit path and checkpoint. */
type ProofFile = {
  /** Additional data required to compute the entry; null: no data is required. */
  readonly extra: Buffer | null;
  readonly index: number;
  /** Audit path, sibling of the leaf first. */
  readonly path: readonly Buffer[];
  readonly checkpoint: string;
};

const HEADER = 'c2sp.org/tlog-proof@v1';

/** Returns the text of a `.tlog-proof` file. */
export function writeProofFile({ extra, index, path, checkpoint }: ProofFile): string {
  const lines = [HEADER, ...(extra === null ? [] : [`extra ${extra.toString('base64')}`]), `index ${index}`];
  return `${[...lines, ...path.map((node) => node.toString('base64'))].join('\n')}\n\n${checkpoint}`;
}
