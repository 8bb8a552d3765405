import { abortable } from '../../lib/abortable.ts';
import { COMPLETE_LIST, type DocumentType, type DocumentTypeList, type ParticipantFinding } from './answer.ts';
import { chooseDocumentType, INVOICE, nameOfDocumentType, wildcardsOf } from './document-type.ts';
import { LookupFault } from './lookup-fault.ts';
import type { Reason } from './reasons.data.ts';
import type { FindSmp } from './sml.ts';
import type { Services, Smp, SmpQuery } from './smp/make-smp.ts';
import { makeTrace } from './trace.ts';

/**
 * Looks up one participant without a cache. Never throws for errors of external systems: they are reported as
 * `unknown`.
 */
export type Find = (participant: string, question: Question, signal: AbortSignal) => Promise<ParticipantFinding>;

type Question = {
  /** With its scheme; null for the participant as a whole. */
  readonly documentType: string | null;
  /** For a participant as a whole: read the metadata of all document types, or of the main one. */
  readonly read: 'all' | 'one';
};

type FindParts = {
  readonly sml: FindSmp;
  readonly smp: Smp;
  /** `now`: milliseconds since the epoch; `clock`: monotonic milliseconds. */
  readonly now: () => number;
  readonly clock: () => number;
};

/** Maximum number of document types whose metadata is read per lookup; the others are listed without metadata. */
const MAX_READ = 60;
const AT_ONCE = 4;

type Facts = Pick<
  ParticipantFinding,
  'outcome' | 'registered' | 'reason' | 'smp_url' | 'document_types' | 'document_type_list'
>;

type Listed = { readonly ids: readonly string[]; readonly list: DocumentTypeList };

const unread = (id: string): DocumentType => ({
  id,
  name: nameOfDocumentType(id),
  processes: [],
  metadata: 'not_read',
  reason: null,
  signer: null,
});

/** Creates the lookup by DNS and the SMP that it names (Peppol SML and SMP 1.x). */
export function makeFind({ sml, smp, now, clock }: FindParts): Find {
  /** @throws LookupFault */
  const toType = (id: string, services: Services | null, isListed: boolean): DocumentType | null => {
    if (services === null && isListed) throw new LookupFault('smp_contradicts_itself', 404);
    return services && { ...unread(id), ...services, metadata: 'read' };
  };

  /** Reads the metadata of the types; a failure affects only its own type. */
  const readAll = async (query: SmpQuery, ids: readonly string[], selected: readonly string[]) => {
    const types = ids.map(unread);
    let next = 0;
    const readOn = async (): Promise<void> => {
      while (next < Math.min(selected.length, MAX_READ)) {
        const at = ids.indexOf(selected[next++]!);
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

  /** @throws LookupFault when the whole list is unusable */
  const readList = async (query: SmpQuery): Promise<Listed> => {
    const group = await smp.group(query);
    if (group === null) throw new LookupFault('smp_contradicts_dns', 404);
    const { ids, unreadable } = group;
    return { ids, list: unreadable === 0 ? COMPLETE_LIST : { complete: false, unreadable, reason: 'smp_unexpected' } };
  };

  const findAll = async (query: SmpQuery, depth: Question['read']): Promise<Facts> => {
    const { ids, list } = await readList(query);
    const selected = depth === 'all' ? ids : [chooseDocumentType(INVOICE, ids) ?? ids[0] ?? []].flat();
    const document_types = await readAll(query, ids, selected);
    return { ...registered(query), outcome: 'registered', document_types, document_type_list: list };
  };

  /** Returns the first wildcard type with metadata; null when the SMP has none of them. */
  const findWildcard = async (query: SmpQuery, requested: string): Promise<DocumentType | null> => {
    for (const id of wildcardsOf(requested)) {
      const services = await smp.services(query, id);
      if (services !== null) return toType(id, services, false);
    }
    return null;
  };

  /**
   * Looks up one document type. Senders read its metadata directly, and only the metadata is signed, so an unusable
   * or incomplete list does not invalidate valid metadata.
   */
  const findType = async (query: SmpQuery, requested: string): Promise<Facts> => {
    const failed = (reason: Reason): Listed => ({ ids: [], list: { complete: false, unreadable: 0, reason } });
    const listed = readList(query).catch((error: unknown) => failed(reasonOf(error, query.signal)));
    // The list usually contains the requested type, so its metadata is requested in parallel.
    const early = smp.services(query, requested);
    early.catch(() => undefined);
    const { ids, list } = await listed;
    const chosen = chooseDocumentType(requested, ids);
    const readType = async (): Promise<DocumentType | null> => {
      if (chosen === null || chosen === requested) {
        const type = toType(requested, await early, chosen !== null);
        return type ?? (list.complete ? null : findWildcard(query, requested));
      }
      const exact = await early.catch(() => null);
      return exact === null ? toType(chosen, await smp.services(query, chosen), true) : toType(requested, exact, false);
    };
    const read = await readType().catch((error: unknown) => {
      // If the list was unusable too, report its error, which came first.
      throw isUnusable(list, ids) && error instanceof LookupFault ? new LookupFault(list.reason!) : error;
    });
    if (read === null && list.reason !== null && ids.length === 0) throw new LookupFault(list.reason, 404);
    const others = ids.filter((id) => id !== read?.id).map(unread);
    return {
      ...registered(query),
      outcome: read === null ? 'document_type_not_supported' : 'registered',
      document_types: read === null ? others : [read, ...others],
      document_type_list: list,
    };
  };

  return async (participant, question, signal) => {
    const trace = makeTrace(clock);
    let smpUrl: string | null = null;
    const ask = async (): Promise<Facts> => {
      const found = await trace.note('dns', sml.nameOf(participant), () => abortable(sml.find(participant), signal));
      if (found.outcome === 'absent') {
        const nothing = { registered: false, reason: null, smp_url: null, document_types: [] };
        return { outcome: 'not_registered', ...nothing, document_type_list: COMPLETE_LIST };
      }
      smpUrl = found.smpUrl;
      const query = { participant, smpUrl, trace, signal };
      return question.documentType === null ? findAll(query, question.read) : findType(query, question.documentType);
    };
    const facts = await ask().catch((error: unknown): Facts => {
      const reason = reasonOf(error, signal);
      const list = { complete: false, unreadable: 0, reason };
      return {
        outcome: 'unknown',
        registered: null,
        reason,
        smp_url: smpUrl,
        document_types: [],
        document_type_list: list,
      };
    });
    const checked_at = new Date(now()).toISOString();
    return { participant_id: participant, ...facts, source: 'PEPPOL', checked_at, trace: trace.steps() };
  };
}

const registered = ({ smpUrl }: SmpQuery) => ({ registered: true, reason: null, smp_url: smpUrl });

/** Whether the SMP returned a list without any readable entry. */
const isUnusable = ({ reason }: DocumentTypeList, ids: readonly string[]): boolean =>
  ids.length === 0 && reason !== null && reason !== 'smp_contradicts_dns';

/** @throws the error, unless an external system or the timeout caused it */
function reasonOf(error: unknown, signal: AbortSignal): Reason {
  if (error instanceof LookupFault) return error.reason;
  if (signal.aborted) return 'time_over';
  throw error;
}
