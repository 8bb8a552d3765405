import { hash } from 'node:crypto';
import { compareFiles, convertFile } from '@e-invoice/validator/conversion';
import {
  isRulesRefusal,
  type ValidationRequest,
  type Validator,
  type ValidatorParts,
  validateEnvelope,
  whenReady,
} from '@e-invoice/validator/validation';
import { duplicateKey } from '../../lib/duplicate-key.ts';
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

/** CPU time of this thread, so that corrections are not skipped on a busy machine. */
const processor = threadTime;

const sha256 = (content: Uint8Array | string): string => hash('sha256', content);

type Limits = ValidatorParts['limits'];

/** Handles one request in a thread. The limits are those of the validator. */
export async function answerOf(
  validator: Pick<Validator, 'validate'>,
  message: Request,
  limits: Limits = {},
  network: NetworkRules | null = null,
): Promise<Reply> {
  try {
    if (message.kind === 'addressing') return { kind: 'addressing', addressing: readAddressing(message.bytes, limits) };
    if (message.kind === 'for sending') {
      return { kind: 'for sending', read: readForSending(message.bytes, { at: message.at, limits }) };
    }
    if (message.kind === 'tax data') {
      const taxData = writeTaxData(message.bytes, { ...message.request, limits });
      return { kind: 'tax data', taxData, findings: await findingsIn(taxData, message.request.at, network) };
    }
    if (message.kind === 'particulars')
      return { kind: 'particulars', particulars: readParticulars(message.bytes, limits) };
    if (message.kind === 'network') {
      if (network === null) throw new Error('Network rules are not loaded in this thread');
      return { kind: 'network', findings: await network.validate(message.bytes, message.pack, message.today) };
    }
    if (message.kind === 'envelope')
      return { kind: 'envelope', verdict: validateEnvelope(message.bytes, around(limits)) };
    if (message.kind === 'convert')
      return { kind: 'convert', converted: convertFile(message.bytes, message.to, { limits, sha256 }) };
    if (message.kind === 'compare') {
      const { bytes, split } = message;
      const [left, right] = [bytes.subarray(0, split), bytes.subarray(split)];
      return { kind: 'compare', compared: compareFiles(left, right, { limits, sha256 }) };
    }
    if (message.kind === 'files') return { kind: 'results', results: await validateGroup(validator, message) };
    if (message.kind === 'draft') {
      return { kind: 'preview', preview: await whenReady(() => previewOf(validator, message.request)) };
    }
    const { bytes, request } = message;
    const result = await whenReady(() => validator.validate(bytes, { ...request, clock, processor }));
    return { kind: 'result', result: request.details ? { ...result, details: readDetails(bytes, limits) } : result };
  } catch (error) {
    if (!isRulesRefusal(error)) throw error;
    return { kind: 'refused', refusal: { ...error } };
  }
}

/**
 * Time slice in milliseconds: files not started within it are returned, and the caller requests them again, so that
 * other requests are not delayed.
 */
const SHORT_TIME = 50;

/**
 * Validates as many files as the time slice allows, each as if alone. Null for a file that is rejected or triggers a
 * defect.
 */
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
    return { text: JSON.stringify(result), verdict: verdictOf(result), duplicateKey: duplicateKey(result) };
  } catch {
    // The caller repeats the file individually and gets the error.
    return null;
  }
}

/** Bytes that an envelope may add to a document of maximum size. */
const LARGEST_HEADER = 64 * 1024;

const around = (limits: Limits): Limits =>
  limits?.bytes === undefined ? limits : { ...limits, bytes: limits.bytes + LARGEST_HEADER };

/** Returns the rules that a JSON report violates. Other forms have no rules. */
async function findingsIn(taxData: WrittenTaxData | null, at: number, network: NetworkRules | null) {
  if (taxData?.form !== 'json' || network === null) return [];
  const xml = Buffer.from(JSON.parse(new TextDecoder().decode(taxData.xml)) as string);
  return (await network.validate(xml, 'sk-tax-data', toUtcDay(at))) ?? [];
}

/** Validates the invoice of a draft and adds its checklist. */
export function previewOf({ validate }: Pick<Validator, 'validate'>, { draft, today, reach }: PreviewRequest) {
  const { xml, complete } = openPreview(draft);
  return complete(
    validate(Buffer.from(xml), { filename: null, ruleset: rulesetOf(draft), today, clock, processor }),
    reach,
  );
}
