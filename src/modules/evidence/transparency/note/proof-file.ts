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
