import { isIco } from '@e-invoice/validator/check-digits';
import type { Text } from '@e-invoice/validator/issues';
import type { z } from 'zod';
import type { CheckedVat, KeyRequest } from '../../modules/accounts/index.ts';
import { readVatNumber, type VatNumber } from '../../modules/vat/index.ts';
import type { AppParts } from '../app-parts.ts';
import { makeFieldError } from '../problems/field-errors.ts';
import { makeProblem } from '../problems/problems.ts';
import type { KeyRequestBody } from '../schemas/key-request.ts';

/** So long whoever asks waits for the register, in milliseconds; the operator sees when it did not answer. */
const VAT_MS = 8_000;

/**
 * Receives a request for a key of production and has its VAT number looked up at once.
 *
 * @throws Problem `invalid_request` where neither a right IČO nor a VAT number is given; Refusal `production_only`,
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
    // Whatever the reason: nothing is known, and a person looks at it.
    return { status: 'unknown', name: null };
  }
}

const NEITHER: Text = { sk: 'Uveďte IČO alebo IČ DPH.', en: 'Give the IČO or the VAT number.' };
const NO_ICO: Text = {
  sk: 'IČO má osem číslic; kontrolná číslica nesedí.',
  en: 'An IČO has eight digits; the check digit does not fit.',
};

const badField = (field: 'ico' | 'vat', detail: Text) =>
  makeProblem('invalid_request', { count: 1 }, { errors: [{ ...makeFieldError('body', [field], 'invalid'), detail }] });
