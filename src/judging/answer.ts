import { isRulesRefusal, type Validator, type ValidatorParts, whenReady } from '@e-invoice/validator/validation';
import { readAddressing } from '../envelope/index.ts';
import { readParticulars } from '../particulars/index.ts';
import { openPreview, rulesetOf } from '../preview/index.ts';
import { tellTaxData } from '../tax-data/index.ts';
import type { PreviewRequest, Reply, Request } from './protocol.ts';

const clock = (): number => performance.now();

/** What a thread answers about one file or draft; the limits are those of the validator. */
export async function answerOf(
  validator: Pick<Validator, 'validate'>,
  asked: Request,
  limits: ValidatorParts['limits'] = {},
): Promise<Reply> {
  try {
    if (asked.kind === 'addressing') return { kind: 'addressing', addressing: readAddressing(asked.bytes, limits) };
    if (asked.kind === 'tax data')
      return { kind: 'tax data', told: tellTaxData(asked.bytes, { ...asked.request, limits }) };
    if (asked.kind === 'particulars') return { kind: 'particulars', particulars: readParticulars(asked.bytes, limits) };
    if (asked.kind === 'draft') {
      return { kind: 'preview', preview: await whenReady(() => previewOf(validator, asked.request)) };
    }
    const { bytes, request } = asked;
    return { kind: 'result', result: await whenReady(() => validator.validate(bytes, { ...request, clock })) };
  } catch (error) {
    if (!isRulesRefusal(error)) throw error;
    return { kind: 'refused', refusal: { ...error } };
  }
}

/** A draft as a judged invoice with its checklist. */
export function previewOf({ validate }: Pick<Validator, 'validate'>, { draft, today, reach }: PreviewRequest) {
  const { xml, complete } = openPreview(draft);
  return complete(validate(Buffer.from(xml), { filename: null, ruleset: rulesetOf(draft), today, clock }), reach);
}
