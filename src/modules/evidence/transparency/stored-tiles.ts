import { type Database, findTile, type Trx } from './transparency-store.ts';
import { type ReadTile, rememberTiles } from './tree/proofs.ts';

/** The tiles of the log as the database keeps them, each read once; one that is not there is empty. */
export const readStoredTiles = (db: Database | Trx): ReadTile =>
  rememberTiles(async (level, tile) => (await findTile(db, level, tile)) ?? Buffer.alloc(0));
