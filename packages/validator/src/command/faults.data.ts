import type { Text } from '../index.ts';

/** Reasons why a file cannot be validated, as shown in reports. */
export const FAULTS = {
  absent: { sk: 'Taký súbor neexistuje', en: 'There is no such file' },
  closed: { sk: 'Na čítanie súboru chýba oprávnenie', en: 'There is no permission to read it' },
  full: { sk: 'Na disku už nie je miesto', en: 'There is no space left on the disk' },
  large: { sk: 'Súbor je väčší než 10 MB', en: 'The file is larger than 10 MB' },
  huge: { sk: 'Súbor je väčší než 500 MB', en: 'The file is larger than 500 MB' },
  pdf: {
    sk: 'Toto je PDF; najprv z neho vyberte XML faktúry',
    en: 'This is a PDF; extract the XML of the invoice from it first',
  },
  twice: { sk: 'V archíve je dvakrát', en: 'It is in the archive twice' },
  link: { sk: 'V archíve je iba odkaz', en: 'It is a link' },
  encrypted: { sk: 'V archíve je zašifrovaný', en: 'It is encrypted' },
  method: { sk: 'Spôsob kompresie nie je podporovaný', en: 'Its compression method is not supported' },
  damaged: { sk: 'V archíve je poškodený', en: 'It is damaged in the archive' },
  archive: { sk: 'Archív sa nedá prečítať', en: 'The archive cannot be read' },
  nested: {
    sk: 'Archív sa neotvára: v archíve sa otvárajú iba archívy ZIP, a to do jednej úrovne',
    en: 'The archive is not opened: only ZIP archives in an archive are, one level deep',
  },
  overlap: { sk: 'Archív sa odmieta: jeho súbory sa prekrývajú', en: 'The archive is refused: its files overlap' },
  many: {
    sk: 'Archív sa odmieta: má viac ako 10 000 súborov',
    en: 'The archive is refused: it has more than 10,000 files',
  },
  bomb: {
    sk: 'Archív sa odmieta: rozbalí sa na viac než stonásobok svojej veľkosti',
    en: 'The archive is refused: it unpacks to more than a hundred times its size',
  },
} satisfies Readonly<Record<string, Text>>;

/** Reason why an archive entry is not validated. */
export const NOT_AN_INVOICE: Text = { sk: 'Nie je faktúra (XML ani PDF)', en: 'It is not an invoice (XML or PDF)' };

/** Reasons why a file cannot be converted or compared. */
export const NOT_CONVERTED = {
  other: { sk: 'Nie je faktúra v syntaxi UBL ani CII', en: 'It is not a UBL or CII invoice' },
  several: { sk: 'Obsahuje viac súborov; uveďte jednu faktúru', en: 'It contains several files; name one invoice' },
  none: { sk: 'Neobsahuje žiadnu faktúru', en: 'It contains no invoice' },
} satisfies Readonly<Record<string, Text>>;

/** Reasons why a report cannot be written. */
export const WRITING = {
  absent: { sk: 'Taký priečinok neexistuje', en: 'There is no such folder' },
  closed: { sk: 'Na zápis na toto miesto chýba oprávnenie', en: 'There is no permission to write there' },
  folder: { sk: 'Toto je priečinok, nie súbor', en: 'This is a folder, not a file' },
} satisfies Readonly<Record<string, Text>>;

/** The output is complete but could not be written. */
export const notWritten = (place: string | null, reason: Text): Text => ({
  sk: `Výstup sa nedal zapísať${place === null ? '' : ` do ${place}`}: ${reason.sk}`,
  en: `The output could not be written${place === null ? '' : ` to ${place}`}: ${reason.en}`,
});

/** A message of another program, unchanged in both languages. */
export const messageText = (message: string): Text => ({ sk: message, en: message });

/** A file whose validation thread failed. */
export const notValidated = (message: string): Text => ({
  sk: `Súbor sa nepodarilo overiť: ${message}`,
  en: `It could not be validated: ${message}`,
});
