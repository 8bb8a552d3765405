/** The verification page: verifies an evidence archive entirely in the browser. */

import type { Verification } from '../../src/modules/evidence/verifier/index.ts';
import { fill, type Language } from '../../src/modules/result-view/index.ts';
import { part, scriptAddress, show } from '../dom.ts';
import { FileUnreadable, type InputFile, listenForFiles, readFile } from '../file-input.ts';
import { switchLanguage } from '../switch-language.ts';
import { renderVerification } from './show-verification.ts';
import type { Answered, VerifierRequest } from './verifier-messages.ts';
import { VERIFY_PAGE_WORDS } from './verify-texts.data.ts';

const keys = part('result').dataset.keys ?? '';

const page: { language: Language; found: Verification | null; evidence: InputFile | null; invoice: InputFile | null } =
  {
    language: document.documentElement.lang === 'en' ? 'en' : 'sk',
    found: null,
    evidence: null,
    invoice: null,
  };
const words = () => VERIFY_PAGE_WORDS[page.language];

let running: Worker | null = null;
let isBusy = false;
let newest = 0;

/**
 * Sends a request to the worker, which starts with the first request. A running request is canceled, because its
 * result would be shown for the wrong file. @throws Error if the worker fails
 */
function ask(question: VerifierRequest): Promise<Answered> {
  if (isBusy) running?.terminate();
  running = isBusy || running === null ? start() : running;
  isBusy = true;
  const worker = running;
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Answered>) => {
      isBusy = false;
      resolve(data);
    };
    worker.onerror = () => {
      worker.terminate();
      [running, isBusy] = [null, false];
      reject(new Error('worker'));
    };
    worker.postMessage(question);
  });
}

const start = (): Worker =>
  new Worker(scriptAddress(new URL('./verifier.js', import.meta.url).href), { type: 'module' });

function announce(text: string): void {
  part('trouble').textContent = text;
  part('trouble').hidden = text === '';
  part('announcement').textContent = text;
}

function present(): void {
  const { found, language } = page;
  const place = part('result');
  place.hidden = found === null;
  if (found !== null) show(place, renderVerification(found, language));
}

const isEvidence = ({ name, bytes }: InputFile): boolean =>
  (bytes[0] === 0x50 && bytes[1] === 0x4b) || /\.json$/i.test(name);

/** Accepts the report and the invoice, together or one by one. */
async function take(inputFiles: readonly File[]): Promise<void> {
  newest += 1;
  const mine = newest;
  const files = await Promise.all(inputFiles.map(readFile)).catch((error: unknown) => {
    if (!(error instanceof FileUnreadable)) throw error;
    announce(fill(words().unreadable, { name: error.message }));
    return [];
  });
  if (mine !== newest || files.length === 0) return;
  // The previous result does not apply to the new files.
  page.found = null;
  present();
  const [reports, invoices] = [files.filter(isEvidence), files.filter((file) => !isEvidence(file))];
  if (reports.length > 1 || invoices.length > 1) return announce(words().tooMany);
  // A new report makes the previous invoice obsolete.
  if (reports.length === 1) [page.evidence, page.invoice] = [reports[0]!, null];
  page.invoice = invoices[0] ?? page.invoice;
  const { evidence, invoice } = page;
  if (evidence === null) return announce(words().noEvidence);
  part('announcement').textContent = fill(words().working, { name: evidence.name });
  try {
    const copy = ({ bytes }: InputFile): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
    const answer = await ask({ evidence: copy(evidence), invoice: invoice && copy(invoice), keys });
    if (mine !== newest) return;
    if ('fault' in answer) return announce(answer.fault === 'algorithm' ? words().noAlgorithm : words().failed);
    page.found = answer.found;
    announce('');
    present();
    part('announcement').textContent = part('verdict').textContent;
    part('verdict').focus();
  } catch (error) {
    console.error(error);
    if (mine === newest) announce(words().failed);
  }
}

listenForFiles(
  (files) => void take(files),
  () => undefined,
);

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>('a.other') : null;
  if (target === null) return;
  event.preventDefault();
  page.language = switchLanguage(target.getAttribute('href')!);
  ready();
  announce('');
  present();
});

function ready(): void {
  document.querySelector<HTMLElement>('.ways')!.hidden = false;
}
ready();
// Without storage the page still works online.
void navigator.serviceWorker?.register(scriptAddress('/assets/offline.js'), { scope: '/' }).catch(() => undefined);
