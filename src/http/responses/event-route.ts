import { z } from 'zod';
import { wholeNumber } from '../schemas/whole-number.ts';
import { answerIn, BYTES, emptyAnswer } from './response.ts';

const LONGEST_WAIT_S = 30;

type Descriptions = {
  readonly after: string;
  /** An event id. */
  readonly example: string;
  readonly wait: string;
  readonly events: string;
};

/** Parameters and responses of GET …/events: events as a snapshot, long poll or event stream. */
export const eventRoute = <Event extends z.ZodType>(event: Event, { after, example, wait, events }: Descriptions) => ({
  query: z.object({
    after: z.string().min(1).max(100).optional().meta({ description: after, example }),
    wait: wholeNumber(0, LONGEST_WAIT_S).default(0).meta({ description: wait, example: 30 }),
  }),
  headers: z.object({
    'Last-Event-ID': z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'Same as `after`; sent by a client that reconnects.' }),
  }),
  answers: {
    200: answerIn(events, { 'application/json': z.object({ events: z.array(event) }), 'text/event-stream': BYTES }),
    204: emptyAnswer('The client has received the last event.'),
  },
});
