/**
 * Texts of findings by code; `{file}` is the file concerned, `{detail}` a value. A note is not an error: it concerns
 * bytes that do not affect any content, or facts for the user to consider.
 */
export const FINDINGS = {
  zip_broken: {
    level: 'fault',
    sk: 'Súbor nie je celý archív ZIP: chýba mu koniec alebo je poškodený.',
    en: 'The file is no whole ZIP archive: its end is missing or damaged.',
  },
  zip_trailing: {
    level: 'fault',
    sk: 'Za koncom archívu je niečo pripojené.',
    en: 'Something has been added behind the end of the archive.',
  },
  zip_directory: {
    level: 'fault',
    sk: 'Zoznam súborov archívu je poškodený alebo zmenený.',
    en: 'The directory of the archive is damaged or changed.',
  },
  zip_too_large: {
    level: 'fault',
    sk: 'Archív obsahuje viac, než protokol mať môže{file}.',
    en: 'The archive holds more than evidence can have{file}.',
  },
  zip_twice: {
    level: 'fault',
    sk: 'Súbor {file} je v archíve dvakrát.',
    en: 'The file {file} is in the archive twice.',
  },
  zip_path: {
    level: 'fault',
    sk: 'Názov {file} vedie mimo archívu alebo nie je názvom súboru.',
    en: 'The name {file} leads out of the archive or is no file name.',
  },
  zip_gap: {
    level: 'fault',
    sk: 'V archíve je miesto, ktoré nepatrí žiadnemu súboru{file}.',
    en: 'There is a place in the archive that belongs to no file{file}.',
  },
  zip_no_file: {
    level: 'fault',
    sk: 'Súbor {file} nie je v archíve tam, kde ho uvádza jeho zoznam súborov.',
    en: 'The file {file} is not at the position stated in the directory of the archive.',
  },
  zip_head_differs: {
    level: 'fault',
    sk: 'Hlavička súboru {file} sa líši od zoznamu súborov archívu.',
    en: 'The head of the file {file} differs from the directory of the archive.',
  },
  zip_method: {
    level: 'fault',
    sk: 'Súbor {file} je zašifrovaný alebo zabalený neznámym spôsobom.',
    en: 'The file {file} is encrypted or packed in an unknown way.',
  },
  zip_content: {
    level: 'fault',
    sk: 'Obsah súboru {file} je v archíve poškodený alebo zmenený.',
    en: 'The content of the file {file} is damaged or changed in the archive.',
  },
  zip_foreign: {
    level: 'note',
    sk: 'Obal súboru {file} nie je taký, ako ho zapisuje služba: archív prebalil iný program alebo ho niekto zmenil. Obsahu sa to netýka.',
    en: 'The file {file} is not packed as the service packs it: the archive was repacked by another program or changed. The content is not affected.',
  },
  file_differs: {
    level: 'fault',
    sk: 'Súbor {file} nie je ten, ktorý bol podpísaný.',
    en: 'The file {file} is not the one that was signed.',
  },
  file_missing: {
    level: 'fault',
    sk: 'V archíve chýba súbor {file}.',
    en: 'The file {file} is missing from the archive.',
  },
  file_unknown: {
    level: 'fault',
    sk: 'Súbor {file} do archívu nepatrí: nikto ho nepodpísal.',
    en: 'The file {file} does not belong to the archive: it is not signed.',
  },
  sums_changed: {
    level: 'fault',
    sk: 'Zoznam odtlačkov SHA256SUMS alebo jeho podpis SHA256SUMS.jws bol zmenený ({file}).',
    en: 'The list of digests SHA256SUMS or its signature SHA256SUMS.jws was changed ({file}).',
  },
  report_unreadable: {
    level: 'fault',
    sk: '{file} nie je čitateľný protokol ({detail}).',
    en: '{file} is no readable report ({detail}).',
  },
  signature_missing: {
    level: 'fault',
    sk: '{file} nemá podpis v podobe, v akej ho služba vydáva.',
    en: '{file} has no signature of the form that the service gives.',
  },
  signature_broken: {
    level: 'fault',
    sk: '{file} bol po podpísaní kľúčom {detail} zmenený.',
    en: '{file} was changed after it was signed with the key {detail}.',
  },
  certificate_differs: {
    level: 'fault',
    sk: 'Certifikát pri podpise ({file}) nepatrí kľúču {detail}.',
    en: 'The certificate included with the signature ({file}) does not match the key {detail}.',
  },
  key_retired: {
    level: 'fault',
    sk: 'Protokol má neskorší dátum, než keď bol jeho kľúč vyradený ({detail}).',
    en: 'The report is dated later than its key was retired ({detail}).',
  },
  key_younger: {
    level: 'note',
    sk: 'Protokol má skorší dátum, než keď vznikol jeho kľúč ({detail}): podpísaný bol až potom. Jeho čas sám nič nedokazuje.',
    en: 'The report is dated earlier than its key was made ({detail}): it was signed after that. Its time alone proves nothing.',
  },
  keys_unreadable: {
    level: 'fault',
    sk: '{file} nie je súbor verejných kľúčov.',
    en: '{file} is no file of public keys.',
  },
  invoice_differs: {
    level: 'fault',
    sk: 'Faktúra v archíve nie je tá, o ktorej je protokol: jej odtlačok SHA-256 je {detail}.',
    en: 'The invoice in the archive is not the one that the report is about: its SHA-256 is {detail}.',
  },
  other_invoice: {
    level: 'mismatch',
    sk: 'Faktúra nie je tá, o ktorej je protokol: jej odtlačok SHA-256 je {detail}.',
    en: 'The invoice is not the one that the report is about: its SHA-256 is {detail}.',
  },
  proof_unreadable: {
    level: 'fault',
    sk: '{file} nie je dôkaz o zápise v denníku.',
    en: '{file} is no proof of an entry in the log.',
  },
  proof_differs: {
    level: 'fault',
    sk: 'Dôkaz {file} nie je o tomto protokole alebo bol zmenený.',
    en: 'The proof {file} is not of this report, or was changed.',
  },
  checkpoint_unsigned: {
    level: 'fault',
    sk: 'Stav denníka v súbore {file} nie je podpísaný kľúčom denníka {detail}.',
    en: 'The checkpoint in {file} is not signed with the key of the log {detail}.',
  },
  log_other: {
    level: 'note',
    sk: 'Dôkaz {file} je z denníka {detail}, a ten nie je denníkom, ktorý má služba teraz. Ak ho viedla predtým, overte ho jeho zverejneným kľúčom: verify.mjs s voľbou --log-key.',
    en: 'The proof {file} is of the log {detail}, which is not the log that the service has now. If it had that one before, verify it with its published key: verify.mjs with --log-key.',
  },
  stamp_unreadable: {
    level: 'fault',
    sk: '{file} nie je časová pečiatka.',
    en: '{file} is no time stamp.',
  },
  stamp_broken: {
    level: 'fault',
    sk: 'Časová pečiatka {file} neplatí ({detail}).',
    en: 'The time stamp {file} does not hold ({detail}).',
  },
  stamp_differs: {
    level: 'fault',
    sk: 'Časová pečiatka {file} nie je na stave denníka, na ktorý ukazuje dôkaz.',
    en: 'The time stamp {file} is not of the checkpoint that the proof leads to.',
  },
  renewal_differs: {
    level: 'fault',
    sk: 'Časová pečiatka {file} neobnovuje tú, ktorá je pred ňou: je na niečom inom.',
    en: 'The time stamp {file} does not renew the one before it: it is of something else.',
  },
} as const;

export const REASONS = {
  not_json: { sk: 'nie je to JSON v kódovaní UTF-8', en: 'it is not JSON in UTF-8' },
  not_object: { sk: 'nie je to objekt JSON', en: 'it is not a JSON object' },
  too_deep: { sk: 'je vnorený hlbšie než ktorýkoľvek protokol', en: 'it is nested deeper than any report' },
  name_twice: { sk: 'niektorý názov je v ňom dvakrát', en: 'it contains a name twice' },
  stamp_none: { sk: 'autorita ju nevydala alebo je poškodená', en: 'the authority gave none, or it is damaged' },
  stamp_of_other: { sk: 'je na niečom inom', en: 'it is of something else' },
  stamp_signature: { sk: 'jej podpis nesedí', en: 'its signature does not hold' },
  stamp_purpose: {
    sk: 'jej certifikát nie je určený len na časové pečiatky',
    en: 'its certificate is not for time stamps alone',
  },
  stamp_certificate: {
    sk: 'uvádza iný certifikát než ten, ktorým je podpísaná',
    en: 'it names another certificate than it was signed with',
  },
  stamp_expired: {
    sk: 'jej certifikát v tom čase neplatil',
    en: 'its certificate was not valid at that time',
  },
  stamp_late: {
    sk: 'vznikla, až keď certifikát pečiatky pred ňou neplatil',
    en: 'it was made when the certificate of the stamp before it had ended',
  },
} as const;
