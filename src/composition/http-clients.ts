import { loadAnchors, makePeppol, type Peppol } from '../modules/peppol/index.ts';
import { makeItb, makePhorm, type ThirdParty } from '../modules/validation/reference-validator/index.ts';
import { makeVat, type Vat } from '../modules/vat/index.ts';
import { type Config, type HttpClient, makeDnsResolve, makeHttpClient, type TlsOptions } from '../platform/index.ts';
import type { ProcessParts } from './process-parts.ts';

/** Clients of other services, each with its own connection pool. */
export type Outside = {
  /** For webhooks, whose URLs customers choose. */
  readonly webhookClient: HttpClient;
  /** For partners, which administrators configure: few, each with its own rate limit. */
  readonly partnerClient: HttpClient;
  /** Creates a partner client with its own TLS certificates; the caller closes it. */
  readonly partnerClientWith: (tls: TlsOptions) => HttpClient;
  readonly vat: Vat;
  readonly peppol: Peppol;
  /** Third-party validator; null when not configured. */
  readonly thirdParty: ThirdParty | null;
  readonly close: () => Promise<void>;
};

/** Creates the clients without connecting. */
export function makeHttpClients({ config, db, log, metrics, name, now }: ProcessParts): Outside {
  // Does not use the system resolver (getaddrinfo), which is limited to the four threads of libuv.
  const resolve = () => makeDnsResolve({ servers: config.dnsServers });
  const webhookClient = makeHttpClient({
    peer: 'webhook',
    exportsTraces: true,
    allow: config.outboundAllow,
    resolve: resolve(),
    connections: 512,
  });
  const partnerOptions = { peer: 'partner', exportsTraces: true, allow: config.outboundAllow };
  const partnerClient = makeHttpClient({ ...partnerOptions, resolve: resolve(), connections: 32 });
  const validators = makeHttpClient({ peer: 'validator', allow: config.outboundAllow, connections: 8 });
  const vat = makeVat({
    db,
    process: name,
    now,
    random: Math.random,
    metrics,
    onError: (error) => log.warn({ err: error }, 'VAT source exchanges or leases not written'),
    restUrl: config.viesUrl,
    soapUrl: config.viesSoapUrl,
    skRegister: config.skRegister,
    allow: config.outboundAllow,
  });
  const peppol = makePeppol({
    db,
    now,
    metrics,
    zones: config.peppolZones,
    dnsServers: config.dnsServers,
    directoryUrl: config.peppolDirectoryUrl,
    allow: config.outboundAllow,
    allowInsecure: config.smpAllowInsecure,
    anchors: config.peppolTrustAnchors === null ? [] : loadAnchors(config.peppolTrustAnchors),
  });
  return {
    webhookClient,
    partnerClient,
    partnerClientWith: (tls) => makeHttpClient({ ...partnerOptions, resolve: resolve(), connections: 4, tls }),
    vat,
    peppol,
    thirdParty: thirdPartyOf(config, validators, now),
    close: async () => {
      await vat.close();
      await peppol.close();
      await webhookClient.close();
      await partnerClient.close();
      await validators.close();
    },
  };
}

function thirdPartyOf({ thirdParty }: Config, http: HttpClient, now: () => number): ThirdParty | null {
  const { itbUrl, phormUrl, phormToken, timeLimit, maxBytes } = thirdParty;
  const parts = { http, timeLimit, maxBytes, now };
  if (itbUrl !== null) return makeItb({ ...parts, url: itbUrl });
  return phormUrl === null ? null : makePhorm({ ...parts, url: phormUrl, token: phormToken });
}
