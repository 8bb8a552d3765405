/** A judge's thread: loads the rule packs once, then judges one file after another. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadCodeLists, loadPacks, loadUblStructure } from '../packs/index.ts';
import { makeValidator } from '../validation/index.ts';
import { answerOf } from './answer.ts';
import type { Ask, Setup, Told } from './protocol.ts';

const { root, dataDir, maxXmlBytes, today } = workerData as Setup;
const port = parentPort!;
const tell = (told: Told): void => port.postMessage(told);

// A pack that is refused here was refused at the start of the process too, which told so.
const { loaded } = await loadPacks({ root, dataDir }, today);
const validator = makeValidator({
  packs: loaded.map(({ pack }) => pack),
  structure: loadUblStructure(root),
  codeLists: loadCodeLists(root),
  limits: { bytes: maxXmlBytes },
});

port.on('message', (ask: Ask) => tell(answerOf(validator, ask)));
tell({ kind: 'ready' });
