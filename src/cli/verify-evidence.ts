/**
 * `verify-evidence`: verifies that the service signed an evidence package, from the files and the public keys only.
 */
import { makeExaminer, readAnchors } from '../modules/evidence/index.ts';
import { makeHttpClient, readConfig } from '../platform/index.ts';
import { verifyFile, writeUsage } from './verify-file.ts';

const NAME = 'verify-evidence';

export const USAGE = writeUsage(NAME, true);

/** A JWK set is small. */
const MAX_BYTES = 1_000_000;

/**
 * Verifies evidence. Uses the network only to fetch keys from a URL that the arguments name.
 *
 * @returns the exit code, see USAGE
 */
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
