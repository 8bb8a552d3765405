import { readCertificate, readQualifiedStatements } from './stamps/certificates.ts';

/**
 * What evidence is worth, by what can be checked of it:
 *
 * - `signed`: by a key of the service
 * - `signed_and_logged`: and its leaf is in a published checkpoint of the transparency log
 * - `qualified`: and it is sealed with a certificate and stamped with a time that both state to be qualified
 */
export type Grade = 'signed' | 'signed_and_logged' | 'qualified';

/** What there is of one piece of evidence. Everything given has been verified; what was not is left out. */
export type Proven = {
  /** The certificate of the seal, DER; null: a key without one has signed. */
  readonly seal: Uint8Array | null;
  /** True: a published checkpoint covers it. */
  readonly isLogged: boolean;
  /** The time stamp of such a checkpoint; null: none has one. */
  readonly stamp: { readonly isQualified: boolean } | null;
};

/**
 * The grade of evidence. Certificates and stamps state by themselves that they are qualified (ETSI EN 319 412-5 and
 * 319 422); that their issuers may say so is told by the trusted list of their country (eIDAS, article 22), which is not
 * asked here.
 */
export function gradeOf({ seal, isLogged, stamp }: Proven): Grade {
  if (!isLogged) return 'signed';
  return isSealedAsQualified(seal) && stamp?.isQualified === true ? 'qualified' : 'signed_and_logged';
}

function isSealedAsQualified(seal: Uint8Array | null): boolean {
  const certificate = seal === null ? null : readCertificate(seal);
  if (certificate === null) return false;
  const { isQualified, isForSeals } = readQualifiedStatements(certificate);
  return isQualified && isForSeals;
}

/** What a grade says to people, and what it does not. */
export const GRADE_WORDS: Readonly<Record<Grade, { readonly sk: string; readonly en: string }>> = {
  signed: {
    sk: 'Podpísané kľúčom služby. Čas a poradie potvrdzuje len služba sama.',
    en: 'Signed by a key of the service. Time and order are the word of the service alone.',
  },
  signed_and_logged: {
    sk: 'Podpísané a zapísané vo verejnom protokole transparentnosti: dodatočná zmena alebo vynechanie by boli viditeľné.',
    en: 'Signed and entered in the public transparency log: a later change or omission would be seen.',
  },
  qualified: {
    sk: 'Zapečatené a opatrené časovou pečiatkou poskytovateľa, ktorého certifikát aj pečiatka uvádzajú, že sú kvalifikované. Či poskytovateľ toto postavenie má, overte v dôveryhodnom zozname EÚ.',
    en: 'Sealed and time-stamped by a provider whose certificate and stamp both state that they are qualified. Whether the provider has that status, the EU trusted list tells.',
  },
};
