import type { Text } from '@e-invoice/validator/issues';
import type { Reason } from './reasons.data.ts';

/** Outcomes of a lookup. `unknown` is not a "no": a required system gave no trustworthy response. */
export const OUTCOMES = ['registered', 'not_registered', 'document_type_not_supported', 'unknown'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const STEPS = ['dns', 'service_group', 'service_metadata', 'redirect', 'sandbox'] as const;

export type TraceStep = {
  readonly step: (typeof STEPS)[number];
  /** The DNS name or the URL. */
  readonly asked: string;
  /** `found`, `absent`, or the reason why the result is unknown. */
  readonly result: 'found' | 'absent' | Reason;
  /** HTTP status; null without an HTTP response. */
  readonly status: number | null;
  readonly milliseconds: number;
};

export type CertificateFacts = {
  readonly subject: string;
  /** ISO 8601, UTC, with milliseconds. */
  readonly not_before: string;
  readonly not_after: string;
};

export const ENDPOINT_STATES = [
  'active',
  'not_yet_active',
  'expired',
  'certificate_expired',
  'certificate_not_yet_valid',
  'certificate_unreadable',
  /** Its address or one of its dates cannot be parsed. */
  'unreadable',
] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

/** Where documents are received. Field names as in contract section 8; `state` as of the check. */
export type Endpoint = {
  readonly transport_profile: string;
  readonly url: string;
  readonly certificate: CertificateFacts | null;
  readonly service_activation: string | null;
  readonly service_expiration: string | null;
  readonly state: EndpointState;
};

export type Process = { readonly id: string; readonly name: Text | null; readonly endpoints: readonly Endpoint[] };

export const CHAINS = ['trusted', 'not_checked'] as const;

/** Certificate that signed the metadata. `not_checked`: no trust anchors are configured. */
export type Signer = CertificateFacts & { readonly chain: (typeof CHAINS)[number] };

export const METADATA_STATES = ['read', 'not_read', 'unknown'] as const;

export type DocumentType = {
  /** With its scheme: `busdox-docid-qns::urn:…`. */
  readonly id: string;
  readonly name: Text | null;
  readonly processes: readonly Process[];
  /** Whether the metadata of this type was read; for `unknown` see `reason`. */
  readonly metadata: (typeof METADATA_STATES)[number];
  readonly reason: Reason | null;
  readonly signer: Signer | null;
};

/**
 * How much of the SMP's list of document types was readable. The list is not signed; the metadata of each type is.
 */
export type DocumentTypeList = {
  /** False: document types may be missing. */
  readonly complete: boolean;
  /** Number of entries without a readable document type. */
  readonly unreadable: number;
  /** Why the list is incomplete. */
  readonly reason: Reason | null;
};

export const COMPLETE_LIST: DocumentTypeList = { complete: true, unreadable: 0, reason: null };

export type ParticipantFinding = {
  /** `scheme:id`, in lower case. */
  readonly participant_id: string;
  readonly outcome: Outcome;
  /** Null when unknown. */
  readonly registered: boolean | null;
  readonly reason: Reason | null;
  readonly smp_url: string | null;
  readonly document_types: readonly DocumentType[];
  readonly document_type_list: DocumentTypeList;
  /** `PEPPOL`, or `PEPPOL-SANDBOX` for simulated results. */
  readonly source: string;
  readonly checked_at: string;
  readonly trace: readonly TraceStep[];
};
