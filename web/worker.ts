import { type Comparison, correct, openValidator, RulesetUnknown, type ValidateOptions } from '@e-invoice/validator';
import { findRuleText } from '@e-invoice/validator/catalog';
import right from './samples/right.xml';
import wrong from './samples/wrong.xml';
import {
  type Answered,
  type Question,
  type RuleTexts,
  type Sheet,
  UNLOADED,
  type WorkerRequest,
} from './worker-messages.ts';

/** Higher than the default of the service: the processor belongs to one user. */
const MAX_BYTES = 32 * 1024 * 1024;

const limits = { bytes: MAX_BYTES };
const validator = openValidator({ limits });
const validate = async (bytes: Uint8Array, options?: ValidateOptions) => (await validator).validate(bytes, options);

const SELF_BILLING = 'peppol-selfbilling-3';

/** The smallest document that is validated as CII. */
const EMPTY_CII = '<CrossIndustryInvoice xmlns="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"/>';

const loadPdf = () => import('./read-pdf.ts');
const loadPrinted = () => import('../src/modules/rendering/html/index.ts');

async function answer(question: Question): Promise<unknown> {
  switch (question.kind) {
    case 'judge': {
      const { kind: _, bytes, ...options } = question;
      return validate(bytes, options);
    }
    case 'correct': {
      // `correct` accepts only patch objects created in this process, so the file is validated again.
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
      // Loads rules that the samples do not use.
      await validate(new TextEncoder().encode(right), { ruleset: SELF_BILLING });
      await validate(new TextEncoder().encode(EMPTY_CII));
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

/** Renders the invoice with the numbers of its causes; null if it cannot be read as an invoice. */
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

/** Compares with the rules in force on a day; null if there is no rule set for that day. */
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
 * Validates samples before the first request, because the first validation loads the rules and is slower. Errors are
 * ignored; the first request loads the missing parts.
 */
async function prepare(): Promise<void> {
  for (const sample of [right, wrong]) {
    if (isAsked) return;
    await validate(new TextEncoder().encode(sample));
    // Lets the event loop deliver pending requests.
    await new Promise((resolve) => setTimeout(resolve));
  }
}
let isAsked = false;
const prepared = prepare().catch(() => undefined);

/** Messages of browsers for a module that could not be loaded. */
const NOT_FETCHED = /import(?:ed|ing)?(?: a)? module/i;

/** A failure to load in advance does not end the worker, because the user may be waiting for another request. */
function faultOf(error: unknown, isAhead: boolean): string {
  if (!isAhead && error instanceof TypeError && NOT_FETCHED.test(error.message)) return UNLOADED;
  return error instanceof Error ? error.message : String(error);
}

/** Requests run one by one, in order of arrival; validation occupies the thread anyway. */
let before: Promise<unknown> = Promise.resolve();

globalThis.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  const { id, question } = data;
  const isAhead = question.kind.startsWith('load-');
  isAsked ||= !isAhead;
  before = before.then(async () => {
    const reply = await answer(question).then(
      (value): Answered => ({ id, value }),
      (error: unknown): Answered => ({ id, fault: faultOf(error, isAhead) }),
    );
    globalThis.postMessage(reply);
  });
});
