/** The validator on the front page: validates files and shows their reports entirely in the browser. */
import { describeVerdict, fill, readLinkReport } from '../src/modules/result-view/index.ts';
import { showMonth } from './batch-results.ts';
import type { Chosen } from './corrections-panel.ts';
import { dropWritten, withWritten } from './debounced-edit.ts';
import { part } from './dom.ts';
import { download, nameWith } from './download.ts';
import { downloadResults } from './download-results.ts';
import { announce, forgetTrouble, repeatTrouble, reportFailure, ShownError, showErrorBanner } from './error-banner.ts';
import { type InputFile, listenForFiles, readFile, readPasted } from './file-input.ts';
import { fromFragment, isLink } from './link-fragment.ts';
import { loadAhead } from './load-ahead.ts';
import { closeMenusByThemselves } from './menus.ts';
import { PAGE_WORDS } from './page-texts.data.ts';
import { beginProgress, isWorking, renderProgress } from './progress.ts';
import { isArchive } from './read-archive.ts';
import { discardResult, enterFile, enterResult, followHistory, leaveFile } from './result-history.ts';
import right from './samples/right.xml';
import wrong from './samples/wrong.xml';
import { handOver, listenForHandedOver } from './send-to-documents.ts';
import { doneOf, type Month, session, type ValidationOutcome } from './session.ts';
import { offerLink, offerMail } from './share.ts';
import { showResult, updateResult } from './show-result.ts';
import { showShared } from './show-shared.ts';
import { switchLanguage } from './switch-language.ts';
import { holdUnsaved, mayBeLost, rememberSaved } from './unsaved-changes.ts';
import { checkMonth } from './validate-batch.ts';
import { ask, askUntilDone, cancelWorker, validateAsIs, validateFile, validateInBatch } from './validate-file.ts';
import { Canceled } from './worker-client.ts';

const words = () => PAGE_WORDS[session.language];

type Label = Parameters<typeof beginProgress>[0];

/**
 * Runs an operation and shows an error if it fails. Only the newest operation may show its result.
 *
 * @param label progress label, if the user can cancel the operation
 */
let newest = 0;
async function work(what: (isNewest: () => boolean) => Promise<void>, label: Label | null = null): Promise<void> {
  newest += 1;
  const mine = newest;
  const cancel = (): void => {
    if (mine === newest) newest += 1;
    cancelWorker();
  };
  const progress = label === null ? null : beginProgress(label, cancel);
  forgetTrouble();
  try {
    await what(() => mine === newest);
  } catch (error) {
    if (mine === newest && !(error instanceof Canceled)) reportFailure(error);
  } finally {
    progress?.end();
  }
}

/** Replaces the shown result: requests confirmation if changes would be lost, then validates a pending edit. */
async function replace(show: () => Promise<void>): Promise<void> {
  if (!mayBeLost()) return;
  await withWritten(() => undefined);
  await show();
}

const validating: (name: string) => Label =
  (name) =>
  ({ working }) =>
    fill(working, { name });

const validateOne = (file: InputFile): Promise<void> =>
  work(async (isNewest) => {
    endMonth();
    announce(fill(words().working, { name: file.name }));
    const outcome = await validateFile(file);
    if (!isNewest()) return;
    forgetLink();
    Object.assign(session, { month: null, current: outcome });
    // The selected cause belongs to the previous file.
    enterResult();
    present();
  }, validating(file.name));

/** The batch that is being validated. */
let checked: Month | null = null;

/** Stops the validation of the batch. */
function endMonth(): void {
  checked = null;
  session.isChecking = false;
}

/** Validates several files or the files of an archive and lists them as they are validated. */
async function validateMany(inputFiles: readonly InputFile[]): Promise<void> {
  newest += 1;
  forgetTrouble();
  const month: Month = { files: [], unread: [], leftOut: 0, total: 0 };
  checked = month;
  const isWanted = (): boolean => checked === month;
  const progress = beginProgress(
    ({ workingMany }) => workingMany,
    () => {
      if (isWanted()) endMonth();
      cancelWorker();
    },
    () => changed(),
  );
  /** @returns whether to show the list: it is new, or nothing else is shown */
  const list = (): boolean => {
    const isNew = session.month !== month;
    if (isNew) {
      forgetLink();
      Object.assign(session, { month, current: null, filter: '' });
      enterResult();
    }
    session.isChecking = isWanted();
    return isNew || (session.current === null && !isHidden());
  };
  const changed = (): void => {
    progress.update(doneOf(month), month.total);
    // A batch that finishes quickly is listed only once, at the end.
    if (!isWanted() || !progress.isShown() || month.files.length === 0) return;
    if (list()) showList();
  };
  let failure: unknown = null;
  try {
    await checkMonth(inputFiles, month, validateInBatch, isWanted, changed);
  } catch (error) {
    failure = error;
  }
  progress.end();
  if (!isWanted() && session.month !== month) return;
  if (isWanted()) endMonth();
  if (month.files.length > 0 && list()) present();
  if (failure !== null && !(failure instanceof Canceled)) reportFailure(failure);
}

function putInPlace(current: ValidationOutcome, next: ValidationOutcome): void {
  const files = session.month?.files;
  const index = files?.indexOf(current) ?? -1;
  if (index >= 0) files![index] = next;
  session.current = next;
}

/** Replaces the outcome of a file, also in its batch, and shows it. */
function replaceCurrent(current: ValidationOutcome, next: ValidationOutcome): void {
  putInPlace(current, next);
  present();
}

const correctWith = (chosen: Chosen): Promise<void> =>
  work(
    async (isNewest) => {
      const { current } = session;
      if (current === null) return;
      const bytes = await ask({ kind: 'correct', bytes: current.bytes, ...chosen });
      if (bytes === null) throw new ShownError(({ notApplied }) => notApplied);
      const corrected = { ...(await validateAsIs({ name: current.name, bytes })), original: current.original };
      // The user has opened or selected another file since.
      if (!isNewest() || session.current !== current) return;
      replaceCurrent(current, corrected);
      announce(fill(words().applied, { verdict: describeVerdict(corrected.result, session.language).headline }));
    },
    validating(session.current?.name ?? ''),
  );

/** Validates an edit. If its bytes equal the original, the original is restored. */
const validateEdited = (bytes: Uint8Array): Promise<void> =>
  work(async (isNewest) => {
    const { current } = session;
    if (current === null) return;
    const { name, original } = current;
    const isOriginal = bytes.length === original.length && bytes.every((byte, index) => byte === original[index]);
    const outcome = await validateAsIs({ name, bytes: isOriginal ? original : bytes });
    if (!isNewest() || session.current !== current) return;
    const next = { ...outcome, original };
    putInPlace(current, next);
    updateResult(next, partsOfResult());
    holdUnsaved();
    announce(describeVerdict(outcome.result, session.language).headline);
  });

const partsOfResult = (): Parameters<typeof showResult>[2] => ({
  apply: (chosen) => void correctWith(chosen),
  draw: ({ bytes, result }) => askUntilDone({ kind: 'draw', bytes, language: session.language, found: result }),
  compare: ({ bytes }, day) => ask({ kind: 'compare', bytes, day }),
  editing: () => {
    newest += 1;
    holdUnsaved();
  },
  edited: validateEdited,
  isOfMonth: session.month !== null,
});

/** Shows the report in the URL fragment. */
const showLink = (): Promise<void> =>
  work(async (isNewest) => {
    const text = await fromFragment(location.hash);
    const report = text === null ? null : readLinkReport(text);
    if (report === null) throw new ShownError(({ badLink }) => badLink);
    const ruleIds = [...new Set(report.causes.flat().map(({ rule_id }) => rule_id))];
    const texts = new Map(await ask({ kind: 'texts', ruleIds }));
    if (!isNewest()) return;
    Object.assign(session, { current: null, month: null, shared: { report, texts } });
    present();
  });

/** A new file replaces the report of a link; the fragment is removed from the address. */
function forgetLink(): void {
  session.shared = null;
  if (isLink(location.hash)) history.replaceState(null, '', location.pathname);
}

/** Shows the current state, announces its verdict and moves the focus there for keyboard users. */
function present(): void {
  const { current, month, shared, language } = session;
  holdUnsaved();
  if (current === null && month === null && shared === null) return;
  document.body.classList.add('validated');
  part('result').hidden = false;
  if (current !== null) {
    showResult(part('result'), current, partsOfResult());
    const { headline, rules } = describeVerdict(current.result, language);
    announce(rules === '' ? headline : `${headline}, ${rules}`);
  } else if (month !== null) {
    showList();
    announce(document.getElementById('verdict')?.textContent ?? '');
  } else if (shared !== null) {
    showShared(part('result'), shared);
    announce(document.getElementById('verdict')?.textContent ?? '');
  }
  document.getElementById('verdict')?.focus({ preventScroll: true });
  window.scrollTo({ top: 0 });
}

function showList(): void {
  const { month } = session;
  if (month === null) return;
  document.body.classList.add('validated');
  part('result').hidden = false;
  showMonth(part('result'), month, (file) => {
    const index = month.files.indexOf(file);
    enterFile(index);
    void showOfMonth(index);
  });
}

/** True while the start page is shown; a result may still be reachable with Forward. */
const isHidden = (): boolean => part('result').hidden !== false;

function hide(): void {
  endMonth();
  if (isWorking()) cancelWorker();
  document.body.classList.remove('validated');
  part('result').hidden = true;
  announce('');
  part('file').focus();
}

/** Shows a file of the batch by index; null shows the list. */
const showOfMonth = (file: number | null): Promise<void> =>
  withWritten(() => {
    session.current = file === null ? null : (session.month?.files[file] ?? null);
    present();
  });

function again(): void {
  if (!mayBeLost()) return;
  dropWritten();
  // Results of running validations are ignored.
  newest += 1;
  Object.assign(session, { current: null, month: null, shared: null });
  part('result').replaceChildren();
  discardResult();
  hide();
  holdUnsaved();
}

const encoder = new TextEncoder();
const validateText = (text: string, name: string): Promise<void> =>
  replace(() => validateOne({ name, bytes: encoder.encode(text) }));

/**
 * Larger than the limit for unpacked archives. All input is held in memory, and browsers close a tab that runs out of
 * memory without an error message.
 */
const MAX_BYTES = 600_000_000;

async function take(files: readonly File[]): Promise<void> {
  if (isWorking()) cancelWorker();
  const inputFiles: InputFile[] = [];
  // A dropped folder appears as a file but cannot be read.
  await work(
    async (isNewest) => {
      if (files.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES)
        throw new ShownError(({ tooMuch }) => fill(tooMuch, { most: MAX_BYTES / 1_000_000 }));
      for (const file of files) inputFiles.push(await readFile(file));
      if (!isNewest()) inputFiles.length = 0;
    },
    ({ reading }) => reading,
  );
  const [first] = inputFiles;
  if (first === undefined || inputFiles.length < files.length) return;
  return inputFiles.length > 1 || isArchive(first) ? validateMany(inputFiles) : validateOne(first);
}

/** Actions on the current file. */
const actions: ReadonlyMap<string, (current: ValidationOutcome) => void> = new Map(
  Object.entries({
    link: (current) => void offerLink(current),
    mail: offerMail,
    undo: (current) =>
      void work(async (isNewest) => {
        const original = await validateAsIs({ name: current.name, bytes: current.original });
        if (isNewest() && session.current === current) replaceCurrent(current, original);
      }),
    corrected: (current) => {
      download(nameWith(current.name, words().corrects), 'application/xml', current.bytes);
      rememberSaved(current);
    },
  } satisfies Record<string, (current: ValidationOutcome) => void>),
);

function act(action: string): void {
  if (action === 'another') again();
  else if (action === 'choose') part('file').click();
  else if (action === 'back') {
    leaveFile();
    void showOfMonth(null);
  } else
    void withWritten(() => {
      if (action === 'print') window.print();
      else if (session.current !== null) actions.get(action)?.(session.current);
    });
}

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>('button, a') : null;
  if (target === null) return;
  const { sample, action, download: format, service } = target.dataset;
  if (sample !== undefined) void validateText(sample === 'wrong' ? wrong : right, words().sample);
  else if (target.id === 'judge') readPasted((text) => void validateText(text, words().pasted));
  else if (action !== undefined) act(action);
  else if (format !== undefined) void withWritten(() => downloadShown(format));
  else if (service !== undefined) void withWritten(() => sendShown(service));
  else if (target.classList.contains('other')) {
    event.preventDefault();
    changeLanguage(target.getAttribute('href')!);
  }
});

/** Switches the language; input and keyboard focus are preserved. */
function changeLanguage(address: string): void {
  const { value } = part<HTMLTextAreaElement>('text');
  const { open } = part<HTMLDetailsElement>('paste');
  session.language = switchLanguage(address);
  ready();
  part<HTMLTextAreaElement>('text').value = value;
  part<HTMLDetailsElement>('paste').open = open;
  repeatTrouble();
  renderProgress();
  if (!isHidden()) present();
}

/** Downloads the results of the current file or of the batch. */
function downloadShown(format: string): void {
  const { current, month } = session;
  if (current !== null) downloadResults(format, current.name, [current]);
  else if (month !== null) downloadResults(format, words().invoices, month.files, month.unread);
}

/** Hands the current file to the documents page, because the Content Security Policy of this page blocks sending. */
function sendShown(task: string): void {
  const { current, language } = session;
  if (current === null || handOver({ name: current.name, bytes: current.bytes }, task, `/documents/?lang=${language}`))
    return;
  showErrorBanner(({ noWindow }) => noWindow);
}

/** Enables what needs scripts and shows the notice that files stay in the browser. */
function ready(): void {
  part<HTMLInputElement>('file').multiple = true;
  for (const element of document.querySelectorAll<HTMLElement>('.ways, .private')) element.hidden = false;
}

listenForFiles(
  (files) => void replace(() => take(files)),
  (text) => void validateText(text, words().pasted),
);
followHistory({ show: (file) => void (session.month === null ? present() : showOfMonth(file)), hide, isHidden });
closeMenusByThemselves();
listenForHandedOver(({ file }) => void replace(() => validateOne(file)));
window.addEventListener('hashchange', () => {
  if (isLink(location.hash)) void replace(showLink);
});
// Covers the forms of both languages: with scripts enabled no form is submitted.
document.addEventListener('submit', (event) => event.preventDefault());
ready();
void loadAhead(() => newest === 0).catch(() => undefined);
if (isLink(location.hash)) void showLink();
