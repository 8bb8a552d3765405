/**
 * The transparency log: evidence and rule packs in a publicly verifiable Merkle tree (RFC 6962, C2SP tlog-tiles). It
 * stores only digests and must never receive the content behind them.
 */
export { backlogOf, makeTransparency, type Transparency } from './make-transparency.ts';
export { type Look, lookAtLog, readSeen, type Seen, writeSeen } from './monitor.ts';
export { readSignedText } from './note/checkpoint.ts';
export { readVerifierKey } from './note/verifier-key.ts';
export { readTilePath } from './tree/tile-paths.ts';
