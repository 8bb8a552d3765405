import { isIco } from '@e-invoice/validator/check-digits';
import type { Text } from '@e-invoice/validator/issues';
import type { z } from 'zod';
import { text } from '../../../../locales/index.ts';
import { type AppParts, makeFieldError, makeProblem } from '../../../http/index.ts';
import { readVatNumber, type VatNumber } from '../../vat/index.ts';
import type { CheckedVat, KeyRequest } from '../index.ts';
import type { KeyRequestBody } from './key-request-schemas.ts';

/** How long the request waits for the VAT register, in milliseconds; the operator sees that it did not respond. */
const VAT_MS = 8_000;

/**
 * Stores a request for a production key and looks up its VAT number.
 *
 * @throws Problem `invalid_request` without a valid IČO or VAT number; Refusal `production_only`,
 *   `key_requests_used_up`
 */
export async function receiveKeyRequest(
  { accounts, vat }: Pick<AppParts, 'accounts' | 'vat'>,
  body: z.output<typeof KeyRequestBody>,
  client: string,
): Promise<KeyRequest> {
  const ico = body.ico?.replaceAll(/\s/g, '') ?? null;
  if (ico !== null && !isIco(ico)) throw badField('ico', NO_ICO);
  const read = body.vat == null ? null : readVatNumber(body.vat);
  if (read?.ok === false) throw badField('vat', read.detail);
  if (ico === null && read === null) throw badField('ico', NEITHER);
  const number = read?.number ?? null;
  const made = await accounts.keyRequests.receive({ ...body, ico, vat: number?.vat ?? null }, client);
  return accounts.keyRequests.noteVat(made.id, await check(vat, number));
}

async function check(vat: AppParts['vat'], number: VatNumber | null): Promise<CheckedVat> {
  if (number === null) return { status: 'none', name: null };
  try {
    const query = { number, requester: null, trader: null };
    const { answer } = await vat.verify(query, { maxAge: 0, timeLimit: VAT_MS });
    return { status: answer.valid ? 'valid' : 'invalid', name: answer.name };
  } catch {
    // After any error the status is unknown, and a person checks it.
    return { status: 'unknown', name: null };
  }
}

const NEITHER: Text = text('key-request.neither');
const NO_ICO: Text = text('key-request.no-ico');

const badField = (field: 'ico' | 'vat', detail: Text) =>
  makeProblem('invalid_request', { count: 1 }, { errors: [{ ...makeFieldError('body', [field], 'invalid'), detail }] });
