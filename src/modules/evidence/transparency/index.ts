/**
 * The transparency log: evidence and rule packs in a Merkle tree that anybody can watch (RFC 6962, C2SP tlog-tiles).
 * It knows digests alone, and must never learn what they are of.
 */
export { backlogOf, makeTransparency, type Transparency } from './make-transparency.ts';
export { type Look, lookAtLog, readSeen, type Seen, writeSeen } from './monitor.ts';
export { readSignedText } from './note/checkpoint.ts';
export { readVerifierKey } from './note/verifier-key.ts';
export { readTilePath } from './tree/tile-paths.ts';
