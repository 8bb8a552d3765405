import type { TimeAuthority } from './authority.ts';
import {
  type Database,
  findAuthority,
  findLastStamp,
  insertStamp,
  listEnding,
  type StampRow,
} from './timestamp-store.ts';

type StampedLog = {
  /** Returns the newest checkpoint: its tree size, and its signed text without signatures; null before the first. */
  readonly newest: () => Promise<{ readonly treeSize: number; readonly signedText: string } | null>;
  readonly keep: (treeSize: number, response: Buffer) => Promise<unknown>;
};

type StamperParts = {
  readonly db: Database;
  readonly authority: TimeAuthority;
  readonly log: StampedLog;
  /** Minimum time between stamped checkpoints, in milliseconds. */
  readonly interval: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

type Stamper = {
  /**
   * Stamps the newest checkpoint if the interval has passed and the tree has grown, and renews stamps that expire
   * soon. Call once a minute. @returns the number of stamps obtained
   *
   * @throws StampFault, HttpFault
   */
  readonly run: () => Promise<number>;
};

/** How long before the certificate of its authority expires a stamp is renewed. */
const RENEW_MS = 90 * 24 * 60 * 60 * 1_000;
/** Maximum renewals per run: authorities charge per stamp and limit the request rate. */
const RENEWALS = 10;
const PROBE_MS = 24 * 60 * 60 * 1_000;

/**
 * Obtains time stamps from an independent authority for checkpoints of the log, which also date every entry below
 * them.
 */
export function makeStamper({ db, authority, log, interval, now }: StamperParts): Stamper {
  const stampNewest = async (): Promise<number> => {
    const [newest, last] = [await log.newest(), await findLastStamp(db)];
    if (newest === null || newest.treeSize <= (last?.treeSize ?? 0)) return 0;
    if (last !== undefined && now() - last.at.getTime() < interval) return 0;
    const { treeSize, signedText } = newest;
    const { response, at, expiresAt } = await authority.stamp(Buffer.from(signedText));
    const row = { tree_size: treeSize, checkpoint: signedText, renews: null, response };
    const isFirst = await insertStamp(db, { ...row, stamped_at: at, expires_at: expiresAt });
    if (isFirst) await log.keep(treeSize, response);
    return 1;
  };

  let triedAt = Number.NEGATIVE_INFINITY;
  /**
   * Returns false if the certificate of the authority expires no later than that of the existing stamp: renewing
   * would gain nothing.
   */
  const renew = async (stamp: StampRow): Promise<boolean> => {
    const { id, tree_size, checkpoint } = stamp;
    const { response, at, expiresAt } = await authority.stamp(toRenewed(stamp));
    triedAt = now();
    if (expiresAt <= stamp.expires_at) return false;
    const row = { tree_size, checkpoint, renews: id, response };
    await insertStamp(db, { ...row, stamped_at: at, expires_at: expiresAt });
    return true;
  };

  const renewEnding = async (): Promise<number> => {
    const at = now();
    const ending = await listEnding(db, new Date(at), new Date(at + RENEW_MS), RENEWALS);
    const known = await findAuthority(db);
    const isFresh = known !== undefined && at - Math.max(known.stampedAt.getTime(), triedAt) < PROBE_MS;
    let renewed = 0;
    for (const stamp of ending) {
      // Check once a day whether the authority has a new certificate.
      if (isFresh && known.expiresAt <= stamp.expires_at) continue;
      if (!(await renew(stamp))) break;
      renewed += 1;
    }
    return renewed;
  };

  return { run: async () => (await stampNewest()) + (await renewEnding()) };
}

/** The content of a renewal: the renewed response unchanged, then the signed text of the checkpoint. */
export const toRenewed = ({ response, checkpoint }: Pick<StampRow, 'response' | 'checkpoint'>): Uint8Array =>
  Buffer.concat([response, Buffer.from(checkpoint)]);
