import type { Text } from '@e-invoice/validator/issues';

/** Why one file of a batch is not judged, though the others are. `{limit}` and `{names}` are filled in. */
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
    en: 'The line has a field twice, and nobody can tell which of the two counts: {names}.',
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
    en: 'The file cannot be unpacked: it is damaged, or the archive does not tell the truth about it.',
  },
  archive_nested: {
    sk: 'Súbor je archív v archíve. Faktúry vložte priamo do odosielaného archívu.',
    en: 'The file is an archive inside the archive. Put the invoices right into the archive that you send.',
  },
} as const satisfies Readonly<Record<string, Text>>;

export type RefusalCode = keyof typeof REFUSALS;
