import type { JobName } from '../queue/index.ts';
import type { EventType } from './event.ts';

/** After this event, these jobs, each about the document of the event. Work follows work nowhere else. */
export const FOLLOW_UPS: Readonly<Partial<Record<EventType, readonly JobName[]>>> = {
  'document.received': ['document.validate'],
  'step.retried': ['document.validate'],
};
