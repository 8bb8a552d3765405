import type { Evidence } from '../evidence/index.ts';
import type { Months } from '../months/index.ts';
import type { ProcessMetrics } from '../process-metrics/index.ts';
import type { Queue } from '../queue/index.ts';
import type { Readiness } from '../runtime/index.ts';
import type { Transparency } from '../transparency/index.ts';
import type { Outside } from './outside.ts';
import type { ProcessParts } from './process-parts.ts';
import type { Records } from './records.ts';
import type { Rules } from './rules.ts';
import type { SendingParts } from './sending.ts';
import type { Showing } from './showing.ts';
import type { StampCheckpoints } from './stamping.ts';

/** The parts that doors and workers are given theirs of. */
export type Parts = ProcessParts &
  Records &
  Omit<Outside, 'receivers' | 'postmen' | 'postmenWith' | 'close'> &
  Omit<Rules, 'close'> &
  Omit<Showing, 'close'> &
  SendingParts & {
    readonly queue: Queue;
    readonly processMetrics: ProcessMetrics;
    /** What this process needs beside the database and the queue, asked at most every few seconds. */
    readonly readiness: Readiness;
    readonly months: Months;
    readonly evidence: Evidence;
    readonly transparency: Transparency;
    readonly stampCheckpoints: StampCheckpoints;
  };
