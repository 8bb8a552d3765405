import type { AppParts } from '../app-parts.ts';
import type { BodyMemory } from '../body/body-memory.ts';
import type { Limit } from '../middleware/limit.ts';
import type { Admission } from './load-shedding.ts';
import type { OpenRequests } from './open-requests.ts';

/** Parts for mounting routes. */
export type MountParts = {
  readonly app: AppParts;
  readonly limit: Limit;
  readonly admission: Admission;
  readonly bodies: BodyMemory;
  readonly openRequests: OpenRequests;
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal;
  /**
   * `throw`: a response that deviates from its declaration fails the request; `log`: it is logged without its content
   * and sent.
   */
  readonly checkAnswers: 'throw' | 'log';
};
