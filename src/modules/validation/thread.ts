/** Validation thread: loads the rule packs once, then handles one request after the other. */

import { serveRequests, threadSetup } from '../../platform/threads/index.ts';
import { makeNetworkRules, openValidator } from '../rules/loader/index.ts';
import { answerOf } from './serve-request.ts';
import type { Reply, Request, Setup } from './thread-messages.ts';

const setup = threadSetup<Setup>();
// Rejected packs were already reported at the start of the process.
const { withServed } = await openValidator(setup);
const network = makeNetworkRules(setup.root, setup.today);
const limits = { bytes: setup.maxXmlBytes };

// The rules are resolved per request, so that concurrent requests do not affect each other.
serveRequests<Request, Reply>(async (request) => {
  const validator = await withServed('served' in request ? request.served : []);
  return answerOf(validator, request, limits, network);
});
