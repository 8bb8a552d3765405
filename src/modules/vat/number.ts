import { isIco } from '@e-invoice/validator/check-digits';
import type { Text } from '@e-invoice/validator/issues';
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
const fault = (code: VatFaultCode, sk: string, en: string): ReadVatNumber => ({ ok: false, code, detail: { sk, en } });

/** Parses a VAT number in any case, with separators, with GR for Greece. Returns the reason when it is invalid. */
export function readVatNumber(text: string): ReadVatNumber {
  const compact = text.replace(SEPARATORS, '').toUpperCase();
  if (compact === '') return fault('empty', 'Číslo je prázdne.', 'The number is empty.');
  if (!/^[A-Z]{2}/.test(compact)) return withoutPrefix(compact, text);
  const prefix = compact.slice(0, 2);
  const country = prefix === 'GR' ? 'EL' : prefix;
  const number = compact.slice(2);
  const structure = STRUCTURES.get(country);
  if (structure === undefined) return unknownState(prefix);
  const wrong = /[^0-9A-Z+*]/.exec(number);
  if (wrong !== null) {
    return fault(
      'characters',
      `Číslo obsahuje znak „${wrong[0]}“, ktorý v IČ DPH nebýva.`,
      `The number holds the character “${wrong[0]}”, which VAT numbers do not have.`,
    );
  }
  if (!structure.form.test(number)) {
    const { description, example } = structure;
    const meant = meantNumber(country, number);
    return fault(
      'structure',
      `Za ${country} má nasledovať: ${description.sk} (napríklad ${example}); počet uvedených znakov: ${number.length}.${meant === null ? '' : ` Pravdepodobne ide o ${meant}.`}`,
      `${country} must be followed by ${description.en} (such as ${example}); ${number.length} characters were found.${meant === null ? '' : ` The number meant is probably ${meant}.`}`,
    );
  }
  const checksumValid = hintOfChecksum(country, number);
  return { ok: true, number: { vat: `${country}${number}`, country, number, checksumValid } };
}

function withoutPrefix(compact: string, text: string): ReadVatNumber {
  // Users often send it instead of the IČ DPH.
  if (isIco(compact)) {
    return fault(
      'no_prefix',
      'Toto je IČO. Overuje sa IČ DPH: SK a desať číslic.',
      'This is an IČO, a company registration number. What can be verified is the IČ DPH: SK and ten digits.',
    );
  }
  if (/^\d{10}$/.test(compact) && hintOfChecksum('SK', compact) !== false) {
    return fault(
      'no_prefix',
      `Chýba kód štátu. Ak ide o slovenského platiteľa, jeho IČ DPH je zvyčajne SK${compact}.`,
      `The prefix of the state is missing. A Slovak payer’s IČ DPH is usually SK${compact}.`,
    );
  }
  const meant = meantWithoutPrefix(text);
  if (meant !== null) {
    return fault(
      'no_prefix',
      `Chýba kód štátu. Pravdepodobne ide o ${meant}.`,
      `The prefix of the state is missing. The number meant is probably ${meant}.`,
    );
  }
  return fault(
    'no_prefix',
    'Číslo sa má začínať dvoma písmenami štátu, napríklad SK.',
    'The number must start with the two letters of its state, such as SK.',
  );
}

function unknownState(prefix: string): ReadVatNumber {
  if (prefix === 'GB') {
    return fault(
      'state_unknown',
      'Čísla Spojeného kráľovstva (GB) VIES neoveruje, iba Severné Írsko (XI).',
      'VIES does not verify numbers of the United Kingdom (GB), only of Northern Ireland (XI).',
    );
  }
  if (prefix === 'EU' || prefix === 'IM') {
    return fault(
      'state_unknown',
      `Čísla ${prefix} patria do osobitných úprav OSS a IOSS a VIES ich neoveruje.`,
      `Numbers with ${prefix} belong to the special schemes OSS and IOSS; VIES does not verify them.`,
    );
  }
  return fault(
    'state_unknown',
    `${prefix} nie je kódom členského štátu EÚ ani Severného Írska (XI).`,
    `${prefix} is not the code of a member state of the EU, nor of Northern Ireland (XI).`,
  );
}
