import type { Text } from '../../../issues/index.ts';

const PICTURE = (format: string): Text => ({ sk: `obrázok (${format})`, en: `a picture (${format})` });
const PACKED = (format: string): Text => ({ sk: `archív ${format}`, en: `an archive (${format})` });
const OFFICE: Text = { sk: 'dokument programu Word alebo Excel', en: 'a document of Word or Excel' };
const OLDER_OFFICE: Text = {
  sk: 'dokument staršieho programu Word alebo Excel, alebo správa z Outlooku',
  en: 'a document of an older Word or Excel, or a message of Outlook',
};
const SIGNED: Text = { sk: 'podpísaný súbor (P7M)', en: 'a signed file (P7M)' };

/** Offset of the first file name in a ZIP archive (APPNOTE 4.3.7). */
const NAME = 30;

/** Expected bytes at an offset, one character per byte. */
type Sign = readonly [at: number, bytes: string];

/** Signatures of files that are mistaken for invoices. The first kind whose signatures all match is used. */
export const FILE_KINDS: readonly (readonly [kind: Text, ...signs: Sign[]])[] = [
  [{ sk: 'PDF', en: 'a PDF' }, [0, '%PDF']],
  [
    { sk: 'podpísaný balík (ASiC)', en: 'a signed container (ASiC)' },
    [0, 'PK'],
    [NAME, 'mimetypeapplication/vnd.etsi.asic'],
  ],
  [
    { sk: 'dokument programu LibreOffice', en: 'a document of LibreOffice' },
    [0, 'PK'],
    [NAME, 'mimetypeapplication/vnd.oasis'],
  ],
  [OFFICE, [0, 'PK'], [NAME, '[Content_Types].xml']],
  [OFFICE, [0, 'PK'], [NAME, '_rels/']],
  [OFFICE, [0, 'PK'], [NAME, 'docProps/']],
  [{ sk: 'archív ZIP', en: 'a ZIP archive' }, [0, 'PK']],
  [PICTURE('PNG'), [0, '\x89PNG']],
  [PICTURE('JPEG'), [0, '\xff\xd8\xff']],
  [PICTURE('GIF'), [0, 'GIF8']],
  [PICTURE('TIFF'), [0, 'II*\0']],
  [PICTURE('TIFF'), [0, 'MM\0*']],
  [PICTURE('WebP'), [0, 'RIFF'], [8, 'WEBP']],
  [PICTURE('HEIC'), [4, 'ftyphei']],
  [PICTURE('HEIC'), [4, 'ftypmif']],
  [PACKED('GZIP'), [0, '\x1f\x8b']],
  [PACKED('7z'), [0, '7z\xbc\xaf']],
  [PACKED('RAR'), [0, 'Rar!']],
  [OLDER_OFFICE, [0, '\xd0\xcf\x11\xe0']],
  [SIGNED, [0, '0\x80']],
  [SIGNED, [0, '0\x82']],
  [SIGNED, [0, '0\x83']],
  [{ sk: 'dokument RTF', en: 'an RTF document' }, [0, '{\\rtf']],
  [{ sk: 'JSON', en: 'JSON' }, [0, '{']],
  [{ sk: 'JSON', en: 'JSON' }, [0, '[']],
];

/** A DOCTYPE alone does not identify a web page. */
export const WEB_PAGE: Text = { sk: 'internetová stránka (HTML)', en: 'a web page (HTML)' };

/** Text without tags and control characters. */
export const PLAIN_TEXT: Text = { sk: 'obyčajný text', en: 'plain text' };
