/** The validator on the front page: files in, their reports out, all in this browser. */
import { isPdf } from '../src/lib/is-pdf.ts';
import { toLine } from '../src/lib/to-line.ts';
import { fill, readLinkReport, sayVerdict } from '../src/report/index.ts';
import { startWorker } from './ask-worker.ts';
import { download, nameWith } from './download.ts';
import { downloadResults } from './download-results.ts';
import { type GivenFile, listenForFiles, readFile } from './given-files.ts';
import { handOver, listenForHandedOver } from './hand-over.ts';
import { fromFragment, isLink } from './link-fragment.ts';
import { closeMenusByThemselves } from './menus.ts';
import { beginMonth, enterFile, followHistory, leaveFile } from './month-history.ts';
import type { Chosen } from './offer-corrections.ts';
import { ArchiveRefused, isArchive, readArchive, type Unread } from './read-archive.ts';
import right from './samples/right.xml';
import wrong from './samples/wrong.xml';
import { type Judged, session } from './session.ts';
import { part, scriptAddress } from './show.ts';
import { showMonth } from './show-month.ts';
import { loadEditor, showResult, updateResult } from './show-result.ts';
import { showShared } from './show-shared.ts';
import { startedWorker } from './start.ts';
import { switchLanguage } from './switch-language.ts';
import { offerLink, offerMail } from './take-along.ts';
import { forgetTrouble, repeatTrouble, say, Told, tellFailure, tellTrouble } from './tell-trouble.ts';
import { holdUnsaved, mayBeLost, rememberSaved } from './unsaved.ts';
import { idle, warmUp } from './warm-up.ts';
import { PAGE_WORDS } from './words.data.ts';
import { dropWritten, withWritten } from './write-pending.ts';

const ask = startWorker(new URL('./worker.js', import.meta.url).href, startedWorker());
const words = () => PAGE_WORDS[session.language];

/** The invoice of a file: of a hybrid PDF the XML in it. @throws Told where there is none */
async function openFile(file: GivenFile): Promise<GivenFile> {
  if (!isPdf(file.bytes)) return file;
  const embedded = await ask({ kind: 'open-pdf', bytes: file.bytes });
  if ('unread' in embedded) throw new Told(({ noInvoice }) => `${file.name}: ${noInvoice[embedded.unread]}`);
  const name = `${file.name} › ${toLine(embedded.name)}`;
  const others = embedded.others.map(toLine).join(', ');
  if (others !== '') tellTrouble(({ otherInvoices }) => fill(otherInvoices, { name, others }));
  return { name, bytes: embedded.bytes };
}

async function judge(given: GivenFile): Promise<Judged> {
  return judgeAsIs(await openFile(given));
}

/** What is done in less time, in milliseconds, is not shown to be under way: that alone would cost it a layout of the page. */
const SHOWN_AFTER_MS = 250;

/** Does what takes a while, and tells why where it cannot be done; what was asked for last is shown. */
let newest = 0;
async function work(what: (isNewest: () => boolean) => Promise<void>): Promise<void> {
  newest += 1;
  const mine = newest;
  const late = setTimeout(() => mine === newest && document.body.classList.add('working'), SHOWN_AFTER_MS);
  forgetTrouble();
  try {
    await what(() => mine === newest);
  } catch (error) {
    if (mine === newest) tellFailure(error);
  } finally {
    clearTimeout(late);
    if (mine === newest) document.body.classList.remove('working');
  }
}

/** Shows something else instead: what was written is judged first, and where something would be lost, the person is asked. */
async function replace(show: () => Promise<void>): Promise<void> {
  if (!mayBeLost()) return;
  await withWritten(() => undefined);
  await show();
}

const judgeOne = (file: GivenFile): Promise<void> =>
  work(async (isNewest) => {
    say(fill(words().working, { name: file.name }));
    const judged = await judge(file);
    if (!isNewest()) return;
    forgetLink();
    session.month = null;
    session.current = judged;
    // The mistake that was looked at was another file's.
    history.replaceState(null, '', location.pathname);
    present();
  });

/** Judges many files, one after the other: an archive's or those that were given at once. */
const judgeMany = (given: readonly GivenFile[]): Promise<void> =>
  work(async (isNewest) => {
    let leftOut = 0;
    const unread: Unread[] = [];
    const passed = {
      leaveOut: (beyond: number) => {
        leftOut += beyond;
      },
      cannotRead: (file: Unread) => {
        unread.push(file);
      },
    };
    const month: Judged[] = [];
    for await (const file of unpacked(given, passed)) {
      if (!isNewest()) return;
      say(fill(words().working, { name: file.name }));
      // A PDF without an invoice in it stands in the list as what it is: no XML.
      month.push(
        await judge(file).catch((error: unknown) => (error instanceof Told ? judgeAsIs(file) : Promise.reject(error))),
      );
    }
    if (!isNewest()) return;
    const [first] = unread;
    if (month.length === 0 && first !== undefined)
      throw new Told(({ noneUnpacked, whyUnread }) =>
        fill(noneUnpacked, { name: first.name, why: whyUnread[first.why] }),
      );
    if (month.length === 0) throw new Told(({ noFiles }) => noFiles);
    forgetLink();
    beginMonth();
    Object.assign(session, { month, leftOut, unread, current: null });
    present();
  });

/** The files, and those of the archives among them. @throws Told where an archive is none */
async function* unpacked(
  given: readonly GivenFile[],
  passed: Parameters<typeof readArchive>[1],
): AsyncGenerator<GivenFile> {
  for (const file of given) {
    if (!isArchive(file)) {
      yield file;
      continue;
    }
    const prefix = given.length === 1 ? '' : `${file.name} › `;
    try {
      for await (const { name, bytes } of readArchive(file.bytes as Uint8Array<ArrayBuffer>, passed))
        yield { name: prefix + name, bytes };
    } catch (error) {
      if (!(error instanceof ArchiveRefused)) throw error;
      if (given.length === 1) throw new Told(({ badArchive }) => `${file.name}: ${badArchive}`);
      passed.cannotRead({ name: file.name, why: 'damaged' });
    }
  }
}

/** A result has both languages: the person may change theirs while it is shown. */
const judgeAsIs = async ({ name, bytes }: GivenFile): Promise<Judged> => {
  const result = await ask({ kind: 'judge', bytes, filename: name });
  return { name, bytes, original: bytes, result };
};

/** Puts what has become of a file in its place, in the list of its month too. */
function replaceCurrent(current: Judged, next: Judged): void {
  session.month = session.month?.map((file) => (file === current ? next : file)) ?? null;
  session.current = next;
  present();
}

const correctWith = (chosen: Chosen): Promise<void> =>
  work(async (isNewest) => {
    const { current } = session;
    if (current === null) return;
    const bytes = await ask({ kind: 'correct', bytes: current.bytes, ...chosen });
    if (bytes === null) throw new Told(({ notApplied }) => notApplied);
    const corrected = { ...(await judgeAsIs({ name: current.name, bytes })), original: current.original };
    // Another file was given, or shown, meanwhile.
    if (!isNewest() || session.current !== current) return;
    replaceCurrent(current, corrected);
    say(fill(words().applied, { verdict: sayVerdict(corrected.result, session.language).says }));
  });

/** What was written into the XML is judged; whatever is the same as the file that came is that file. */
const judgeEdited = (bytes: Uint8Array): Promise<void> =>
  work(async (isNewest) => {
    const { current } = session;
    if (current === null) return;
    const { name, original } = current;
    const isOriginal = bytes.length === original.length && bytes.every((byte, index) => byte === original[index]);
    const judged = await judgeAsIs({ name, bytes: isOriginal ? original : bytes });
    if (!isNewest() || session.current !== current) return;
    const next = { ...judged, original };
    session.month = session.month?.map((file) => (file === current ? next : file)) ?? null;
    session.current = next;
    updateResult(next, partsOfResult());
    holdUnsaved();
    say(sayVerdict(judged.result, session.language).says);
  });

const partsOfResult = (): Parameters<typeof showResult>[2] => ({
  apply: (chosen) => void correctWith(chosen),
  draw: ({ bytes, result }) => ask({ kind: 'draw', bytes, language: session.language, found: result }),
  compare: ({ bytes }, day) => ask({ kind: 'compare', bytes, day }),
  editing: () => {
    newest += 1;
    holdUnsaved();
  },
  edited: judgeEdited,
  isOfMonth: session.month !== null,
});

/** Shows the report that the address carries. */
const showLink = (): Promise<void> =>
  work(async (isNewest) => {
    const text = await fromFragment(location.hash);
    const report = text === null ? null : readLinkReport(text);
    if (report === null) throw new Told(({ badLink }) => badLink);
    const ruleIds = [...new Set(report.causes.flat().map(({ rule_id }) => rule_id))];
    const texts = new Map(await ask({ kind: 'texts', ruleIds }));
    if (!isNewest()) return;
    Object.assign(session, { current: null, month: null, shared: { report, texts } });
    present();
  });

/** A file that is given takes the place of a link's report, in the address too. */
function forgetLink(): void {
  session.shared = null;
  if (isLink(location.hash)) history.replaceState(null, '', location.pathname);
}

/** Shows what there is, says its verdict, and puts whoever has no mouse there. */
function present(): void {
  const { current, month, shared, language } = session;
  holdUnsaved();
  if (current === null && month === null && shared === null) return;
  document.body.classList.add('judged');
  part('result').hidden = false;
  if (current !== null) {
    showResult(part('result'), current, partsOfResult());
    const { says, rules } = sayVerdict(current.result, language);
    say(rules === '' ? says : `${says}, ${rules}`);
  } else if (month !== null) {
    showMonth(part('result'), month, (file) => {
      enterFile(month.indexOf(file));
      void showOfMonth(month.indexOf(file));
    });
    say(document.getElementById('verdict')?.textContent ?? '');
  } else if (shared !== null) {
    showShared(part('result'), shared);
    say(document.getElementById('verdict')?.textContent ?? '');
  }
  document.getElementById('verdict')?.focus({ preventScroll: true });
  window.scrollTo({ top: 0 });
}

/** Shows a file of the month by its number; null: its table. */
const showOfMonth = (file: number | null): Promise<void> =>
  withWritten(() => {
    session.current = file === null ? null : (session.month?.[file] ?? null);
    present();
  });

function again(): void {
  if (!mayBeLost()) return;
  dropWritten();
  // What is judged still is nobody's any more.
  newest += 1;
  Object.assign(session, { current: null, month: null, shared: null });
  document.body.classList.remove('judged', 'working');
  part('result').hidden = true;
  part('result').replaceChildren();
  history.replaceState(null, '', location.pathname);
  say('');
  holdUnsaved();
  part('file').focus();
}

const encoder = new TextEncoder();
const judgeText = (text: string, name: string): Promise<void> =>
  replace(() => judgeOne({ name, bytes: encoder.encode(text) }));

/** More than any archive that is unpacked; all of it is held in memory, and a tab that has none left ends without a word. */
const MOST_BYTES = 600_000_000;

async function take(files: readonly File[]): Promise<void> {
  const given: GivenFile[] = [];
  // A folder is given like a file, and cannot be read.
  await work(async (isNewest) => {
    if (files.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES)
      throw new Told(({ tooMuch }) => fill(tooMuch, { most: MOST_BYTES / 1_000_000 }));
    for (const file of files) given.push(await readFile(file));
    if (!isNewest()) given.length = 0;
  });
  const [first] = given;
  if (first === undefined || given.length < files.length) return;
  return given.length > 1 || isArchive(first) ? judgeMany(given) : judgeOne(first);
}

/** What can be done with the file that is shown. */
const actions: ReadonlyMap<string, (current: Judged) => void> = new Map(
  Object.entries({
    link: (current) => void offerLink(current),
    mail: offerMail,
    undo: (current) =>
      void work(async (isNewest) => {
        const original = await judgeAsIs({ name: current.name, bytes: current.original });
        if (isNewest() && session.current === current) replaceCurrent(current, original);
      }),
    corrected: (current) => {
      download(nameWith(current.name, words().corrects), 'application/xml', current.bytes);
      rememberSaved(current);
    },
  } satisfies Record<string, (current: Judged) => void>),
);

function act(action: string): void {
  if (action === 'another') again();
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
  if (sample !== undefined) void judgeText(sample === 'wrong' ? wrong : right, words().sample);
  else if (target.id === 'judge') void judgeText(part<HTMLTextAreaElement>('text').value, words().pasted);
  else if (action !== undefined) act(action);
  else if (format !== undefined) void withWritten(() => downloadShown(format));
  else if (service !== undefined) void withWritten(() => sendShown(service));
  else if (target.classList.contains('other')) {
    event.preventDefault();
    changeLanguage(target.getAttribute('href')!);
  }
});

/** The page in its other language; what was typed there, and who has no mouse, stay where they were. */
function changeLanguage(address: string): void {
  const { value } = part<HTMLTextAreaElement>('text');
  const { open } = part<HTMLDetailsElement>('paste');
  session.language = switchLanguage(address);
  ready();
  part<HTMLTextAreaElement>('text').value = value;
  part<HTMLDetailsElement>('paste').open = open;
  repeatTrouble();
  present();
}

/** What is shown: one file, or all of a month. */
function downloadShown(format: string): void {
  const { current, month } = session;
  if (current !== null) downloadResults(format, current.name, [current]);
  else if (month !== null) downloadResults(format, words().invoices, month);
}

/** Hands what is shown to the page that sends: this one may not. */
function sendShown(task: string): void {
  const { current, language } = session;
  if (current === null || handOver({ name: current.name, bytes: current.bytes }, task, `/documents/?lang=${language}`))
    return;
  tellTrouble(({ noWindow }) => noWindow);
}

/** What works with script alone; that nothing is sent is promised where it is so. */
function ready(): void {
  part<HTMLInputElement>('file').multiple = true;
  for (const element of document.querySelectorAll<HTMLElement>('.ways, .private')) element.hidden = false;
}

listenForFiles(
  (files) => void replace(() => take(files)),
  (text) => void judgeText(text, words().pasted),
);
followHistory((file) => void showOfMonth(file));
closeMenusByThemselves();
listenForHandedOver(({ file }) => void replace(() => judgeOne(file)));
window.addEventListener('hashchange', () => {
  if (isLink(location.hash)) void replace(showLink);
});
// Whichever language's form it is: with scripts nothing is sent.
document.addEventListener('submit', (event) => event.preventDefault());
ready();
async function keepForLater(): Promise<void> {
  const workers = navigator.serviceWorker;
  const isKept = await workers?.register(scriptAddress('/assets/offline.js'), { scope: '/' }).catch(() => null);
  if (isKept !== null) await workers?.ready;
}
// What comes while nobody waits must not stand in the way of who does; and a browser that keeps nothing works as well, with a
// network.
async function prepare(): Promise<void> {
  await idle();
  if (newest === 0) warmUp();
  await ask({ kind: 'load-all' });
  await loadEditor();
  await keepForLater();
  // Last: no invoice of most people needs it, and a browser that keeps the page has it by then.
  await ask({ kind: 'load-rest' });
  performance.mark('loaded');
}
void prepare().catch(() => undefined);
if (isLink(location.hash)) void showLink();
