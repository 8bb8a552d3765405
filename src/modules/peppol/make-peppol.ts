import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Metrics, makeDnsResolve, makeHttpClient, type TlsOptions } from '../../platform/index.ts';
import { type Directory, makeDirectory } from './directory.ts';
import { makeFind } from './find.ts';
import { type Lookup, makeLookup } from './lookup.ts';
import { type Database, deleteFindings, lastFindingAt } from './participant-store.ts';
import { makeSandboxFind } from './sandbox.ts';
import { makeFindSmp } from './sml.ts';
import { readAnchors, type TrustAnchors } from './smp/check-chain.ts';
import { makeSmp } from './smp/make-smp.ts';
import { makeAskSmp } from './smp/query-smp.ts';

export type PeppolParts = {
  readonly db: Database;
  readonly now: () => number;
  readonly metrics: Metrics;
  /** DNS zones of the network, queried in this order; null uses the sandbox. */
  readonly zones: readonly string[] | null;
  /** DNS servers; null uses those of the system. */
  readonly dnsServers: readonly string[] | null;
  /** URL of the Peppol Directory; null disables it. */
  readonly directoryUrl?: string | null;
  /** Private addresses that may be called (`OUTBOUND_ALLOW`). */
  readonly allow: readonly string[];
  /** For tests: allow SMPs without TLS. */
  readonly allowInsecure: boolean;
  /** Issuers trusted for SMP certificates; empty disables the chain check, which is reported as `not_checked`. */
  readonly anchors: TrustAnchors;
  /** Trust anchors for TLS; defaults to the public authorities. */
  readonly tls?: TlsOptions;
};

export type Peppol = {
  readonly lookup: Lookup;
  /** Null when no Directory is configured, or in the sandbox. */
  readonly directory: Directory | null;
  /**
   * The network in use (`sandbox`: simulated) and the time of its last response; null when there was none recently.
   */
  readonly status: () => Promise<{ readonly network: string; readonly answeredAt: Date | null }>;
  /** Deletes findings older than `before`, at most `limit`. Returns the number deleted. */
  readonly forgetBefore: (before: Date, limit: number) => Promise<number>;
  readonly close: () => Promise<void>;
};

export function makePeppol(parts: PeppolParts): Peppol {
  const { db, now, zones, dnsServers } = parts;
  const forgetBefore: Peppol['forgetBefore'] = (before, limit) => deleteFindings(db, before, limit);
  const network = zones === null ? 'sandbox' : zones.join(',');
  const status = async () => ({ network, answeredAt: await lastFindingAt(db, network) });
  if (zones === null) {
    const lookup = makeLookup({ db, find: makeSandboxFind(now), network, now });
    return { lookup, directory: null, status, forgetBefore, close: async () => undefined };
  }
  const http = makeHttpClient({
    peer: 'peppol',
    allow: parts.allow,
    // SMP host names come from untrusted DNS records.
    resolve: makeDnsResolve({ servers: dnsServers }),
    connections: 16,
    ...(parts.tls !== undefined && { tls: parts.tls }),
  });
  const clock = () => performance.now();
  const asking = makeAskSmp({ http, allowInsecure: parts.allowInsecure, clock });
  const find = makeFind({
    sml: makeFindSmp({ zones, servers: dnsServers, now }),
    smp: makeSmp({ asking, anchors: parts.anchors, now }),
    now,
    clock,
  });
  const seconds = parts.metrics.histogram({
    name: 'peppol_lookup_seconds',
    help: 'Look-ups in the Peppol network, by outcome.',
    labels: ['outcome'],
  });
  const timed: typeof find = async (participant, question, signal) => {
    const stop = seconds.startTimer();
    const finding = await find(participant, question, signal);
    stop({ outcome: finding.reason ?? finding.outcome });
    return finding;
  };
  const lookup = makeLookup({ db, find: timed, network, now });
  const { directoryUrl = null } = parts;
  const directory =
    directoryUrl === null ? null : makeDirectory({ db, http, url: directoryUrl.replace(/(?<!\/)\/+$/, '') });
  return { lookup, directory, status, forgetBefore, close: () => http.close() };
}

/**
 * Loads trust anchors from a PEM file, or from all `.pem`, `.crt` and `.cer` files of a folder.
 *
 * @throws Error when there are no certificates, or one cannot be read
 */
export function loadAnchors(path: string): TrustAnchors {
  const files = statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => /\.(pem|crt|cer)$/i.test(name))
        .map((name) => join(path, name))
    : [path];
  const anchors = files.flatMap((file) => readAnchors(readFileSync(file, 'utf8')));
  if (anchors.length === 0) throw new Error(`${path} holds no certificate in PEM`);
  return anchors;
}
