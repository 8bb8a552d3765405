import type { Evidence } from '../modules/evidence/index.ts';
import type { Transparency } from '../modules/evidence/transparency/index.ts';
import type { Readiness } from '../platform/index.ts';
import type { Months } from '../platform/partitions/index.ts';
import type { ProcessMetrics } from '../platform/process-metrics/index.ts';
import type { Queue } from '../platform/queue/index.ts';
import type { Outside } from './http-clients.ts';
import type { ProcessParts } from './process-parts.ts';
import type { Records } from './records.ts';
import type { RenderParts } from './renderers.ts';
import type { Rules } from './rules.ts';
import type { SendingParts } from './sending.ts';
import type { StampCheckpoints } from './stamping.ts';

/** All parts; entry points and workers take the subset that they need. */
export type Parts = ProcessParts &
  Records &
  Omit<Outside, 'webhookClient' | 'partnerClient' | 'partnerClientWith' | 'close'> &
  Omit<Rules, 'close'> &
  Omit<RenderParts, 'close'> &
  SendingParts & {
    readonly queue: Queue;
    readonly processMetrics: ProcessMetrics;
    /** Readiness of this process apart from the database and the queue, checked at most every few seconds. */
    readonly readiness: Readiness;
    readonly months: Months;
    readonly evidence: Evidence;
    readonly transparency: Transparency;
    readonly stampCheckpoints: StampCheckpoints;
  };
