import { type Batch, hasEnded, type Progress } from '../../modules/batches/index.ts';
import { progressEvents } from '../responses/progress-events.ts';
import type { Route } from '../routing/route.ts';
import { BatchEvent, BatchId, toBatchEvent } from '../schemas/batch.ts';
import { RadarEvent, RadarId, toRadarEvent } from '../schemas/radar.ts';
import { toVatBatchEvent, VatBatchEvent, VatBatchId } from '../schemas/vat-batch.ts';

/** GET …/events of file batches, VAT batches and radars. */
export const batchEventRoutes: readonly Route[] = [
  progressEvents({
    path: '/api/batches/{id}/events',
    id: 'listBatchEvents',
    tag: 'batches',
    who: 'public',
    params: BatchId,
    summary: 'Follow the progress of a batch',
    last: '`batch.completed` or `batch.canceled`',
    event: BatchEvent,
    toEvent: ({ record }: Progress<Batch>) => toBatchEvent(record),
    recordsOf: ({ batches }) => batches,
    hasEnded,
    notFound: 'batch_not_found',
  }),
  progressEvents({
    path: '/v1/vat/verify/batch/{id}/events',
    id: 'listVatBatchEvents',
    tag: 'vat',
    who: 'viewer',
    params: VatBatchId,
    summary: 'Follow the progress of a VAT batch',
    last: '`vat_batch.completed` or `vat_batch.canceled`',
    event: VatBatchEvent,
    toEvent: toVatBatchEvent,
    recordsOf: ({ vatBatches }) => vatBatches,
    hasEnded,
    notFound: 'vat_batch_not_found',
  }),
  progressEvents({
    path: '/api/peppol/radar/{id}/events',
    id: 'listRadarEvents',
    tag: 'peppol',
    who: 'viewer',
    params: RadarId,
    summary: 'Follow the progress of a radar',
    last: '`radar.completed` for a radar without further checks, or `radar.canceled`',
    event: RadarEvent,
    toEvent: toRadarEvent,
    recordsOf: ({ radars }) => radars,
    hasEnded: (radar) => hasEnded(radar) && radar.next_check_at === null,
    notFound: 'radar_not_found',
  }),
];
