import type { TimeAuthority } from './authority.ts';
import {
  type Database,
  findAuthority,
  findLastStamp,
  insertStamp,
  listEnding,
  type StampRow,
} from './timestamp-store.ts';

/** What the stamper needs of the transparency log. */
type StampedLog = {
  /** The newest checkpoint: how many leaves it covers, and its signed text without signatures; null before the first. */
  readonly newest: () => Promise<{ readonly treeSize: number; readonly signedText: string } | null>;
  /** Has the checkpoint carry its stamp. */
  readonly keep: (treeSize: number, response: Buffer) => Promise<unknown>;
};

type StamperParts = {
  readonly db: Database;
  readonly authority: TimeAuthority;
  readonly log: StampedLog;
  /** Between two checkpoints that are stamped, in milliseconds. */
  readonly interval: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

type Stamper = {
  /**
   * Stamps the newest checkpoint when it is time and the tree has grown, and renews stamps that end soon. To be called
   * once a minute; how many stamps were got.
   *
   * @throws StampFault, HttpFault
   */
  readonly run: () => Promise<number>;
};

/** A stamp is renewed so long before the certificate of its authority ends. */
const RENEW_MS = 90 * 24 * 60 * 60 * 1_000;
/** So many renewals a run: each has its price, and the authority others to serve. */
const RENEWALS = 10;
const PROBE_MS = 24 * 60 * 60 * 1_000;

/** Puts the time of an authority that is not ours on the log's checkpoints, and so on every entry below them. */
export function makeStamper({ db, authority, log, interval, now }: StamperParts): Stamper {
  const stampNewest = async (): Promise<number> => {
    const [newest, last] = [await log.newest(), await findLastStamp(db)];
    if (newest === null || newest.treeSize <= (last?.treeSize ?? 0)) return 0;
    if (last !== undefined && now() - last.at.getTime() < interval) return 0;
    const { treeSize, signedText } = newest;
    const { response, at, expiresAt } = await authority.stamp(Buffer.from(signedText));
    const kept = { tree_size: treeSize, checkpoint: signedText, renews: null, response };
    const isFirst = await insertStamp(db, { ...kept, stamped_at: at, expires_at: expiresAt });
    if (isFirst) await log.keep(treeSize, response);
    return 1;
  };

  let triedAt = Number.NEGATIVE_INFINITY;
  /** False: the authority's certificate ends no later than that of the stamp, and nothing would be gained. */
  const renew = async (stamp: StampRow): Promise<boolean> => {
    const { id, tree_size, checkpoint } = stamp;
    const { response, at, expiresAt } = await authority.stamp(toRenewed(stamp));
    triedAt = now();
    if (expiresAt <= stamp.expires_at) return false;
    const kept = { tree_size, checkpoint, renews: id, response };
    await insertStamp(db, { ...kept, stamped_at: at, expires_at: expiresAt });
    return true;
  };

  const renewEnding = async (): Promise<number> => {
    const at = now();
    const ending = await listEnding(db, new Date(at), new Date(at + RENEW_MS), RENEWALS);
    const known = await findAuthority(db);
    const isFresh = known !== undefined && at - Math.max(known.stampedAt.getTime(), triedAt) < PROBE_MS;
    let renewed = 0;
    for (const stamp of ending) {
      // Whether the authority has a new certificate is seen once a day.
      if (isFresh && known.expiresAt <= stamp.expires_at) continue;
      if (!(await renew(stamp))) break;
      renewed += 1;
    }
    return renewed;
  };

  return { run: async () => (await stampNewest()) + (await renewEnding()) };
}

/** What a renewal is a stamp of: the answer that it renews as it came, then the checkpoint's signed text. */
export const toRenewed = ({ response, checkpoint }: Pick<StampRow, 'response' | 'checkpoint'>): Uint8Array =>
  Buffer.concat([response, Buffer.from(checkpoint)]);
