import type { JobName, JobPayload } from '../../platform/queue/index.ts';
import type { EventType, NewEvent, SideStep, Step } from './event.ts';

/** A job about one document. */
type DocumentJob = {
  [N in JobName]: JobPayload<N> extends { workspace_id: string; document_id: string } ? N : never;
}[JobName];

/** Job per step. A step without a job is not offered; adding a row offers it. */
export const STEP_JOBS: Readonly<Partial<Record<Step, DocumentJob>>> = {
  validate: 'document.validate',
  evidence: 'document.create-evidence',
  render: 'document.render',
  send_preparation: 'document.prepare-send',
};

/** Steps that a request may name. */
export const OFFERED_STEPS = (Object.keys(STEP_JOBS) as Step[]).filter((step) => STEP_JOBS[step] !== undefined);

/** Event of each completed optional step. */
export const STEP_EVENTS = {
  evidence: 'evidence.created',
  render: 'render.completed',
} as const satisfies Readonly<Record<SideStep, EventType>>;

/** Steps that follow an event, if requested. Side steps start after validation, whatever its result. */
const STEPS_AFTER: Readonly<Partial<Record<EventType, readonly Step[]>>> = {
  'document.received': ['validate'],
  'validation.completed': ['evidence', 'render'],
  'send_preparation.started': ['send_preparation'],
};

/** Larger files are processed in separate jobs, because they could delay the other documents of a group. */
export const MAX_BYTES_TOGETHER = 256 * 1024;

/** Jobs that several documents may share. */
const SHARED: ReadonlySet<JobName> = new Set(['document.validate', 'document.prepare-send']);

/** Whether a document needs a separate job: it is large or has failed before. */
export const isDoneAlone = (
  job: JobName,
  { type }: Pick<NewEvent, 'type'>,
  { size_bytes }: { readonly size_bytes: number },
): boolean => SHARED.has(job) && (type === 'step.retried' || size_bytes > MAX_BYTES_TOGETHER);

/** Follow-up jobs of an event. This is the only place that defines the order of steps. */
export function followUps(event: Pick<NewEvent, 'type' | 'data'>, steps: readonly Step[]): readonly DocumentJob[] {
  // A preparation may be requested with the document or later, so it needs no entry in `steps`.
  const isWanted = (step: Step): boolean => step === 'send_preparation' || steps.includes(step);
  const next = event.type === 'step.retried' ? [(event.data as { step: Step }).step] : (STEPS_AFTER[event.type] ?? []);
  return next.flatMap((step) => (isWanted(step) ? (STEP_JOBS[step] ?? []) : []));
}
