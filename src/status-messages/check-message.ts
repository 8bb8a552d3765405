import { RESPONSE_CODES } from './codes.data.ts';
import type { Finding, StatusMessage } from './message.ts';

type Read = Omit<StatusMessage, 'findings'>;
type Rule = Finding & { readonly broken: (message: Read) => boolean };

/** A service provider of Peppol (MLS 1.0): six digits, then perhaps a use case and a suffix. */
const PROVIDER = /^0242:\d{6}(-[A-Z0-9_]{3,12})?(\.[A-Z0-9\-._~]{3,24})?$/i;
const ZONE = /(Z|[+-]\d\d:\d\d)$/;
const MLS_CODES: ReadonlySet<string | null> = new Set(['AP', 'AB', 'RE']);
const KNOWN_RESPONSES: ReadonlySet<string | null> = new Set(RESPONSE_CODES);
const REASONS: ReadonlySet<string | null> = new Set(['BV', 'BW', 'SV', 'FD']);
/** A business warning alone is no failure. */
const FAILURES: ReadonlySet<string | null> = new Set(['BV', 'SV', 'FD']);

/** Of both kinds. */
const COMMON: readonly Rule[] = [
  {
    id: 'MESSAGE-ID',
    sk: 'Správa nemá identifikátor.',
    en: 'The message has no identifier.',
    broken: ({ id }) => id === null,
  },
  {
    id: 'MESSAGE-DATE',
    sk: 'Dátum vystavenia správy chýba alebo má časové pásmo.',
    en: 'The issue date of the message is missing, or has a time zone.',
    broken: ({ issueDate }) => !/^\d{4}-\d\d-\d\d$/.test(issueDate ?? ''),
  },
  {
    id: 'MESSAGE-ANSWERS',
    sk: 'Správa má odpovedať na práve jeden doklad.',
    en: 'A message answers exactly one document.',
    broken: ({ answers }) => answers !== 1,
  },
  {
    id: 'MESSAGE-REFERENCE',
    sk: 'Správa neuvádza, na ktorý doklad odpovedá.',
    en: 'The message does not say which document it answers.',
    broken: ({ reference }) => reference === null,
  },
];

const MLS: readonly Rule[] = [
  {
    id: 'MLS-TIME',
    sk: 'Čas vystavenia správy chýba alebo nemá časové pásmo.',
    en: 'The issue time of the message is missing, or has no time zone.',
    broken: ({ issueTime }) => !ZONE.test(issueTime ?? ''),
  },
  {
    id: 'MLS-PARTIES',
    sk: 'Odosielateľ a príjemca MLS musia byť poskytovatelia služby (schéma 0242).',
    en: 'Sender and receiver of an MLS must be service providers (scheme 0242).',
    broken: ({ sender, receiver }) => !PROVIDER.test(sender ?? '') || !PROVIDER.test(receiver ?? ''),
  },
  {
    id: 'MLS-CODE',
    sk: 'Kód odpovede MLS musí byť AP, AB alebo RE.',
    en: 'The response code of an MLS must be AP, AB or RE.',
    broken: ({ code }) => !MLS_CODES.has(code),
  },
  {
    id: 'MLS-RE-DESCRIPTION',
    sk: 'Odmietnutie (RE) musí mať slovné vysvetlenie.',
    en: 'A rejection (RE) needs a description.',
    broken: ({ code, description }) => code === 'RE' && description === null,
  },
  {
    id: 'MLS-RE-LINES',
    sk: 'Odmietnutie (RE) musí uviesť aspoň jednu chybu.',
    en: 'A rejection (RE) must tell at least one failure.',
    broken: ({ code, lines }) => code === 'RE' && !lines.some(({ reason }) => FAILURES.has(reason)),
  },
  {
    id: 'MLS-POSITIVE-FAILURE',
    sk: 'Kladná odpoveď nesmie obsahovať chybu.',
    en: 'A positive status must tell no failure.',
    broken: ({ code, lines }) => code !== 'RE' && lines.some(({ reason }) => FAILURES.has(reason)),
  },
  {
    id: 'MLS-REASON',
    sk: 'Dôvod musí byť BV, BW, SV alebo FD a musí mať vysvetlenie.',
    en: 'A reason must be BV, BW, SV or FD, and have a description.',
    broken: ({ lines }) => lines.some(({ reason, description }) => !REASONS.has(reason) || description === null),
  },
];

const INVOICE_RESPONSE: readonly Rule[] = [
  {
    id: 'IMR-CODE',
    sk: 'Kód odpovede kupujúceho musí byť AB, IP, UQ, CA, RE, AP alebo PD.',
    en: 'The code of an Invoice Response must be AB, IP, UQ, CA, RE, AP or PD.',
    broken: ({ code }) => !KNOWN_RESPONSES.has(code),
  },
  {
    id: 'IMR-PARTIES',
    sk: 'Chýba elektronická adresa odosielateľa alebo príjemcu odpovede.',
    en: 'The electronic address of the sender or receiver of the response is missing.',
    broken: ({ sender, receiver }) => sender === null || receiver === null,
  },
];

/** The rules of its kind that a message breaks (MLS 1.0; Peppol BIS 3, T111). */
export function findingsOf(message: Read): Finding[] {
  const rules = [...COMMON, ...(message.kind === 'mls' ? MLS : INVOICE_RESPONSE)];
  return rules.filter(({ broken }) => broken(message)).map(({ id, sk, en }) => ({ id, sk, en }));
}
