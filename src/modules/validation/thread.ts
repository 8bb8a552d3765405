/** A judge's thread: loads the rule packs once, then judges one file after another. */

import { serveRequests, threadSetup } from '../../platform/threads/index.ts';
import { makeNetworkRules, openValidator } from '../rules/loader/index.ts';
import { answerOf } from './serve-request.ts';
import type { Reply, Request, Setup } from './thread-messages.ts';

const setup = threadSetup<Setup>();
// What of the packs is refused was refused at the start of the process too, which told so.
const { withServed } = await openValidator(setup);
const network = makeNetworkRules(setup.root, setup.today);
const limits = { bytes: setup.maxXmlBytes };

// What a request is judged by it says itself: no other request changes it meanwhile.
serveRequests<Request, Reply>(async (request) => {
  const validator = await withServed('served' in request ? request.served : []);
  return answerOf(validator, request, limits, network);
});
