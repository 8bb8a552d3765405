import { randomUUID } from 'node:crypto';
import { listRulesets } from '@e-invoice/validator/validation';
import { makePreflight, makeResponsePreflight } from '../modules/exchange/preflight/index.ts';
import { makeSending, type Sending } from '../modules/exchange/sending/index.ts';
import { INVOICE_RESPONSE } from '../modules/exchange/status-messages/index.ts';
import type { Outside } from './http-clients.ts';
import type { ProcessParts } from './process-parts.ts';
import type { RenderParts } from './renderers.ts';
import type { Rules } from './rules.ts';

/** Parts that send a document to its receiver. */
export type SendingParts = {
  readonly sending: Sending;
  /** Checks a document before it is sent. */
  readonly preflight: ReturnType<typeof makePreflight>;
  /** Checks an Invoice Response before it is sent. */
  readonly preflightResponse: ReturnType<typeof makeResponsePreflight>;
};

export function makeSendingParts(
  { now }: Pick<ProcessParts, 'now'>,
  { peppol, vat }: Pick<Outside, 'peppol' | 'vat'>,
  { validationPool, validator }: Pick<Rules, 'validationPool' | 'validator'>,
  { renderers }: Pick<RenderParts, 'renderers'>,
): SendingParts {
  return {
    sending: makeSending({ validationPool, peppol, now, newUuid: randomUUID }),
    preflight: makePreflight({
      validationPool,
      renderers,
      peppol,
      vat,
      releases: () => listRulesets(validator.packs),
      now,
    }),
    preflightResponse: makeResponsePreflight({ validationPool, peppol, rules: INVOICE_RESPONSE.rules, now }),
  };
}
