import { z } from 'zod';
import {
  answer,
  emptyAnswer,
  jsonAnswer,
  jsonBody,
  NextCursor,
  Paging,
  type Route,
  route,
  withoutNul,
} from '../../../http/index.ts';
import { progressEvents } from '../../batches/http/index.ts';
import { hasEnded, type NewWatched } from '../../batches/index.ts';
import { readParticipant } from '../index.ts';
import { expectDocumentType } from './peppol-input.ts';
import { Radar, RadarEvent, RadarHistory, RadarId, RadarRequest, RadarResults, toRadarEvent } from './radar-schemas.ts';

const MAX_BYTES = 3 * 1024 * 1024;

/** The maximum number of participants and a margin, so that a small excess is reported for the field. */
const MAX_NODES = 11_000;

const FRESH = { 'Cache-Control': 'no-store' };

const createRadar = route({
  method: 'post',
  path: '/api/peppol/radar',
  id: 'createRadar',
  tag: 'peppol',
  summary: 'Watch many Peppol participants',
  description:
    'Accepts up to 10,000 participants and looks all of them up in the background. A participant whose state is ' +
    'unknown is looked up twice more within eleven minutes. A text that is not a participant id fails with a reason ' +
    'and does not affect the others. With `recheck` all participants are looked up again daily or weekly. Webhooks ' +
    'receive `radar.completed` after each check, and `radar.changed` when something changed. Each lookup with a ' +
    'definite result counts as one call.',
  who: 'developer',
  limit: 'per-key',
  audit: 'radar.create',
  body: {
    kinds: [
      {
        ...jsonBody(RadarRequest, 'participants'),
        example: { participants: ['0245:2020317068'], document_type: 'invoice' },
      },
    ],
    limits: () => ({ bytes: MAX_BYTES, fileBytes: MAX_BYTES, files: 1, nodes: MAX_NODES }),
    description: 'The participants.',
  },
  answers: { 202: jsonAnswer('Taken in.', Radar, { Location: 'URL of the progress.' }) },
  problems: ['document_type_malformed'],
  handle: async ({ body }, { app, caller }) => {
    const documentType = expectDocumentType(body.document_type);
    const options = { documentType, recheck: body.recheck ?? null };
    const radar = await app.radars.receive(caller, body.participants.map(withoutNul).map(toWatched), options);
    return answer(202, radar, { Location: `/api/peppol/radar/${radar.id}` });
  },
});

function toWatched(input: string): NewWatched {
  const read = readParticipant(input);
  if (!read.ok) return { input, error: { code: 'participant_malformed', detail: read.detail } };
  return { input, participant: read.participant.value, hint: read.participant.hint };
}

const listRadars = route({
  method: 'get',
  path: '/api/peppol/radar',
  id: 'listRadars',
  tag: 'peppol',
  summary: 'List radars',
  description: 'Newest first.',
  who: 'viewer',
  limit: 'per-key',
  query: Paging,
  answers: { 200: jsonAnswer('One page.', z.object({ radars: z.array(Radar), next_cursor: NextCursor })) },
  problems: ['cursor_malformed'],
  handle: async ({ query }, { app, caller }) => {
    const { items, next } = await app.radars.list(caller, query);
    return answer(200, { radars: [...items], next_cursor: next }, FRESH);
  },
});

const getRadar = route({
  method: 'get',
  path: '/api/peppol/radar/{id}',
  id: 'getRadar',
  tag: 'peppol',
  summary: 'Read the progress of a radar',
  description: 'Counts of the last check, and the time of the next one.',
  who: 'viewer',
  limit: 'per-key',
  params: RadarId,
  answers: { 200: jsonAnswer('The radar.', Radar) },
  problems: ['radar_not_found'],
  handle: async ({ params }, { app, caller }) => answer(200, await app.radars.get(caller, params.id), FRESH),
});

const listResults = route({
  method: 'get',
  path: '/api/peppol/radar/{id}/results',
  id: 'listRadarResults',
  tag: 'peppol',
  summary: 'Read the results of a radar',
  description:
    'All participants in the order of submission, page by page, or only those that changed in the last check.',
  who: 'viewer',
  limit: 'per-key',
  params: RadarId,
  query: Paging.extend({
    changed: z
      .enum(['true', 'false'])
      .optional()
      .meta({ description: '`true`: only participants that changed in the last check.' }),
  }),
  answers: { 200: jsonAnswer('One page.', RadarResults) },
  problems: ['radar_not_found', 'cursor_malformed'],
  handle: async ({ params, query: { changed, ...page } }, { app, caller }) => {
    const { items, next } = await app.radars.results(caller, params.id, { ...page, changed: changed === 'true' });
    const results = items as unknown as z.output<typeof RadarResults>['results'];
    return answer(200, { results, next_cursor: next }, FRESH);
  },
});

const listHistory = route({
  method: 'get',
  path: '/api/peppol/radar/{id}/changes',
  id: 'listRadarChanges',
  tag: 'peppol',
  summary: 'Read the changes found by a radar',
  description: 'Newest check first, page by page.',
  who: 'viewer',
  limit: 'per-key',
  params: RadarId,
  query: Paging,
  answers: { 200: jsonAnswer('One page.', RadarHistory) },
  problems: ['radar_not_found', 'cursor_malformed'],
  handle: async ({ params, query }, { app, caller }) => {
    const { items, next } = await app.radars.history(caller, params.id, query);
    const changes = items.map((entry) => ({ ...entry, changes: [...entry.changes] }));
    return answer(200, { changes, next_cursor: next }, FRESH);
  },
});

const recheckRadar = route({
  method: 'post',
  path: '/api/peppol/radar/{id}/recheck',
  id: 'recheckRadar',
  tag: 'peppol',
  summary: 'Check all participants of a radar again',
  description:
    'Starts a check now, independent of the next scheduled one. The results are compared with those of the previous ' +
    'checks.',
  who: 'developer',
  limit: 'per-key',
  audit: 'radar.recheck',
  params: RadarId,
  answers: { 202: jsonAnswer('The radar, with the started check.', Radar) },
  problems: ['radar_not_found', 'radar_not_idle'],
  handle: async ({ params }, { app, caller }) => answer(202, await app.radars.recheck(caller, params.id)),
});

const cancelRadar = route({
  method: 'delete',
  path: '/api/peppol/radar/{id}',
  id: 'cancelRadar',
  tag: 'peppol',
  summary: 'Stop a radar',
  description: 'Stops the running check and all later ones; results and changes remain.',
  who: 'developer',
  limit: 'per-key',
  audit: 'radar.cancel',
  params: RadarId,
  answers: { 204: emptyAnswer('The radar, stopped or already completed.') },
  problems: ['radar_not_found'],
  handle: async ({ params }, { app, caller }) => {
    await app.radars.cancel(caller, params.id);
    return answer(204, null);
  },
});

/** Routes of radars: contract section 8. */
export const radarRoutes: readonly Route[] = [
  createRadar,
  listRadars,
  getRadar,
  listResults,
  listHistory,
  recheckRadar,
  cancelRadar,
];

/** GET /api/peppol/radar/{id}/events: progress of a radar. */
export const listRadarEvents: Route = progressEvents({
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
});
