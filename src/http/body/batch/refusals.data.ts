import type { Text } from '@e-invoice/validator/issues';

/** Reasons why a single file of a batch is not validated. Placeholders: `{limit}`, `{names}`. */
export const REFUSALS = {
  file_too_large: {
    sk: 'Súbor má viac ako {limit} bajtov.',
    en: 'The file has more than {limit} bytes.',
  },
  filename_not_allowed: {
    sk: 'Názov súboru je prázdny, má viac ako 255 znakov alebo obsahuje riadiace znaky.',
    en: 'The name of the file is empty, or has more than 255 characters, or control characters.',
  },
  field_unknown: {
    sk: 'Riadok má údaj, ktorý operácia nepozná: {names}. Pozná content a filename.',
    en: 'The line has a field that the operation does not know: {names}. It knows content and filename.',
  },
  field_repeated: {
    sk: 'Riadok má údaj dvakrát; nedá sa povedať, ktorý z nich platí: {names}.',
    en: 'The line has a duplicate field: {names}.',
  },
  line_malformed: {
    sk: 'Riadok nie je objekt JSON s textom content (a prípadne filename) v kódovaní UTF-8.',
    en: 'The line is not a JSON object with the text content (and perhaps filename) in UTF-8.',
  },
  line_too_long: {
    sk: 'Riadok má viac ako {limit} bajtov.',
    en: 'The line has more than {limit} bytes.',
  },
  name_not_utf8: {
    sk: 'Názov súboru v archíve nie je v kódovaní UTF-8. Archív vytvorte nástrojom, ktorý názvy ukladá v UTF-8.',
    en: 'The name of the file in the archive is not UTF-8. Make the archive with a tool that stores names in UTF-8.',
  },
  name_leads_out: {
    sk: 'Názov súboru vedie mimo archívu.',
    en: 'The name of the file leads out of the archive.',
  },
  name_twice: {
    sk: 'Súbor s týmto názvom je v archíve už skôr; platí prvý.',
    en: 'The archive has a file of this name before; the first one counts.',
  },
  entry_is_link: {
    sk: 'V archíve je odkaz, nie súbor.',
    en: 'The archive has a link here, not a file.',
  },
  entry_encrypted: {
    sk: 'Súbor je v archíve zašifrovaný.',
    en: 'The file is encrypted in the archive.',
  },
  entry_method_unsupported: {
    sk: 'Súbor je zbalený spôsobom, ktorý nepoznáme; použite Deflate.',
    en: 'The file is compressed in a way that is not known here; use Deflate.',
  },
  entry_damaged: {
    sk: 'Súbor sa z archívu nedá rozbaliť: je poškodený alebo archív o ňom udáva nepravdu.',
    en: 'The file cannot be unpacked: it is damaged, or its archive entry is wrong.',
  },
  archive_nested: {
    sk: 'Súbor je archív, ktorý sa neotvára: v archíve sa otvárajú len archívy ZIP, a to do jednej úrovne.',
    en: 'The file is an archive that is not opened: only ZIP archives in the archive are, one level deep.',
  },
  archive_nested_unreadable: {
    sk: 'Súbor je archív ZIP, ktorý sa nedá prečítať.',
    en: 'The file is a ZIP archive that cannot be read.',
  },
  archive_nested_too_large: {
    sk: 'Súbor je archív, ktorý obsahuje priveľa súborov alebo sa rozbalí na priveľa bajtov.',
    en: 'The file is an archive that has too many files, or unpacks to too many bytes.',
  },
} as const satisfies Readonly<Record<string, Text>>;

export type RefusalCode = keyof typeof REFUSALS;

/** Remedies for each reason. */
export const REMEDIES: Readonly<Record<RefusalCode, Text>> = {
  file_too_large: {
    sk: 'Faktúru zmenšite, spravidla vynechaním vložených príloh.',
    en: 'Make the invoice smaller, usually by leaving embedded attachments out.',
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
    sk: 'Nechajte v riadku každý údaj iba raz.',
    en: 'Leave each field in the line once.',
  },
  line_malformed: {
    sk: 'Každú faktúru zapíšte ako jeden objekt JSON v jednom riadku; konce riadkov v XML ako \\n.',
    en: 'Write each invoice as one JSON object in one line; line ends of the XML as \\n.',
  },
  line_too_long: {
    sk: 'Faktúru zmenšite, spravidla vynechaním vložených príloh, alebo ju pošlite ako súbor v archíve ZIP.',
    en: 'Make the invoice smaller, usually by leaving embedded attachments out, or send it as a file in a ZIP archive.',
  },
  name_not_utf8: {
    sk: 'Archív vytvorte nástrojom, ktorý názvy ukladá v UTF-8, alebo súbor premenujte bez diakritiky.',
    en: 'Make the archive with a tool that stores names in UTF-8, or give the file a name in ASCII.',
  },
  name_leads_out: {
    sk: 'Archív vytvorte znova, s názvami bez .. a bez lomky na začiatku.',
    en: 'Make the archive again, with names without .. and without a slash in front.',
  },
  name_twice: {
    sk: 'Súbory pomenujte rôzne a ten, ktorý sa neposúdil, pošlite znova.',
    en: 'Give the files different names, and send the skipped one again.',
  },
  entry_is_link: {
    sk: 'Vložte do archívu súbor samotný.',
    en: 'Put the file itself into the archive.',
  },
  entry_encrypted: {
    sk: 'Archív vytvorte bez hesla.',
    en: 'Make the archive without a password.',
  },
  entry_method_unsupported: {
    sk: 'Archív vytvorte ako obyčajný ZIP, metódou Deflate.',
    en: 'Make the archive as an ordinary ZIP, with Deflate.',
  },
  entry_damaged: {
    sk: 'Archív overte (napríklad unzip -t) a vytvorte ho znova.',
    en: 'Check the archive (unzip -t, for example) and make it again.',
  },
  archive_nested: {
    sk: 'Faktúry vložte priamo do odosielaného archívu.',
    en: 'Put the invoices right into the archive that you send.',
  },
  archive_nested_unreadable: {
    sk: 'Vnútorný archív vytvorte znova, alebo jeho faktúry vložte priamo do odosielaného archívu.',
    en: 'Make the inner archive again, or put its invoices right into the archive that you send.',
  },
  archive_nested_too_large: {
    sk: 'Faktúry z vnútorného archívu pošlite osobitne.',
    en: 'Send the invoices of the inner archive separately.',
  },
};
