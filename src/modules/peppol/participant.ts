import { isBelgian, isDanish, isDic, isGs1, isIco, isLuhn, isNorwegian } from '@e-invoice/validator/check-digits';
import type { Text } from '@e-invoice/validator/issues';
import { SANDBOX_PARTICIPANTS, SCHEMES, type SchemeCheck } from './schemes.data.ts';

/** A participant of the Peppol network, such as `0245:2020317068`. */
export type Participant = {
  /** Four digits: an EAS or ISO 6523 code. */
  readonly scheme: string;
  readonly id: string;
  /** Scheme and id, in lower case: identifiers are case-insensitive (Peppol policy 4.4.0). */
  readonly value: string;
  /** Warning about an unusual id; the lookup is performed anyway. */
  readonly hint: Text | null;
};

type ReadParticipant =
  | { readonly ok: true; readonly participant: Participant }
  | { readonly ok: false; readonly detail: Text };

const fault = (sk: string, en: string): ReadParticipant => ({ ok: false, detail: { sk, en } });

/** Parses `scheme:id`, optionally prefixed with `iso6523-actorid-upis::`. Returns the reason when it is invalid. */
export function readParticipant(text: string): ReadParticipant {
  const compact = text.trim().replace(/^iso6523-actorid-upis::/i, '');
  const parts = /^(\d{4}):(.+)$/.exec(compact);
  if (parts === null) return withoutScheme(compact);
  const [, scheme, id] = parts as unknown as [string, string, string];
  if (id.length > 50 || !/^[A-Za-z0-9\-._~+:/]+$/.test(id)) {
    return fault(
      'Identifikátor účastníka má najviac 50 znakov: písmená, číslice a - . _ ~ + : /.',
      'A participant identifier has at most 50 characters: letters, digits and - . _ ~ + : /.',
    );
  }
  return { ok: true, participant: { scheme, id, value: `${scheme}:${id}`.toLowerCase(), hint: hintOf(scheme, id) } };
}

function withoutScheme(compact: string): ReadParticipant {
  const digits = compact.replace(/^SK/i, '');
  if (/^\d{10}$/.test(digits)) {
    return fault(
      `Chýba schéma. Slovenský účastník sa hľadá podľa DIČ: 0245:${digits}.`,
      `The scheme is missing. A Slovak participant is looked up by its DIČ: 0245:${digits}.`,
    );
  }
  return fault(
    'Účastník sa uvádza ako schéma a identifikátor, napríklad 0245:2020317068.',
    'A participant is given as scheme and identifier, such as 0245:2020317068.',
  );
}

function hintOf(code: string, id: string): Text | null {
  const scheme = SCHEMES.get(code);
  if (scheme === undefined || SANDBOX_PARTICIPANTS.has(`${code}:${id}`)) return null;
  const { name, format, form, check } = scheme;
  if (!form.test(id)) {
    const sk = `Identifikátor v schéme ${code} (${name.sk}) má mať tvar: ${format.sk}.`;
    return { sk, en: `An identifier of scheme ${code} (${name.en}) has the form: ${format.en}.` };
  }
  if (check === null || CHECKS[check](id.replace(/^[A-Z]{2}/i, ''))) return null;
  const sk = `Kontrolné číslice identifikátora v schéme ${code} (${name.sk}) nesedia; pravdepodobne je v ňom preklep.`;
  return {
    sk,
    en: `The check digits of this identifier of scheme ${code} (${name.en}) are wrong; it is probably mistyped.`,
  };
}

const CHECKS: Readonly<Record<SchemeCheck, (digits: string) => boolean>> = {
  dic: isDic,
  ico: isIco,
  gln: isGs1,
  luhn: isLuhn,
  norwegian: isNorwegian,
  danish: isDanish,
  belgian: isBelgian,
};
