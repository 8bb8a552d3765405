import type { evidencePdf as english } from '../en/evidence-pdf.ts';
import type { TranslationOf } from '../icu/translation.ts';

export const evidencePdf = {
  'evidence-pdf.page': 'strana {page} z {pages}',
  'evidence-pdf.gradeTitle': 'Stupeň dôkazu',
  'evidence-pdf.howTitle': 'Ako protokol overiť',
  'evidence-pdf.nature': 'Tento súbor PDF je na čítanie. Dôkazom je podpísaný záznam evidence.json v archíve ZIP; ostatné súbory archívu, aj tento, k nemu viaže podpísaný zoznam SHA256SUMS.',
  'evidence-pdf.online': '1. Na stránke {url} vložte archív ZIP a prípadne faktúru. Kontrola prebehne v prehliadači, súbory sa neodosielajú.',
  'evidence-pdf.onlineHere': '1. Na stránke {path} tejto služby vložte archív ZIP a prípadne faktúru. Kontrola prebehne v prehliadači.',
  'evidence-pdf.offline': '2. Bez siete: „node verify.mjs <archív ZIP> --keys jwks.json“, s kľúčmi zo služby (/.well-known/).',
  'evidence-pdf.byHand': '3. Ručne: postup bežnými nástrojmi je v súbore OVERENIE.txt.',
  'evidence-pdf.moreCauses': 'Ďalšie príčiny ({more}) sú v súbore evidence.json.',
  'evidence-pdf.qr': 'QR kód s adresou stránky na overenie',
  'evidence-pdf.unknownSigns': 'Znaky, ktoré písmo tohto súboru nemá, zastupuje �. Presné znenie je v súbore evidence.json.',
  'evidence-pdf.grade.signed': 'Podpísaný. Záznam podpísala služba svojím kľúčom. Keď tento súbor vznikol, dôkaz o zápise do verejného denníka ani kvalifikovaná pečať k nemu neboli priložené.',
  'evidence-pdf.grade.signed_and_logged': 'Podpísaný a verejne zapísaný. Záznam podpísala služba svojím kľúčom a zapísala ho do verejného denníka, v ktorom sa nič nedá nepozorovane zmeniť ani vynechať; dôkaz je v súbore evidence.tlog-proof.',
  'evidence-pdf.grade.qualified': 'Opatrený pečaťou a časovou pečiatkou, ktorých certifikáty uvádzajú, že ich vydal kvalifikovaný poskytovateľ. Či ním v danom čase bol, ukazuje dôveryhodný zoznam EÚ.',
} as const satisfies TranslationOf<typeof english>;
