import type { AppParts } from '../app-parts.ts';
import type { BodyMemory } from '../body/body-memory.ts';
import type { Limit } from '../middleware/limit.ts';
import type { Admission } from './load-shedding.ts';
import type { OpenRequests } from './open-requests.ts';

/** What every route of the service is mounted with. */
export type MountParts = {
  readonly app: AppParts;
  readonly limit: Limit;
  readonly admission: Admission;
  readonly bodies: BodyMemory;
  readonly openRequests: OpenRequests;
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal;
  /** `throw`: an answer that breaks its declaration fails the request; `log`: it is logged, unread, and sent. */
  readonly checkAnswers: 'throw' | 'log';
};
