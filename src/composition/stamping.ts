import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { makeStamper, makeTimeAuthority, readAnchors, StampFault } from '../modules/evidence/index.ts';
import { readSignedText, type Transparency } from '../modules/evidence/transparency/index.ts';
import { ConfigProblems, HttpFault, makeHttpClient } from '../platform/index.ts';
import type { ProcessParts } from './process-parts.ts';

/** Requests time stamps for checkpoints of the log when they are due; null when no authority is configured. */
export type StampCheckpoints = (() => Promise<void>) | null;

/**
 * Creates the job that time-stamps checkpoints, with its own connections to the authority.
 *
 * @throws ConfigProblems when the file of TSA_CA is missing or contains no certificate
 */
export function makeStamping(
  { config, db, log, metrics, now }: ProcessParts,
  transparency: Pick<Transparency, 'checkpoint' | 'keepStamp'>,
): { readonly stampCheckpoints: StampCheckpoints; readonly close: () => Promise<void> } {
  const { timeAuthority, outboundAllow } = config;
  if (timeAuthority === null) return { stampCheckpoints: null, close: async () => undefined };
  const { ca, interval, ...settings } = timeAuthority;
  const anchors = ca === null ? null : openAnchors(ca);
  const http = makeHttpClient({ peer: 'time authority', allow: outboundAllow, connections: 2 });
  const stamper = makeStamper({
    db,
    authority: makeTimeAuthority({ ...settings, http, anchors, random: randomBytes }),
    log: {
      newest: async () => {
        const note = await transparency.checkpoint();
        return note === null ? null : readSignedText(note);
      },
      keep: transparency.keepStamp,
    },
    interval,
    now,
  });
  const runs = metrics.counter({
    name: 'time_stamps_total',
    help: 'Time stamp requests for checkpoints of the transparency log, by outcome.',
    labels: ['outcome'],
  });
  // A series that first appears with its first event shows no increase, so that no alert would fire.
  for (const outcome of ['stamped', 'failed']) runs.inc({ outcome }, 0);
  const stampCheckpoints = async (): Promise<void> => {
    try {
      runs.inc({ outcome: 'stamped' }, await stamper.run());
    } catch (error) {
      if (!(error instanceof StampFault || error instanceof HttpFault)) throw error;
      // The job runs again in a minute; throwing would fill the list of failed jobs.
      runs.inc({ outcome: 'failed' });
      log.warn({ err: error }, 'time stamp response rejected');
    }
  };
  return { stampCheckpoints, close: http.close };
}

function openAnchors(file: string): Uint8Array[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigProblems([`TSA_CA cannot be read: ${(error as Error).message}`]);
  }
  try {
    return readAnchors(text);
  } catch {
    throw new ConfigProblems([`TSA_CA names a file without a certificate in PEM: ${file}`]);
  }
}
