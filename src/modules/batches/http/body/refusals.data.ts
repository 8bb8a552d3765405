import type { Text } from '@e-invoice/validator/issues';

/** Reasons why a single file of a batch is not validated. Placeholders: `{limit}`, `{names}`. */
export const REFUSALS = {
  file_too_large: {
    sk: 'Súbor má viac ako {limit} bajtov.',
    en: 'The file has more than {limit} bytes.',
  },
  filename_not_allowed: {
    sk: 'Názov súboru je prázdny, má viac ako 255 znakov alebo obsahuje riadiace znaky.',
    en: 'The file name is empty, has more than 255 characters, or contains control characters.',
  },
  field_unknown: {
    sk: 'Riadok obsahuje neznámy údaj: {names}. Povolené sú content a filename.',
    en: 'The line has an unknown field: {names}. Allowed fields are content and filename.',
  },
  field_repeated: {
    sk: 'Riadok obsahuje ten istý údaj dvakrát: {names}.',
    en: 'The line has a duplicate field: {names}.',
  },
  line_malformed: {
    sk: 'Riadok nie je objekt JSON s textom content (a prípadne filename) v kódovaní UTF-8.',
    en: 'The line is not a JSON object with the text content (and optionally filename) in UTF-8.',
  },
  line_too_long: {
    sk: 'Riadok má viac ako {limit} bajtov.',
    en: 'The line has more than {limit} bytes.',
  },
  name_not_utf8: {
    sk: 'Názov súboru v archíve nie je v kódovaní UTF-8. Archív vytvorte nástrojom, ktorý názvy ukladá v UTF-8.',
    en: 'The file name in the archive is not UTF-8. Create the archive with a tool that stores names in UTF-8.',
  },
  name_leads_out: {
    sk: 'Názov súboru vedie mimo archívu.',
    en: 'The file name points outside the archive.',
  },
  name_twice: {
    sk: 'Súbor s týmto názvom je v archíve dvakrát; použije sa prvý.',
    en: 'The archive has two files with this name; the first one is used.',
  },
  entry_is_link: {
    sk: 'V archíve je odkaz, nie súbor.',
    en: 'The archive member is a link, not a file.',
  },
  entry_encrypted: {
    sk: 'Súbor je v archíve zašifrovaný.',
    en: 'The file is encrypted in the archive.',
  },
  entry_method_unsupported: {
    sk: 'Súbor je komprimovaný nepodporovanou metódou. Použite Deflate.',
    en: 'The compression method of the file is not supported. Use Deflate.',
  },
  entry_damaged: {
    sk: 'Súbor sa z archívu nedá rozbaliť: je poškodený alebo je jeho záznam v archíve chybný.',
    en: 'The file cannot be unpacked: it is damaged, or its archive entry is wrong.',
  },
  archive_nested: {
    sk: 'Súbor je vnorený archív, ktorý sa neotvára: otvárajú sa len vnorené archívy ZIP, a to do jednej úrovne.',
    en: 'The file is a nested archive that is not opened: only nested ZIP archives are opened, one level deep.',
  },
  archive_nested_unreadable: {
    sk: 'Súbor je archív ZIP, ktorý sa nedá prečítať.',
    en: 'The file is a ZIP archive that cannot be read.',
  },
  archive_nested_too_large: {
    sk: 'Súbor je archív, ktorý obsahuje priveľa súborov alebo sa rozbalí na priveľa bajtov.',
    en: 'The file is an archive with too many files, or it unpacks to too many bytes.',
  },
} as const satisfies Readonly<Record<string, Text>>;

export type RefusalCode = keyof typeof REFUSALS;

/** Remedies for each reason. */
export const REMEDIES: Readonly<Record<RefusalCode, Text>> = {
  file_too_large: {
    sk: 'Faktúru zmenšite, spravidla vynechaním vložených príloh.',
    en: 'Make the invoice smaller, usually by removing embedded attachments.',
  },
  filename_not_allowed: {
    sk: 'Súbor premenujte a pošlite znova.',
    en: 'Rename the file and send it again.',
  },
  field_unknown: {
    sk: 'Neznámy údaj odstráňte alebo opravte jeho názov.',
    en: 'Remove the unknown field, or correct its name.',
  },
  field_repeated: {
    sk: 'Každý údaj uveďte v riadku iba raz.',
    en: 'Use each field only once per line.',
  },
  line_malformed: {
    sk: 'Každú faktúru zapíšte ako jeden objekt JSON v jednom riadku; konce riadkov v XML ako \\n.',
    en: 'Write each invoice as one JSON object on one line; write line breaks of the XML as \\n.',
  },
  line_too_long: {
    sk: 'Faktúru zmenšite, spravidla vynechaním vložených príloh, alebo ju pošlite ako súbor v archíve ZIP.',
    en: 'Make the invoice smaller, usually by removing embedded attachments, or send it as a file in a ZIP archive.',
  },
  name_not_utf8: {
    sk: 'Archív vytvorte nástrojom, ktorý názvy ukladá v UTF-8, alebo súbor premenujte bez diakritiky.',
    en: 'Create the archive with a tool that stores names in UTF-8, or use an ASCII file name.',
  },
  name_leads_out: {
    sk: 'Archív vytvorte znova, s názvami bez .. a bez lomky na začiatku.',
    en: 'Create the archive again, with names without .. and without a leading slash.',
  },
  name_twice: {
    sk: 'Súbory pomenujte rôzne a vynechaný súbor pošlite znova.',
    en: 'Use different file names, and send the skipped file again.',
  },
  entry_is_link: {
    sk: 'Vložte do archívu súbor samotný.',
    en: 'Put the file itself into the archive.',
  },
  entry_encrypted: {
    sk: 'Archív vytvorte bez hesla.',
    en: 'Create the archive without a password.',
  },
  entry_method_unsupported: {
    sk: 'Archív vytvorte ako obyčajný ZIP, metódou Deflate.',
    en: 'Create the archive as an ordinary ZIP, with Deflate.',
  },
  entry_damaged: {
    sk: 'Archív overte (napríklad unzip -t) a vytvorte ho znova.',
    en: 'Check the archive (unzip -t, for example) and create it again.',
  },
  archive_nested: {
    sk: 'Faktúry vložte priamo do odosielaného archívu.',
    en: 'Put the invoices directly into the archive that you send.',
  },
  archive_nested_unreadable: {
    sk: 'Vnútorný archív vytvorte znova, alebo jeho faktúry vložte priamo do odosielaného archívu.',
    en: 'Create the inner archive again, or put its invoices directly into the archive that you send.',
  },
  archive_nested_too_large: {
    sk: 'Faktúry z vnútorného archívu pošlite osobitne.',
    en: 'Send the invoices of the inner archive separately.',
  },
};
