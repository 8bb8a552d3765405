import { isBelgian, isDanish, isDic, isGs1, isIco, isLuhn, isNorwegian } from '@e-invoice/validator/check-digits';
import type { Text } from '@e-invoice/validator/issues';
import { inEachLanguage, text, textIn } from '../../../locales/index.ts';
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

const fault = (detail: Text): ReadParticipant => ({ ok: false, detail });

/** Parses `scheme:id`, optionally prefixed with `iso6523-actorid-upis::`. Returns the reason when it is invalid. */
export function readParticipant(written: string): ReadParticipant {
  const compact = written.trim().replace(/^iso6523-actorid-upis::/i, '');
  const parts = /^(\d{4}):(.+)$/.exec(compact);
  if (parts === null) return withoutScheme(compact);
  const [, scheme, id] = parts as unknown as [string, string, string];
  if (id.length > 50 || !/^[A-Za-z0-9\-._~+:/]+$/.test(id)) {
    return fault(text('peppol.participant.form'));
  }
  return { ok: true, participant: { scheme, id, value: `${scheme}:${id}`.toLowerCase(), hint: hintOf(scheme, id) } };
}

function withoutScheme(compact: string): ReadParticipant {
  const digits = compact.replace(/^SK/i, '');
  if (/^\d{10}$/.test(digits)) {
    return fault(text('peppol.participant.scheme-of-digits', { digits }));
  }
  return fault(text('peppol.participant.scheme'));
}

function hintOf(code: string, id: string): Text | null {
  const scheme = SCHEMES.get(code);
  if (scheme === undefined || SANDBOX_PARTICIPANTS.has(`${code}:${id}`)) return null;
  const { name, format, form, check } = scheme;
  if (!form.test(id)) {
    return inEachLanguage((language) =>
      textIn(language, 'peppol.participant.id-form', { code, name: name[language], format: format[language] }),
    );
  }
  if (check === null || CHECKS[check](id.replace(/^[A-Z]{2}/i, ''))) return null;
  return inEachLanguage((language) =>
    textIn(language, 'peppol.participant.check-digits', { code, name: name[language] }),
  );
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
