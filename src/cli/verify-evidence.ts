/** `verify-evidence`: whether evidence is what the service signed, with nothing but the files and the public keys. */
import { makeExaminer, readAnchors } from '../modules/evidence/index.ts';
import { makeHttpClient, readConfig } from '../platform/index.ts';
import { verifyFile, writeUsage } from './verify-file.ts';

const NAME = 'verify-evidence';

/** What `--help` says. */
export const USAGE = writeUsage(NAME, true);

/** A JWK set is small. */
const MAX_BYTES = 1_000_000;

/** Verifies; asks the network only for keys whose address is given. @returns the exit code as told by its usage */
export const verifyEvidence = (args: readonly string[]): Promise<number> =>
  verifyFile(NAME, args, {
    readElsewhere: (place) => (/^https?:\/\//.test(place) ? fetchKeys(place) : null),
    makeExaminer: (authorities) => makeExaminer(authorities === null ? null : readAnchors(authorities)),
  });

async function fetchKeys(url: string): Promise<string> {
  const http = makeHttpClient({ allow: readConfig().outboundAllow, maxBytes: MAX_BYTES });
  try {
    const { status, body } = await http.request({ url });
    if (status !== 200) throw new Error(`status ${status}`);
    return body.toString('utf8');
  } finally {
    await http.close();
  }
}
