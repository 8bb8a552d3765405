import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { findEvidenceSecret } from '../modules/evidence/read-secret.ts';

/** Computes the seal of a backup line by line. */
type Seal = {
  readonly add: (line: string) => void;
  /** @returns the seal in hex */
  readonly end: () => string;
};

/**
 * The HMAC key of backup seals, derived from EVIDENCE_SECRET. Backups are stored in other systems, to which the
 * secret is not copied. Null when this installation has no such secret.
 */
export function backupKey(place: { readonly evidenceSecret: string | null; readonly dataDir: string }): Buffer | null {
  const secret = findEvidenceSecret(place);
  return secret === null ? null : Buffer.from(hkdfSync('sha256', secret, '', 'seal of a backup', 32));
}

/** HMAC-SHA256 over lines including their line ends. */
export function makeSeal(key: Uint8Array): Seal {
  const hmac = createHmac('sha256', key);
  return { add: (line) => void hmac.update(line).update('\n'), end: () => hmac.digest('hex') };
}

export const isSameSeal = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one, 'latin1'), Buffer.from(other, 'latin1'));
