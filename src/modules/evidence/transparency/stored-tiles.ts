import { type Database, findTile, type Trx } from './transparency-store.ts';
import { type ReadTile, rememberTiles } from './tree/proofs.ts';

/** Reads tiles from the database, each once; a missing tile is empty. */
export const readStoredTiles = (db: Database | Trx): ReadTile =>
  rememberTiles(async (level, tile) => (await findTile(db, level, tile)) ?? Buffer.alloc(0));
