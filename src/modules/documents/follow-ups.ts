import type { JobName, JobPayload } from '../../platform/queue/index.ts';
import type { EventType, NewEvent, SideStep, Step } from './event.ts';

/** A job about one document. */
type DocumentJob = {
  [N in JobName]: JobPayload<N> extends { workspace_id: string; document_id: string } ? N : never;
}[JobName];

/** Who does a step. A step without a job is not offered, so a new row here is what makes it askable. */
export const STEP_JOBS: Readonly<Partial<Record<Step, DocumentJob>>> = {
  validate: 'document.validate',
  evidence: 'document.create-evidence',
  render: 'document.render',
  send_preparation: 'document.prepare-send',
};

/** The steps that can be asked for. */
export const OFFERED_STEPS = (Object.keys(STEP_JOBS) as Step[]).filter((step) => STEP_JOBS[step] !== undefined);

/** How each side step is told once it is done. */
export const STEP_EVENTS = {
  evidence: 'evidence.created',
  render: 'render.completed',
} as const satisfies Readonly<Record<SideStep, EventType>>;

/** After this event, these steps, as far as they were asked for. Side steps start from the verdict, whatever it is. */
const STEPS_AFTER: Readonly<Partial<Record<EventType, readonly Step[]>>> = {
  'document.received': ['validate'],
  'validation.completed': ['evidence', 'render'],
  'send_preparation.started': ['send_preparation'],
};

/** A larger file shares no job: it could hold up others. */
export const MAX_BYTES_TOGETHER = 256 * 1024;

/** The jobs that several documents may share. */
const SHARED: ReadonlySet<JobName> = new Set(['document.validate', 'document.prepare-send']);

/** Whether a job shall have no other document beside this one: it is large, or has failed before. */
export const isDoneAlone = (
  job: JobName,
  { type }: Pick<NewEvent, 'type'>,
  { size_bytes }: { readonly size_bytes: number },
): boolean => SHARED.has(job) && (type === 'step.retried' || size_bytes > MAX_BYTES_TOGETHER);

/** The jobs that an event asks for, each about the document of the event. Work follows work nowhere else. */
export function followUps(event: Pick<NewEvent, 'type' | 'data'>, steps: readonly Step[]): readonly DocumentJob[] {
  // Whoever started a preparation wants it, whether it was asked for with the document or later.
  const isWanted = (step: Step): boolean => step === 'send_preparation' || steps.includes(step);
  const next = event.type === 'step.retried' ? [(event.data as { step: Step }).step] : (STEPS_AFTER[event.type] ?? []);
  return next.flatMap((step) => (isWanted(step) ? (STEP_JOBS[step] ?? []) : []));
}
