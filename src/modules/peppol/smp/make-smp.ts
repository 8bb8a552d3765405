import { firstCharacters } from '../../../lib/first-characters.ts';
import type { Process, Signer } from '../answer.ts';
import { LookupFault } from '../lookup-fault.ts';
import type { Trace } from '../trace.ts';
import { checkChain, isAnnounced, type TrustAnchors } from './check-chain.ts';
import { checkSignature } from './check-signature.ts';
import type { AskSmp } from './query-smp.ts';
import { type Group, readGroup } from './read-group.ts';
import { readMetadata } from './read-metadata.ts';

export type Services = { readonly processes: readonly Process[]; readonly signer: Signer };

export type SmpQuery = {
  /** Scheme and id in lower case. */
  readonly participant: string;
  readonly smpUrl: string;
  readonly trace: Trace;
  readonly signal: AbortSignal;
};

/** SMP client. Uses metadata only after its signature was verified. All functions throw LookupFault. */
export type Smp = {
  /** Returns the document types of a participant; null when the SMP does not have the participant. */
  readonly group: (query: SmpQuery) => Promise<Group | null>;
  /** Returns the endpoints of a document type; null when the SMP has no metadata for it. */
  readonly services: (query: SmpQuery, documentType: string) => Promise<Services | null>;
};

type SmpParts = {
  readonly asking: AskSmp;
  readonly anchors: TrustAnchors;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

const toGroupUrl = ({ smpUrl, participant }: SmpQuery): string =>
  `${smpUrl}/${encodeURIComponent(`iso6523-actorid-upis::${participant}`)}`;

/** Creates the client for Peppol SMP 1.x: service groups, signed metadata and one redirect. */
export function makeSmp({ asking, anchors, now }: SmpParts): Smp {
  const read = (bytes: Buffer, participant: string, documentType: string) => {
    const { content, signer, others } = checkSignature(bytes);
    const proven = checkChain(signer, { others, anchors, at: now() });
    return { metadata: readMetadata(content, { participant, documentType, at: now() }), certificate: signer, proven };
  };

  return {
    group: async (query) => {
      const url = toGroupUrl(query);
      return query.trace.note('service_group', url, async () => {
        const body = await asking.ask(url, query.signal);
        return body === null ? null : readGroup(body, query.participant);
      });
    },

    services: async (query, documentType) => {
      const { participant, trace, signal } = query;
      const url = `${toGroupUrl(query)}/services/${encodeURIComponent(documentType)}`;
      const first = await trace.note('service_metadata', url, async () => {
        const body = await asking.ask(url, signal);
        return body === null ? null : read(body, participant, documentType);
      });
      if (first === null) return null;
      const { metadata, proven } = first;
      if (metadata.kind === 'services') return { processes: metadata.processes, signer: proven };
      return trace.note('redirect', firstCharacters(metadata.url, 500), async () => {
        const body = await asking.ask(metadata.url, signal);
        if (body === null) throw new LookupFault('smp_contradicts_itself', 404);
        const second = read(body, participant, documentType);
        if (!isAnnounced(metadata.certificateUid, second.certificate)) throw new LookupFault('redirect_signer');
        if (second.metadata.kind === 'redirect') throw new LookupFault('redirect_again');
        return { processes: second.metadata.processes, signer: second.proven };
      });
    },
  };
}
