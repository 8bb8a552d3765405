/** Worker thread that renders pages one at a time. */
import { serveRequests, threadSetup } from '../../../platform/threads/index.ts';
import { answerOf, handedOver } from './serve-render.ts';
import type { Reply, Request, Setup } from './thread-messages.ts';

const setup = threadSetup<Setup>();
serveRequests<Request, Reply>((request) => answerOf(request, setup), handedOver);
