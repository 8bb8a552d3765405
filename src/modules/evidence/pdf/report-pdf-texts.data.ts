import type { Text } from '@e-invoice/validator/issues';
import type { Grade } from './sheet.ts';

/** Texts that only the PDF report uses. */
export const PDF_WORDS = {
  page: { sk: 'strana {page} z {pages}', en: 'page {page} of {pages}' },
  gradeTitle: { sk: 'Stupeň dôkazu', en: 'Grade of the evidence' },
  howTitle: { sk: 'Ako protokol overiť', en: 'How to verify this report' },
  nature: {
    sk:
      'Tento súbor PDF je na čítanie. Dôkazom je podpísaný záznam evidence.json v archíve ZIP; ostatné súbory archívu, aj tento, ' +
      'k nemu viaže podpísaný zoznam SHA256SUMS.',
    en:
      'This PDF is for reading. The evidence is the signed record evidence.json in the ZIP archive; the signed list SHA256SUMS ' +
      'ties the other files of the archive to it, this one included.',
  },
  online: {
    sk: '1. Na stránke {url} vložte archív ZIP a prípadne faktúru. Kontrola prebehne v prehliadači, súbory sa neodosielajú.',
    en: '1. Drop the ZIP archive, and the invoice if you have it, at {url}. The check runs in your browser; no file is sent.',
  },
  onlineHere: {
    sk: '1. Na stránke {path} tejto služby vložte archív ZIP a prípadne faktúru. Kontrola prebehne v prehliadači.',
    en: '1. Drop the ZIP archive, and the invoice if you have it, at {path} of this service. The check runs in your browser.',
  },
  offline: {
    sk: '2. Bez siete: „node verify.mjs <archív ZIP> --keys jwks.json“, s kľúčmi zo služby (/.well-known/).',
    en: '2. Offline: “node verify.mjs <ZIP archive> --keys jwks.json”, with keys of the service (/.well-known/).',
  },
  byHand: {
    sk: '3. Ručne: postup bežnými nástrojmi je v súbore OVERENIE.txt.',
    en: '3. By hand: the file OVERENIE.txt describes how, with common tools.',
  },
  moreCauses: {
    sk: 'Ďalšie príčiny ({more}) sú v súbore evidence.json.',
    en: 'Further causes ({more}) are in evidence.json.',
  },
  qr: { sk: 'QR kód s adresou stránky na overenie', en: 'QR code with the address of the verification page' },
  unknownSigns: {
    sk: 'Znaky, ktoré písmo tohto súboru nemá, zastupuje \uFFFD. Presné znenie je v súbore evidence.json.',
    en: 'Characters that the font of this file does not contain are printed as \uFFFD. The exact text is in evidence.json.',
  },
} as const satisfies Readonly<Record<string, Text>>;

/** Descriptions of the grade at the time the file is written. */
export const GRADE_WORDS: Readonly<Record<Grade, Text>> = {
  signed: {
    sk: 'Podpísaný. Záznam podpísala služba svojím kľúčom. Keď tento súbor vznikol, dôkaz o zápise do verejného denníka ani kvalifikovaná pečať k nemu neboli priložené.',
    en: 'Signed. The service signed the record with its key. When this file was made, neither a proof of the public log nor a qualified seal was enclosed.',
  },
  signed_and_logged: {
    sk: 'Podpísaný a verejne zapísaný. Záznam podpísala služba svojím kľúčom a zapísala ho do verejného denníka, v ktorom sa nič nedá nepozorovane zmeniť ani vynechať; dôkaz je v súbore evidence.tlog-proof.',
    en: 'Signed and publicly logged. The service signed the record with its key and entered it into a public log, where nothing can be changed or left out unnoticed; the proof is in evidence.tlog-proof.',
  },
  qualified: {
    sk: 'Opatrený pečaťou a časovou pečiatkou, ktorých certifikáty uvádzajú, že ich vydal kvalifikovaný poskytovateľ. Či ním v danom čase bol, ukazuje dôveryhodný zoznam EÚ.',
    en: 'Sealed and time-stamped with certificates that state a qualified provider. The trusted lists of the EU show whether it was qualified at that time.',
  },
};
