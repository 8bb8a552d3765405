import { open } from 'node:fs/promises';
import type { BodyLimits } from '../../../http/body/index.ts';
import type { NewFile } from '../index.ts';
import { readBatchFile } from './body/index.ts';

/** Reads the files of an archive or NDJSON file on disk, by the same rules as in an HTTP request. */
export async function* readDroppedBatch(
  path: string,
  kind: 'zip' | 'ndjson',
  limits: BodyLimits,
  dataDir: string,
): AsyncGenerator<NewFile> {
  const handle = await open(path);
  try {
    yield* readBatchFile(handle, kind, limits, dataDir);
  } finally {
    await handle.close();
  }
}
