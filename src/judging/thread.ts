/** A judge's thread: loads the rule packs once, then judges one file after another. */

import { makeValidator } from '@e-invoice/validator/validation';
import { loadCodeLists, loadPacks, loadUblStructure } from '../packs/index.ts';
import { serveRequests, threadSetup } from '../runtime/threads/index.ts';
import { answerOf } from './answer.ts';
import type { Reply, Request, Setup } from './protocol.ts';

const { root, dataDir, maxXmlBytes, today } = threadSetup<Setup>();

// A pack that is refused here was refused at the start of the process too, which told so.
const { loaded } = await loadPacks({ root, dataDir }, today, { defersEarlier: true });
const limits = { bytes: maxXmlBytes };
const validator = makeValidator({
  packs: loaded.map(({ pack }) => pack),
  structure: loadUblStructure(root),
  codeLists: loadCodeLists(root),
  limits,
});

serveRequests<Request, Reply>((request) => answerOf(validator, request, limits));
