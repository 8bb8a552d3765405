import { COVERAGES } from '@e-invoice/validator/issues';
import { z } from 'zod';

/** Processing steps of a document; `follow-ups.ts` defines which are offered. */
export const STEPS = ['validate', 'evidence', 'render', 'send_preparation'] as const;
export type Step = (typeof STEPS)[number];

/** A step other than validation: it adds an event and artifacts, and never changes the status. */
export type SideStep = Exclude<Step, 'validate' | 'send_preparation'>;

export const isSideStep = (step: Step): step is SideStep => step !== 'validate' && step !== 'send_preparation';

export const ARTIFACT_NAMES = [
  'invoice.xml',
  'validation.json',
  'evidence.zip',
  'evidence.tlog-proof',
  'invoice.html',
  'invoice.pdf',
  'send-package.xml',
  'tax-data.xml',
] as const;
export type ArtifactName = (typeof ARTIFACT_NAMES)[number];

export const Counts = z.strictObject({ fatal: z.int(), warning: z.int(), info: z.int() });
export type Counts = z.infer<typeof Counts>;

/** Why a document or a send failed: a stable code and one sentence for users. */
export const Failure = z.strictObject({
  code: z.string(),
  detail: z.strictObject({ sk: z.string(), en: z.string() }),
});
export type Failure = z.infer<typeof Failure>;

/** `Failure` with the partner's message, cleaned and truncated; null without a message. */
export const SendError = Failure.extend({ said: z.string().nullable() });
export type SendError = z.infer<typeof SendError>;

/** Source of a delivery status: a status call to the partner, or a status message. */
const DeliverySource = z.enum(['partner', 'status_message']);

/** Content of a status message; `findings` lists the rules of its kind that it violates. */
const Statement = {
  code: z.string().nullable(),
  description: z.string().nullable(),
  reasons: z.array(z.string()),
  findings: z.array(z.string()),
  named_by: z.enum(['instance_identifier', 'earlier_instance_identifier', 'document_uuid', 'invoice_number']),
};

const Artifacts = z.array(z.enum(ARTIFACT_NAMES));

/** Evidence data that is preserved when its document is erased. */
const NumberedReport = z.strictObject({
  id: z.string(),
  /** Number among all evidence of the workspace, gapless from 1. */
  position: z.int(),
  created_at: z.iso.datetime(),
  valid: z.boolean(),
  document_type: z.string(),
});

/** Data per event type. Stored permanently: fields may be added, but never changed or removed. */
const EVENT_DATA = {
  'document.received': z.strictObject({
    filename: z.string(),
    sha256: z.string(),
    size_bytes: z.int(),
    steps: z.array(z.string()),
  }),
  'validation.started': z.strictObject({}),
  'validation.completed': z.strictObject({
    valid: z.boolean(),
    counts: Counts,
    ruleset: z.strictObject({ id: z.string(), version: z.string(), coverage: z.enum(COVERAGES) }),
    artifacts: Artifacts,
  }),
  'evidence.created': z.strictObject({ artifacts: Artifacts, report: NumberedReport.optional() }),
  'evidence.logged': z.strictObject({
    index: z.int(),
    tree_size: z.int(),
    origin: z.string(),
    artifacts: Artifacts,
  }),
  'render.completed': z.strictObject({ artifacts: Artifacts }),
  'send_preparation.started': z.strictObject({ partner: z.string(), receiver: z.string().nullable() }),
  'send_preparation.postponed': z.strictObject({
    partner: z.string(),
    error: SendError,
    next_attempt_at: z.iso.datetime(),
  }),
  'send.prepared': z.strictObject({
    partner: z.string(),
    artifacts: Artifacts,
    receiver: z.string().optional(),
    instance_identifier: z.string().optional(),
    sha256: z.string().optional(),
    // Non-fatal rules that the envelope violates.
    warnings: z.array(z.string()).optional(),
  }),
  'send.failed': z.strictObject({ partner: z.string(), error: SendError }),
  'send.started': z.strictObject({ partner: z.string(), send: z.string(), sha256: z.string() }),
  'send.accepted': z.strictObject({ partner: z.string(), send: z.string(), reference: z.string().nullable() }),
  'send.refused': z.strictObject({ partner: z.string(), send: z.string(), error: SendError }),
  'send.unknown': z.strictObject({
    partner: z.string(),
    send: z.string(),
    error: SendError,
    attempts: z.int(),
    next_attempt_at: z.iso.datetime().nullable(),
  }),
  'send.held': z.strictObject({ partner: z.string(), send: z.string(), error: SendError }),
  'send.postponed': z.strictObject({
    partner: z.string(),
    send: z.string(),
    error: SendError,
    next_attempt_at: z.iso.datetime(),
  }),
  'send.repeated': z.strictObject({ partner: z.string(), send: z.string() }),
  'send.settled': z.strictObject({
    partner: z.string(),
    send: z.string(),
    arrived: z.boolean(),
    reference: z.string().nullable(),
  }),
  'delivery.completed': z.strictObject({ source: DeliverySource }),
  'delivery.failed': z.strictObject({ source: DeliverySource, error: SendError }),
  'delivery.unconfirmed': z.strictObject({ minutes: z.int() }),
  'status_message.received': z.strictObject({ message: z.string(), ...Statement }),
  'invoice_response.received': z.strictObject({ message: z.string(), ...Statement }),
  'document.canceled': z.strictObject({}),
  'document.failed': z.strictObject({ step: z.string(), error: Failure }),
  'document.erased': z.strictObject({ artifacts: Artifacts }),
  'step.retried': z.strictObject({ step: z.string() }),
} as const;

export type EventType = keyof typeof EVENT_DATA;
export const EVENT_TYPES = Object.keys(EVENT_DATA) as readonly EventType[];
export type EventData<T extends EventType> = z.infer<(typeof EVENT_DATA)[T]>;

/** An event of a document (contract, section 6). */
export type DocumentEvent = {
  [T in EventType]: {
    readonly id: string;
    readonly document_id: string;
    /** Gapless from 1. */
    readonly sequence: number;
    readonly type: T;
    /** ISO 8601, UTC, with milliseconds. */
    readonly at: string;
    readonly actor: string;
    readonly data: EventData<T>;
  };
}[EventType];

/** An event without its sequence number. */
export type NewEvent = {
  [T in EventType]: {
    readonly id: string;
    readonly type: T;
    readonly at: Date;
    readonly actor: string;
    readonly data: EventData<T>;
  };
}[EventType];
