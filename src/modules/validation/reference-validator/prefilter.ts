import { parseXml } from '@e-invoice/schematron/xml';
import { text } from '../../../../locales/index.ts';

/** Maximum input of libxml2 and SaxonJS. */
export type PrefilterLimits = { readonly bytes: number; readonly depth: number };

/** Why a file was rejected before it reached the processors. */
export type Refusal = { readonly ruleId: XmlRule; readonly message: { readonly sk: string; readonly en: string } };

type XmlRule = 'XML-EMPTY' | 'XML-ENCODING' | 'XML-DTD-FORBIDDEN' | 'XML-TOO-DEEP' | 'XML-NOT-WELL-FORMED';

type Prefiltered = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly refusal: Refusal };

const TEXTS: Readonly<Record<XmlRule, Refusal['message']>> = {
  'XML-EMPTY': text('reference-validator.xml.XML-EMPTY'),
  'XML-ENCODING': text('reference-validator.xml.XML-ENCODING'),
  'XML-DTD-FORBIDDEN': text('reference-validator.xml.XML-DTD-FORBIDDEN'),
  'XML-TOO-DEEP': text('reference-validator.xml.XML-TOO-DEEP'),
  'XML-NOT-WELL-FORMED': text('reference-validator.xml.XML-NOT-WELL-FORMED'),
};

export const refuse = (ruleId: XmlRule, message = TEXTS[ruleId]): { ok: false; refusal: Refusal } => ({
  ok: false,
  refusal: { ruleId, message },
});

/**
 * Decodes the file and rejects document types: every entity attack (file access, network access, expansion) needs
 * one.
 *
 * @throws Error when the file is larger than `limits.bytes`
 */
export function prefilter(bytes: Uint8Array, limits: PrefilterLimits): Prefiltered {
  if (bytes.length > limits.bytes) throw new Error('The file exceeds the size limit of the reference validator');
  const text = decode(bytes);
  if (text === null) return refuse('XML-ENCODING');
  if (text.trim() === '') return refuse('XML-EMPTY');
  if (text.startsWith('<!DOCTYPE', afterProlog(text))) return refuse('XML-DTD-FORBIDDEN');
  return { ok: true, text };
}

/** Offset after comments, processing instructions and white space before the document element (XML 1.0, 2.8). */
function afterProlog(text: string): number {
  let at = 0;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at += 1;
    const close = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : null;
    if (close === null) return at;
    const end = text.indexOf(close, at + 2);
    if (end === -1) return at;
    at = end + close.length;
  }
}

/** Decodes an XML file by its byte order mark or declaration; null when that fails. */
function decode(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)["']/.exec(start.replace(/^\xef\xbb\xbf/, ''))?.[1];
  const wide = wideEncoding(start);
  try {
    return new TextDecoder(wide ?? declared ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) return null;
    // Node.js has no TextDecoder for some encodings, such as ISO-8859-16.
    const parsed = parseXml(bytes, { limits: { bytes: bytes.length } });
    return parsed.ok ? parsed.document.text : null;
  }
}

function wideEncoding(start: string): string | null {
  if (start.startsWith('\xff\xfe') || start.startsWith('<\0')) return 'utf-16le';
  return start.startsWith('\xfe\xff') || start.startsWith('\0<') ? 'utf-16be' : null;
}

/** In well-formed XML each alternative is terminated, so that one linear pass suffices. */
const MARKUP =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<\/|<(?:[^<>"']|"[^"]*"|'[^']*')*(?:>|$)/g;

export function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (const [markup] of text.matchAll(MARKUP)) {
    if (markup === '</') depth -= 1;
    else if (markup[1] !== '!' && markup[1] !== '?' && !markup.endsWith('/>')) depth += 1;
    if (depth > most) most = depth;
  }
  return most;
}
