import { randomBytes, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { makeStamper, makeTimeAuthority, type StampedLog, type Stamper } from '../evidence/index.ts';
import { makeHttpClient } from '../runtime/index.ts';
import type { ProcessParts } from './process-parts.ts';

/** One certificate of a file that may hold several. */
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * What stamps checkpoints of the log, with its connections; `null` as the stamper: no authority is configured.
 *
 * @throws Error when the file of TSA_CA is missing or holds no certificate
 */
export function openStamper(
  { config, db, now }: Pick<ProcessParts, 'config' | 'db' | 'now'>,
  log: StampedLog,
): { readonly stamper: Stamper | null; readonly close: () => Promise<void> } {
  const { timeAuthority, outboundAllow } = config;
  if (timeAuthority === null) return { stamper: null, close: async () => undefined };
  const { ca, interval, ...asked } = timeAuthority;
  const anchors = ca === null ? null : readAnchors(ca);
  const http = makeHttpClient({ allow: outboundAllow, connections: 2 });
  const authority = makeTimeAuthority({ ...asked, http, anchors, random: randomBytes });
  return { stamper: makeStamper({ db, authority, log, interval, now }), close: http.close };
}

function readAnchors(file: string): Uint8Array[] {
  const certificates = readFileSync(file, 'utf8').match(PEM) ?? [];
  if (certificates.length === 0) throw new Error(`${file} (TSA_CA) holds no certificate in PEM`);
  return certificates.map((pem) => new X509Certificate(pem).raw);
}
