import type { Digest, Drop } from './drop.ts';

/** What is remembered of a file. */
export type Recent = Pick<Drop, 'id' | 'at' | 'actor' | 'settings'> & {
  readonly bytes: number;
  readonly sha256: string;
  /** Until when a checksum of its name is its own. */
  readonly until: number;
  /** Of the document that it became; null before it is known, and where it became none. */
  readonly documentId: string | null;
};

/** The files that were worked on lately, by workspace and name. */
type RecentFiles = {
  readonly keep: (drop: Drop, digest: Digest) => void;
  readonly forget: (named: Named) => void;
  /** What the file became, if that of its name is still this one. */
  readonly worked: (drop: Drop, documentId: string | null) => void;
  /** As it is known now. After its time it may be found or not. */
  readonly find: (named: Named) => Recent | undefined;
};

type Named = Pick<Drop, 'workspaceId' | 'name'>;

/** What is the same for all files that were taken together, once for all of them. */
type Taking = Pick<Drop, 'id' | 'at' | 'actor' | 'settings'> & { readonly number: number; files: number };

/** What is kept of each file; numbers have 48 bits. */
type Stored = { readonly taking: number } & Pick<Recent, 'until' | 'bytes' | 'sha256' | 'documentId'>;

/** How often what is too old is looked for, in milliseconds. */
const FORGET_MS = 1_000;

const NUMBER = 6;
const HEAD = 3 * NUMBER + 32;

/**
 * One text of a character for each byte: a hundred bytes a file, where an object with its texts takes three hundred. At full
 * load fourteen thousand files come in a minute.
 */
function pack({ taking, until, bytes, sha256, documentId }: Stored): string {
  const head = Buffer.allocUnsafe(HEAD);
  for (const [index, number] of [taking, until, bytes].entries()) head.writeUIntBE(number, index * NUMBER, NUMBER);
  head.write(sha256, 3 * NUMBER, 'hex');
  return Buffer.concat([head, Buffer.from(documentId ?? '')]).toString('latin1');
}

function unpack(text: string): Stored {
  const packed = Buffer.from(text, 'latin1');
  return {
    taking: packed.readUIntBE(0, NUMBER),
    until: packed.readUIntBE(NUMBER, NUMBER),
    bytes: packed.readUIntBE(2 * NUMBER, NUMBER),
    sha256: packed.toString('hex', 3 * NUMBER, HEAD),
    documentId: packed.length === HEAD ? null : packed.toString('utf8', HEAD),
  };
}

/**
 * Makes a memory, which is empty.
 *
 * @param keptMs how long a file is remembered
 */
export function makeRecentFiles(now: () => number, keepMs: number): RecentFiles {
  /** By workspace and name, the oldest first. */
  const workspaces = new Map<string, Map<string, string>>();
  const takings = new Map<number, Taking>();
  const numbers = new Map<string, number>();
  let last = 0;
  let forgotAt = Number.NEGATIVE_INFINITY;

  const forget = ({ workspaceId, name }: Named): void => {
    const files = workspaces.get(workspaceId);
    const packed = files?.get(name);
    if (files === undefined || packed === undefined) return;
    files.delete(name);
    if (files.size === 0) workspaces.delete(workspaceId);
    const taking = takings.get(unpack(packed).taking)!;
    taking.files -= 1;
    if (taking.files > 0) return;
    takings.delete(taking.number);
    numbers.delete(taking.id);
  };

  const forgetOld = (): void => {
    if (now() < forgotAt + FORGET_MS) return;
    forgotAt = now();
    for (const [workspaceId, files] of workspaces)
      for (const [name, packed] of files) {
        if (unpack(packed).until > forgotAt) break;
        forget({ workspaceId, name });
      }
  };

  const takingOf = ({ id, at, actor, settings }: Drop): Taking => {
    const known = takings.get(numbers.get(id) ?? 0);
    if (known !== undefined) return known;
    last += 1;
    const taking = { id, at, actor, settings, number: last, files: 0 };
    takings.set(last, taking);
    numbers.set(id, last);
    return taking;
  };

  const put = ({ workspaceId, name }: Named, kept: Stored): void => {
    const files = workspaces.get(workspaceId) ?? new Map<string, string>();
    workspaces.set(workspaceId, files);
    files.set(name, pack(kept));
  };

  return {
    keep: (drop, { bytes, sha256 }) => {
      forgetOld();
      // At its end, behind the older ones.
      forget(drop);
      const taking = takingOf(drop);
      taking.files += 1;
      put(drop, { taking: taking.number, until: now() + keepMs, bytes, sha256, documentId: null });
    },

    forget,

    worked: (drop, documentId) => {
      const packed = workspaces.get(drop.workspaceId)?.get(drop.name);
      if (packed === undefined) return;
      const kept = unpack(packed);
      if (kept.taking === numbers.get(drop.id)) put(drop, { ...kept, documentId });
    },

    find: ({ workspaceId, name }) => {
      const packed = workspaces.get(workspaceId)?.get(name);
      if (packed === undefined) return undefined;
      const { taking, ...kept } = unpack(packed);
      const { id, at, actor, settings } = takings.get(taking)!;
      return { id, at, actor, settings, ...kept };
    },
  };
}
