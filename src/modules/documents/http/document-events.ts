import { answer, eventRoute, expectKey, type Route, route, STREAM_HEADERS, streamEvents } from '../../../http/index.ts';
import { DocumentEventBody, DocumentId } from './document-schemas.ts';

const isLast = ({ type }: { readonly type: string }): boolean => type === 'document.erased';

/** GET /api/documents/{id}/events: the timeline as a snapshot, long poll or event stream. */
export const listDocumentEvents: Route = route({
  method: 'get',
  path: '/api/documents/{id}/events',
  id: 'listDocumentEvents',
  tag: 'documents',
  summary: 'Follow the timeline of a document',
  description:
    'Append-only, in order, without gaps. `wait` keeps the request open until an event occurs. With `Accept: ' +
    'text/event-stream`, events are sent as they occur (server-sent events), each with its id and type; a client ' +
    'that reconnects with `Last-Event-ID` continues without gaps or repeats. `document.erased` is always the last ' +
    'event: the stream ends with it, a waiting request returns immediately, and later requests return 204. Within a ' +
    'second after the API key expires or is revoked, streams end and waiting requests return 401.',
  who: 'viewer',
  limit: 'per-key',
  params: DocumentId,
  ...eventRoute(DocumentEventBody, {
    after: 'Only events after the event with this id.',
    example: 'evt_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a',
    wait: 'Seconds to wait for the first event.',
    events: 'The events, oldest first.',
  }),
  problems: ['document_not_found', 'event_not_found'],
  handle: async ({ params: { id }, query, headers }, { app, caller, mediaType, ending, keepOpen }) => {
    const after = headers['Last-Event-ID'] || query.after || null;
    const { timeline } = app.documents;
    // Read first: an unknown document or event must be rejected before the stream begins.
    const events = await timeline.readAfter(caller, id, after);
    const isOver = events.length === 0 && (await app.documents.get(caller, id)).erased_at !== null;
    if (mediaType === 'text/event-stream') {
      if (isOver) return answer(204, null);
      keepOpen();
      const readNext = (last: string | null, wait: number, signal: AbortSignal) =>
        timeline.wait(caller, id, last, wait, signal);
      const options = { after, first: events, ending: ending(), isLast };
      return answer(200, streamEvents(readNext, options), STREAM_HEADERS, mediaType);
    }
    if (events.length > 0 || query.wait === 0 || isOver) {
      return answer(200, { events }, { 'Cache-Control': 'no-store' }, mediaType);
    }
    keepOpen();
    const signal = ending();
    const newEvents = await timeline.wait(caller, id, after, query.wait * 1000, signal);
    expectKey(signal);
    return answer(200, { events: newEvents }, { 'Cache-Control': 'no-store' }, mediaType);
  },
});
