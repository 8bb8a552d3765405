/** A thread that makes pages, one after another. */
import { serveRequests, threadSetup } from '../../runtime/threads/index.ts';
import { answerOf, handedOver } from './answer.ts';
import type { Reply, Request, Setup } from './protocol.ts';

const setup = threadSetup<Setup>();
serveRequests<Request, Reply>((request) => answerOf(request, setup), handedOver);
