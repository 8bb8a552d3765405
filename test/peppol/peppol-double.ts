import { X509Certificate } from 'node:crypto';
import type { PeppolParts } from '../../src/modules/peppol/index.ts';
import { toSmlName } from '../../src/modules/peppol/sml.ts';
import { makeCertificate } from '../support/certificate.ts';
import { type DnsDouble, naptrTo, startDnsDouble } from '../support/dns-double.ts';
import { makeSmpPki, type SmpDouble, type SmpPki, startSmpDouble } from '../support/smp-double.ts';

export const ZONE = 'participant.sml.test';
export const SMP_HOST = 'smp.test';

/** A simulated network: DNS and an SMP over HTTPS. */
export type PeppolDouble = {
  readonly dns: DnsDouble;
  readonly smp: SmpDouble;
  readonly pki: SmpPki;
  /** Authority of the SMP's TLS certificate, in PEM. */
  readonly webCa: string;
  /** With the host name that DNS resolves. */
  readonly smpUrl: string;
  /** Adds a participant to DNS. */
  readonly enter: (participant: string, url?: string) => void;
  /** Configuration that points to the simulated network. */
  readonly parts: Omit<PeppolParts, 'db' | 'now' | 'metrics'>;
  readonly reset: () => void;
  readonly close: () => Promise<void>;
};

export async function startPeppolDouble(): Promise<PeppolDouble> {
  const pki = makeSmpPki();
  const authority = makeCertificate('Test Web CA');
  const tls = makeCertificate(SMP_HOST, { hosts: [SMP_HOST], issuer: authority });
  const dns = await startDnsDouble();
  const smp = await startSmpDouble(tls);
  const smpUrl = `https://${SMP_HOST}:${smp.port}`;
  Object.assign(smp, { url: smpUrl });
  const reset = (): void => {
    dns.records.clear();
    dns.records.set(`a.${ZONE}`, [naptrTo('https://placeholder.example')]);
    dns.records.set(SMP_HOST, [{ type: 'A', data: '127.0.0.1' }]);
    dns.trouble = () => null;
    dns.requests.length = 0;
    dns.latency = () => 0;
    smp.pages.clear();
    smp.requests.length = 0;
    smp.trouble = () => null;
    smp.latency = 0;
  };
  reset();
  return {
    dns,
    smp,
    pki,
    webCa: authority.cert,
    smpUrl,
    reset,
    enter: (participant, url = smpUrl) => dns.records.set(toSmlName(participant, ZONE), [naptrTo(url)]),
    parts: {
      zones: [ZONE],
      dnsServers: [dns.address],
      allow: [SMP_HOST],
      allowInsecure: false,
      anchors: [new X509Certificate(pki.smpCa.cert)],
      tls: { ca: authority.cert },
    },
    close: async () => {
      await smp.stop();
      await dns.close();
    },
  };
}
