/** The validator on the front page: a file in, its report out, all in this browser. */
import { fill, sayVerdict } from '../src/report/index.ts';
import { startWorker } from './ask-worker.ts';
import { type GivenFile, listenForFiles, readFile } from './given-files.ts';
import right from './samples/right.xml';
import wrong from './samples/wrong.xml';
import { session } from './session.ts';
import { part } from './show.ts';
import { showResult } from './show-result.ts';
import { switchLanguage } from './switch-language.ts';
import { PAGE_WORDS } from './words.data.ts';

const ask = startWorker(new URL('./worker.js', import.meta.url).href);
const words = () => PAGE_WORDS[session.language];
const say = (text: string): void => {
  part('said').textContent = text;
};

/** Judges one file and shows what comes of it; the newest question wins. */
let newest = 0;
async function judge(file: GivenFile): Promise<void> {
  newest += 1;
  const mine = newest;
  document.body.classList.add('judging');
  say(fill(words().working, { name: file.name }));
  try {
    const { language } = session;
    const result = await ask({ kind: 'judge', bytes: file.bytes, filename: file.name, language });
    if (mine !== newest) return;
    session.current = { ...file, original: file.bytes, result };
    present();
  } catch (error) {
    say(fill(words().failed, { reason: error instanceof Error ? error.message : String(error) }));
  } finally {
    document.body.classList.remove('judging');
  }
}

/** Shows the current file, says its verdict, and puts whoever has no mouse there. */
function present(): void {
  const { current, language } = session;
  if (current === null) return;
  document.body.classList.add('judged');
  showResult(part('result'), current, { ask });
  part('result').hidden = false;
  const { says, rules } = sayVerdict(current.result, language);
  say(rules === '' ? says : `${says}, ${rules}`);
  document.getElementById('verdict')?.focus({ preventScroll: true });
  window.scrollTo({ top: 0 });
}

function again(): void {
  session.current = null;
  document.body.classList.remove('judged');
  part('result').hidden = true;
  part('result').replaceChildren();
  say('');
  part('file').focus();
}

const encoder = new TextEncoder();
const judgeText = (text: string, name: string): Promise<void> => judge({ name, bytes: encoder.encode(text) });

const take = async (files: readonly File[]): Promise<void> => {
  const [first] = files;
  if (first !== undefined) await judge(await readFile(first));
};

listenForFiles(
  (files) => void take(files),
  (text) => void judgeText(text, words().pasted),
);

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>('button, a') : null;
  if (target === null) return;
  const { sample, action } = target.dataset;
  if (sample !== undefined) void judgeText(sample === 'wrong' ? wrong : right, words().sample);
  else if (target.id === 'judge') void judgeText(part<HTMLTextAreaElement>('text').value, words().pasted);
  else if (action === 'another') again();
  else if (action === 'print') window.print();
  else if (target.classList.contains('other')) {
    event.preventDefault();
    session.language = switchLanguage(target.getAttribute('href')!);
    ready();
    if (session.current !== null) present();
  }
});

/** What works with script alone. */
function ready(): void {
  for (const element of document.querySelectorAll<HTMLElement>('.ways')) element.hidden = false;
}

part<HTMLFormElement>('check').addEventListener('submit', (event) => event.preventDefault());
ready();
// The first judgement of all loads the rules: nobody shall wait for them, nor need a network then.
void ask({ kind: 'judge', bytes: encoder.encode(right), filename: '', language: session.language });
