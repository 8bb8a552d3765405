import {
  isRulesRefusal,
  type ValidationRequest,
  type Validator,
  type ValidatorParts,
  validateEnvelope,
  whenReady,
} from '@e-invoice/validator/validation';
import { toUtcDay } from '../../lib/utc-day.ts';
import { threadTime } from '../../platform/threads/index.ts';
import { openPreview, rulesetOf } from '../drafts/index.ts';
import { readAddressing } from '../exchange/envelope/index.ts';
import { readDetails, readForSending, readParticulars } from '../exchange/invoice-facts/index.ts';
import { type WrittenTaxData, writeTaxData } from '../exchange/tax-data/index.ts';
import type { NetworkRules } from '../rules/loader/index.ts';
import { verdictOf } from './outcome.ts';
import type { PreviewRequest, Reply, Request, WrittenResult } from './thread-messages.ts';

const clock = (): number => performance.now();

/** Of this thread, so that a busy machine leaves no corrections out. */
const processor = threadTime;

type Limits = ValidatorParts['limits'];

/** What a thread answers about one file or draft; the limits are those of the validator. */
export async function answerOf(
  validator: Pick<Validator, 'validate'>,
  asked: Request,
  limits: Limits = {},
  network: NetworkRules | null = null,
): Promise<Reply> {
  try {
    if (asked.kind === 'addressing') return { kind: 'addressing', addressing: readAddressing(asked.bytes, limits) };
    if (asked.kind === 'for sending') {
      return { kind: 'for sending', read: readForSending(asked.bytes, { at: asked.at, limits }) };
    }
    if (asked.kind === 'tax data') {
      const told = writeTaxData(asked.bytes, { ...asked.request, limits });
      return { kind: 'tax data', told, findings: await findingsIn(told, asked.request.at, network) };
    }
    if (asked.kind === 'particulars') return { kind: 'particulars', particulars: readParticulars(asked.bytes, limits) };
    if (asked.kind === 'network') {
      if (network === null) throw new Error('There are no rules of the network here');
      return { kind: 'network', findings: await network.validate(asked.bytes, asked.pack, asked.today) };
    }
    if (asked.kind === 'envelope') return { kind: 'envelope', verdict: validateEnvelope(asked.bytes, around(limits)) };
    if (asked.kind === 'files') return { kind: 'results', results: await validateGroup(validator, asked) };
    if (asked.kind === 'draft') {
      return { kind: 'preview', preview: await whenReady(() => previewOf(validator, asked.request)) };
    }
    const { bytes, request } = asked;
    const result = await whenReady(() => validator.validate(bytes, { ...request, clock, processor }));
    return { kind: 'result', result: request.details ? { ...result, details: readDetails(bytes, limits) } : result };
  } catch (error) {
    if (!isRulesRefusal(error)) throw error;
    return { kind: 'refused', refusal: { ...error } };
  }
}

/** Others wait for the thread: what is not begun after so many milliseconds is asked for again, in its turn. */
const SHORT_TIME = 50;

/** Every file as if it came alone, as many as the time allows; null for one that is refused, or finds a defect. */
async function validateGroup(
  validator: Pick<Validator, 'validate'>,
  { bytes, files, request }: Extract<Request, { kind: 'files' }>,
): Promise<(WrittenResult | null)[]> {
  const until = clock() + SHORT_TIME;
  const results: (WrittenResult | null)[] = [];
  let at = 0;
  for (const { filename, length } of files) {
    if (results.length > 0 && clock() >= until) break;
    results.push(await validatorOfGroup(validator, bytes.subarray(at, at + length), { ...request, filename }));
    at += length;
  }
  return results;
}

async function validatorOfGroup(
  validator: Pick<Validator, 'validate'>,
  bytes: Uint8Array,
  request: Omit<ValidationRequest, 'clock' | 'processor'>,
): Promise<WrittenResult | null> {
  try {
    const result = await whenReady(() => validator.validate(bytes, { ...request, clock, processor }));
    return { text: JSON.stringify(result), verdict: verdictOf(result) };
  } catch {
    // Its caller asks for it alone, and is told what is wrong.
    return null;
  }
}

/** What an envelope adds to the largest document that is taken, in bytes. */
const LARGEST_HEADER = 64 * 1024;

const around = (limits: Limits): Limits =>
  limits?.bytes === undefined ? limits : { ...limits, bytes: limits.bytes + LARGEST_HEADER };

/** The rules that a report breaks, where they are told: beside the lists. */
async function findingsIn(told: WrittenTaxData | null, at: number, network: NetworkRules | null) {
  if (told?.form !== 'json' || network === null) return [];
  const xml = Buffer.from(JSON.parse(new TextDecoder().decode(told.xml)) as string);
  return (await network.validate(xml, 'sk-tax-data', toUtcDay(at))) ?? [];
}

/** A draft as a judged invoice with its checklist. */
export function previewOf({ validate }: Pick<Validator, 'validate'>, { draft, today, reach }: PreviewRequest) {
  const { xml, complete } = openPreview(draft);
  return complete(
    validate(Buffer.from(xml), { filename: null, ruleset: rulesetOf(draft), today, clock, processor }),
    reach,
  );
}
