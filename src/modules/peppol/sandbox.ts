import {
  COMPLETE_LIST,
  type DocumentType,
  type Endpoint,
  type EndpointState,
  type ParticipantFinding,
} from './answer.ts';
import { chooseDocumentType, INVOICE, nameOfDocumentType, nameOfProcess, readDocumentType } from './document-type.ts';
import type { Find } from './find.ts';
import { readParticipant } from './participant.ts';

const SOURCE = 'PEPPOL-SANDBOX';
const SMP_URL = 'https://smp.sandbox.example';
const CREDIT_NOTE = readDocumentType('creditnote')!;
const INVOICE_RESPONSE = readDocumentType('invoice-response')!;
const PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
const RESPONSE_PROCESS = 'urn:fdc:peppol.eu:poacc:bis:invoice_response:3';
const CERTIFICATE = {
  subject: 'CN=PSK000000, OU=SANDBOX AP, O=Vzorový poštár, C=SK',
  not_before: '2026-01-01T00:00:00.000Z',
};

type Entry = { readonly types: readonly string[]; readonly state: EndpointState } | 'not_registered' | 'unknown';

/** Participants of the sandbox with a fixed outcome. All others are registered unless their id has a warning. */
const ENTRIES: ReadonlyMap<string, Entry> = new Map(
  Object.entries({
    '0245:0000000001': { types: [INVOICE, CREDIT_NOTE, INVOICE_RESPONSE], state: 'active' },
    '0245:0000000002': { types: [INVOICE], state: 'active' },
    '0245:0000000003': 'not_registered',
    '0245:0000000004': 'unknown',
    '0245:0000000005': { types: [INVOICE, CREDIT_NOTE], state: 'certificate_expired' },
  }),
);

const entryOf = (participant: string): Entry => {
  const known = ENTRIES.get(participant);
  if (known !== undefined) return known;
  const read = readParticipant(participant);
  return read.ok && read.participant.hint === null ? ENTRIES.get('0245:0000000001')! : 'not_registered';
};

const endpoint = (state: EndpointState): Endpoint => ({
  transport_profile: 'peppol-transport-as4-v2_0',
  url: 'https://ap.sandbox.example/as4',
  certificate: {
    ...CERTIFICATE,
    not_after: state === 'certificate_expired' ? '2026-02-01T00:00:00.000Z' : '2036-01-01T00:00:00.000Z',
  },
  service_activation: '2026-01-01T00:00:00.000Z',
  service_expiration: null,
  state,
});

const processOf = (type: string): string => (type === INVOICE_RESPONSE ? RESPONSE_PROCESS : PROCESS);

const documentType = (id: string, state: EndpointState | null): DocumentType => ({
  id,
  name: nameOfDocumentType(id),
  processes:
    state === null ? [] : [{ id: processOf(id), name: nameOfProcess(processOf(id)), endpoints: [endpoint(state)] }],
  metadata: state === null ? 'not_read' : 'read',
  reason: null,
  signer: null,
});

/** Simulated network: labelled as such, deterministic, without network requests. */
export function makeSandboxFind(now: () => number): Find {
  return async (participant, { documentType: requested, read }) => {
    const entry = entryOf(participant);
    const result = entry === 'not_registered' ? 'absent' : entry === 'unknown' ? 'smp_timeout' : 'found';
    const common: Pick<ParticipantFinding, 'participant_id' | 'source' | 'checked_at' | 'trace'> = {
      participant_id: participant,
      source: SOURCE,
      checked_at: new Date(now()).toISOString(),
      trace: [{ step: 'sandbox', asked: participant, result, status: null, milliseconds: 0 }],
    };
    if (entry === 'not_registered') {
      const nothing = {
        registered: false,
        reason: null,
        smp_url: null,
        document_types: [],
        document_type_list: COMPLETE_LIST,
      };
      return { ...common, outcome: 'not_registered', ...nothing };
    }
    if (entry === 'unknown') {
      const nothing = { registered: null, reason: 'smp_timeout' as const, document_types: [] };
      const document_type_list = { complete: false, unreadable: 0, reason: 'smp_timeout' as const };
      return { ...common, outcome: 'unknown', smp_url: SMP_URL, ...nothing, document_type_list };
    }
    const { types, state } = entry;
    const chosen = requested === null ? null : chooseDocumentType(requested, types);
    const isRead = (id: string): boolean => (requested === null ? read === 'all' || id === types[0] : id === chosen);
    return {
      ...common,
      outcome: requested !== null && chosen === null ? 'document_type_not_supported' : 'registered',
      registered: true,
      reason: null,
      smp_url: SMP_URL,
      document_types: types.map((id) => documentType(id, isRead(id) ? state : null)),
      document_type_list: COMPLETE_LIST,
    };
  };
}
