import { type Comparison, correct, openValidator, RulesetUnknown, type ValidateOptions } from '@e-invoice/validator';
import { findRuleText } from '@e-invoice/validator/catalog';
import right from './samples/right.xml';
import wrong from './samples/wrong.xml';
import { type Answered, type Asked, type Question, type RuleTexts, type Sheet, UNLOADED } from './worker-messages.ts';

/** Larger files than the service takes unless it is told otherwise: here nobody else waits for the processor. */
const MAX_BYTES = 32 * 1024 * 1024;

const limits = { bytes: MAX_BYTES };
const validator = openValidator({ limits });
const validate = async (bytes: Uint8Array, options?: ValidateOptions) => (await validator).validate(bytes, options);

const SELF_BILLING = 'peppol-selfbilling-3';

const loadPdf = () => import('./read-pdf.ts');
const loadPrinted = () => import('../src/modules/rendering/html/index.ts');

async function answer(question: Question): Promise<unknown> {
  switch (question.kind) {
    case 'judge': {
      const { kind: _, bytes, ...options } = question;
      return validate(bytes, options);
    }
    case 'correct': {
      // How corrections are carried out is known where they were found, and nowhere else.
      const { root_causes } = await validate(question.bytes);
      const found = root_causes[question.cause]?.corrections[question.correction];
      return found === undefined ? null : correct(question.bytes, found.patch);
    }
    case 'load-all':
      await prepared;
      await loadPrinted();
      return null;
    case 'load-rest':
      await loadPdf();
      // Rules that the samples do not ask for.
      await validate(new TextEncoder().encode(right), { ruleset: SELF_BILLING });
      return null;
    case 'open-pdf':
      return (await loadPdf()).readPdf(question.bytes, MAX_BYTES);
    case 'draw':
      return draw(question);
    case 'preview':
      return (await import('./draft/preview.ts')).previewDraft(question.draft);
    case 'compare':
      return compare(question);
    case 'texts':
      return textsOf(question.ruleIds);
  }
}

/** The printed invoice with the numbers of the causes; null: it cannot be read as one. */
async function draw({ bytes, language, found }: Extract<Question, { kind: 'draw' }>): Promise<Sheet | null> {
  const { NotRenderable, renderSheet, SHEET_STYLE } = await loadPrinted();
  try {
    const { issues, root_causes: causes } = found;
    return { markup: renderSheet(bytes, { language, issues, causes, limits }).text, style: SHEET_STYLE };
  } catch (error) {
    if (error instanceof NotRenderable) return null;
    throw error;
  }
}

/** What the rules of a day say otherwise; null: there are none of that day. */
async function compare({ bytes, day }: Extract<Question, { kind: 'compare' }>): Promise<Comparison | null> {
  try {
    return (await validate(bytes, { compare: day })).comparison ?? null;
  } catch (error) {
    if (error instanceof RulesetUnknown) return null;
    throw error;
  }
}

const textsOf = (ruleIds: readonly string[]): RuleTexts =>
  ruleIds.flatMap((ruleId): RuleTexts => {
    const found = findRuleText(ruleId);
    return found === undefined ? [] : [[ruleId, { message: found.message, fix: found.fix }]];
  });

/**
 * The first judgement of all loads the rules, and those after it are quicker: samples are judged while nobody has asked for
 * anything. What cannot be loaded now is loaded for the first who asks.
 */
async function prepare(): Promise<void> {
  for (const sample of [right, wrong]) {
    if (isAsked) return;
    await validate(new TextEncoder().encode(sample));
    // Whoever has asked meanwhile is heard.
    await new Promise((resolve) => setTimeout(resolve));
  }
}
let isAsked = false;
const prepared = prepare().catch(() => undefined);

/** As browsers say it of a module that they could not fetch. */
const NOT_FETCHED = /import(?:ed|ing)?(?: a)? module/i;

function faultOf(error: unknown): string {
  if (error instanceof TypeError && NOT_FETCHED.test(error.message)) return UNLOADED;
  return error instanceof Error ? error.message : String(error);
}

/** Answers in order, one at a time: a judgement takes the thread anyway. */
let before: Promise<unknown> = Promise.resolve();

globalThis.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const { id, question } = data;
  isAsked ||= !question.kind.startsWith('load-');
  before = before.then(async () => {
    const told = await answer(question).then(
      (value): Answered => ({ id, value }),
      (error: unknown): Answered => ({ id, fault: faultOf(error) }),
    );
    globalThis.postMessage(told);
  });
});
