import { cutText } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';

/** The text at a parser error up to the next tag, with a `<` that begins no tag; empty at a tag. */
export const excerptOf = (value: string): string =>
  /^<[a-z/!?_]/i.test(value) ? '' : cutText(/^<?[^<]*/.exec(value)![0], 40);

/** The usual reason for an invalid byte, in hexadecimal: the file has another encoding than it declares. */
export const hintOnByte = (value: string): Text | '' =>
  NOT_IN_WINDOWS.test(value) ? UTF8 : /^[0-9A-F]{2}$/.test(value) ? WINDOWS : '';

/** Bytes without a meaning in Windows-1250, so the file declares this or a similar encoding and has another. */
const NOT_IN_WINDOWS = /^(?:81|83|88|90|98)$/;

const WINDOWS: Text = {
  sk: 'Stáva sa to, keď program zapíše súbor v kódovaní Windows-1250, ale deklaruje UTF-8.',
  en: 'This happens when software writes Windows-1250 and declares UTF-8.',
};
const UTF8: Text = {
  sk: 'Stáva sa to, keď program zapíše súbor v kódovaní UTF-8, ale deklaruje Windows-1250; vtedy stačí opraviť deklaráciu.',
  en: 'This happens when software writes UTF-8 and declares Windows-1250; then it is enough to correct the declaration.',
};
