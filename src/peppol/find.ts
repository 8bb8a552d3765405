import { abortable } from '../lib/abortable.ts';
import type { DocumentType, ParticipantFinding } from './answer.ts';
import { chooseDocumentType, INVOICE, nameOfDocumentType } from './document-type.ts';
import { LookupFault } from './lookup-fault.ts';
import type { Reason } from './reasons.data.ts';
import type { FindSmp } from './sml.ts';
import type { Services, Smp, SmpQuery } from './smp/make-smp.ts';
import { makeTrace } from './trace.ts';

/** Asks about one participant, without memory. Never throws for what somebody outside did: that is `unknown`. */
export type Find = (participant: string, question: Question, signal: AbortSignal) => Promise<ParticipantFinding>;

type Question = {
  /** With its scheme; null: the participant as a whole. */
  readonly documentType: string | null;
  /** Of a participant as a whole: the metadata of all its document types, or of the one that matters most. */
  readonly read: 'all' | 'one';
};

type FindParts = {
  readonly sml: FindSmp;
  readonly smp: Smp;
  /** Milliseconds since the epoch, and monotonic ones. */
  readonly now: () => number;
  readonly clock: () => number;
};

/** What one look-up reads the metadata of; the types beyond are listed without. */
const MOST_READ = 60;
const AT_ONCE = 4;

type Facts = Pick<ParticipantFinding, 'outcome' | 'registered' | 'reason' | 'smp_url' | 'document_types'>;

const unread = (id: string): DocumentType => ({
  id,
  name: nameOfDocumentType(id),
  processes: [],
  metadata: 'not_read',
  reason: null,
  signer: null,
});

/** Asks DNS and the SMP it names (Peppol SML and SMP 1.x). */
export function makeFind({ sml, smp, now, clock }: FindParts): Find {
  /** @throws LookupFault */
  const toType = (id: string, services: Services | null, isListed: boolean): DocumentType | null => {
    if (services === null && isListed) throw new LookupFault('smp_contradicts_itself', 404);
    return services && { ...unread(id), ...services, metadata: 'read' };
  };

  /** All types with their metadata as far as it can be read: what cannot leaves the others as they are. */
  const readAll = async (query: SmpQuery, ids: readonly string[], wanted: readonly string[]) => {
    const types = ids.map(unread);
    let next = 0;
    const readOn = async (): Promise<void> => {
      while (next < Math.min(wanted.length, MOST_READ)) {
        const at = ids.indexOf(wanted[next++]!);
        try {
          types[at] = toType(ids[at]!, await smp.services(query, ids[at]!), true)!;
        } catch (error) {
          types[at] = { ...types[at]!, metadata: 'unknown', reason: reasonOf(error, query.signal) };
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, readOn));
    return types;
  };

  const readGroup = async (query: SmpQuery, { documentType: asked, read: depth }: Question): Promise<Facts> => {
    const listed = smp.group(query);
    // Mostly the list names the very type that was asked for: its metadata is on the way meanwhile.
    const early = asked === null ? null : smp.services(query, asked);
    early?.catch(() => undefined);
    const ids = await listed;
    if (ids === null) throw new LookupFault('smp_contradicts_dns', 404);
    const facts = { registered: true, reason: null, smp_url: query.smpUrl };
    if (asked === null) {
      const wanted = depth === 'all' ? ids : [chooseDocumentType(INVOICE, ids) ?? ids[0] ?? []].flat();
      return { ...facts, outcome: 'registered', document_types: await readAll(query, ids, wanted) };
    }
    const chosen = chooseDocumentType(asked, ids);
    // Senders ask for the metadata straight away: a list that is not complete must not hide what is there.
    const id = chosen ?? asked;
    const read = toType(id, await (id === asked ? early! : smp.services(query, id)), chosen !== null);
    const others = ids.filter((id) => id !== read?.id).map(unread);
    return {
      ...facts,
      outcome: read === null ? 'document_type_not_supported' : 'registered',
      document_types: read === null ? others : [read, ...others],
    };
  };

  return async (participant, question, signal) => {
    const trace = makeTrace(clock);
    let smpUrl: string | null = null;
    const ask = async (): Promise<Facts> => {
      const found = await trace.note('dns', sml.nameOf(participant), () => abortable(sml.find(participant), signal));
      if (found.outcome === 'absent') {
        return { outcome: 'not_registered', registered: false, reason: null, smp_url: null, document_types: [] };
      }
      smpUrl = found.smpUrl;
      return readGroup({ participant, smpUrl, trace, signal }, question);
    };
    const facts = await ask().catch((error: unknown): Facts => {
      const reason = reasonOf(error, signal);
      return { outcome: 'unknown', registered: null, reason, smp_url: smpUrl, document_types: [] };
    });
    const checked_at = new Date(now()).toISOString();
    return { participant_id: participant, ...facts, source: 'PEPPOL', checked_at, trace: trace.steps() };
  };
}

/** @throws the error, when nobody outside is to blame for it */
function reasonOf(error: unknown, signal: AbortSignal): Reason {
  if (error instanceof LookupFault) return error.reason;
  if (signal.aborted) return 'time_over';
  throw error;
}
