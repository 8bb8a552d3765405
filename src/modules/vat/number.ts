import { isIco } from '@e-invoice/validator/check-digits';
import type { Text } from '@e-invoice/validator/issues';
import { text } from '../../../locales/index.ts';
import { hintOfChecksum } from './checksum.ts';
import { meantNumber, meantWithoutPrefix } from './domestic-forms.ts';
import { STRUCTURES } from './structures.data.ts';

export type VatNumber = {
  /** Prefix and number, without space: `SK2020317068`. */
  readonly vat: string;
  /** Prefix in VIES form: EL for Greece, XI for Northern Ireland. */
  readonly country: string;
  readonly number: string;
  /** Only a hint: numbers that fail are verified too. Null: no hint. */
  readonly checksumValid: boolean | null;
};

type VatFaultCode = 'empty' | 'no_prefix' | 'state_unknown' | 'characters' | 'structure';

type VatFault = { readonly code: VatFaultCode; readonly detail: Text };

type ReadVatNumber = { readonly ok: true; readonly number: VatNumber } | ({ readonly ok: false } & VatFault);

const SEPARATORS = /[\s.\-/_\u00a0\u2010-\u2015]/g;
const fault = (code: VatFaultCode, detail: Text): ReadVatNumber => ({ ok: false, code, detail });

/** Parses a VAT number in any case, with separators, with GR for Greece. Returns the reason when it is invalid. */
export function readVatNumber(written: string): ReadVatNumber {
  const compact = written.replace(SEPARATORS, '').toUpperCase();
  if (compact === '') return fault('empty', text('vat.empty'));
  if (!/^[A-Z]{2}/.test(compact)) return withoutPrefix(compact, written);
  const prefix = compact.slice(0, 2);
  const country = prefix === 'GR' ? 'EL' : prefix;
  const number = compact.slice(2);
  const structure = STRUCTURES.get(country);
  if (structure === undefined) return unknownState(prefix);
  const wrong = /[^0-9A-Z+*]/.exec(number);
  if (wrong !== null) {
    return fault('characters', text('vat.characters', { character: wrong[0] }));
  }
  if (!structure.form.test(number)) {
    const { description, example } = structure;
    const meant = meantNumber(country, number);
    return fault(
      'structure',
      text('vat.structure', {
        country,
        description,
        example,
        length: number.length,
        meant: meant ?? 'none',
      }),
    );
  }
  const checksumValid = hintOfChecksum(country, number);
  return { ok: true, number: { vat: `${country}${number}`, country, number, checksumValid } };
}

function withoutPrefix(compact: string, written: string): ReadVatNumber {
  // Users often send it instead of the IČ DPH.
  if (isIco(compact)) {
    return fault('no_prefix', text('vat.no_prefix'));
  }
  if (/^\d{10}$/.test(compact) && hintOfChecksum('SK', compact) !== false) {
    return fault('no_prefix', text('vat.no_prefix-2', { compact }));
  }
  const meant = meantWithoutPrefix(written);
  if (meant !== null) {
    return fault('no_prefix', text('vat.no_prefix-3', { meant }));
  }
  return fault('no_prefix', text('vat.no_prefix-4'));
}

function unknownState(prefix: string): ReadVatNumber {
  if (prefix === 'GB') {
    return fault('state_unknown', text('vat.state_unknown'));
  }
  if (prefix === 'EU' || prefix === 'IM') {
    return fault('state_unknown', text('vat.state_unknown-2', { prefix }));
  }
  return fault('state_unknown', text('vat.state_unknown-3', { prefix }));
}
