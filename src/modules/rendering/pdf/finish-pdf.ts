import { deflateSync } from 'node:zlib';
import { html } from '../../../lib/html.ts';
import type { AttachedFile } from '../attached-file.ts';
import { type Language, labelOf } from '../labels.data.ts';
import { addToPdf, toPdfDate, toPdfName, toPdfText } from './add-to-pdf.ts';
import { makeSrgbProfile } from './srgb-profile.ts';

type Finish = {
  /** The invoice as it was sent. */
  readonly xml: Uint8Array;
  readonly files: readonly AttachedFile[];
  readonly title: string;
  readonly author: string | null;
  readonly language: Language;
  readonly at: Date;
};

const ATTACHED_NAME = 'invoice.xml';

const MAKER = 'E-invoice service';
const PRODUCER = 'Chromium, Skia/PDF';

/**
 * Embeds the XML of the invoice into its PDF as the source (AFRelationship `Source`) and the files of its supporting
 * documents as `Supplement`, and adds what PDF/A-3 (ISO 19005-3) level B requires: identification and document
 * information in XMP, an output intent, and a file identifier.
 */
export function finishPdf(pdf: Buffer, finish: Finish): Buffer {
  const { xml, files, title, author, language, at } = finish;
  const date = toPdfDate(at);
  profile ??= deflateSync(makeSrgbProfile());
  const embedded: readonly Embedded[] = [
    { name: ATTACHED_NAME, mediaType: 'text/xml', bytes: xml, relation: 'Source', about: labelOf('source', language) },
    ...files.map((file) => ({ ...file, relation: 'Supplement' as const, about: labelOf('attachment', language) })),
  ];
  const specOf = (place: number): number => FIXED + place * 2;
  return addToPdf(pdf, {
    info:
      `/Title ${toPdfText(title)} ${author === null ? '' : `/Author ${toPdfText(author)} `}` +
      `/Creator ${toPdfText(MAKER)} /Producer ${toPdfText(PRODUCER)} /CreationDate ${date} /ModDate ${date}`,
    catalog: (ref) =>
      `/Version /1.7 /AF [${embedded.map((_, place) => ref(specOf(place))).join(' ')}] ` +
      `/Names <</EmbeddedFiles <</Names [${nameTree(embedded, (place) => ref(specOf(place)))}]>>>> ` +
      `/Metadata ${ref(0)} /OutputIntents [${ref(1)}]`,
    objects: (ref) => [
      // ISO 19005-3, 6.6.2.1: metadata streams must not be filtered.
      { dictionary: '/Type /Metadata /Subtype /XML', bytes: Buffer.from(toXmp(finish)) },
      `<</Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB IEC61966-2.1) /DestOutputProfile ${ref(2)}>>`,
      { dictionary: '/N 3 /Filter /FlateDecode', bytes: profile! },
      ...embedded.flatMap(({ name, mediaType, bytes, relation, about }, place) => [
        `<</Type /Filespec /F ${toPdfText(name)} /UF ${toPdfText(name)} /EF <</F ${ref(specOf(place) + 1)} /UF ${ref(specOf(place) + 1)}>> ` +
          `/Desc ${toPdfText(about)} /AFRelationship /${relation}>>`,
        {
          dictionary:
            `/Type /EmbeddedFile /Subtype ${toPdfName(mediaType)} /Filter /FlateDecode ` +
            `/Params <</Size ${bytes.length} /CreationDate ${date} /ModDate ${date}>>`,
          bytes: deflateSync(bytes),
        },
      ]),
    ],
  });
}

type Embedded = AttachedFile & { readonly relation: 'Source' | 'Supplement'; readonly about: string };

/** Number of new objects before those of the files. */
const FIXED = 3;

/** Entries of a name tree are sorted by their bytes (ISO 32000-1, 7.9.6), here UTF-16. */
function nameTree(files: readonly Embedded[], ref: (place: number) => string): string {
  const bytesOf = (name: string): string => toPdfText(name).slice(1, -1);
  const entries = files.map(({ name }, place) => [bytesOf(name), `${toPdfText(name)} ${ref(place)}`] as const);
  return entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, entry]) => entry)
    .join(' ');
}

let profile: Uint8Array | null = null;

/** Returns the XMP packet; it must match the document information (ISO 19005-3, 6.6.3). */
function toXmp({ title, author, at, language }: Finish): string {
  const date = at.toISOString().replace(/\.\d+/, '');
  const { text } =
    html`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance><dc:format>application/pdf</dc:format><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title>${author === null ? [] : [html`<dc:creator><rdf:Seq><rdf:li>${author}</rdf:li></rdf:Seq></dc:creator>`]}<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language><xmp:CreatorTool>${MAKER}</xmp:CreatorTool><xmp:CreateDate>${date}</xmp:CreateDate><xmp:ModifyDate>${date}</xmp:ModifyDate><pdf:Producer>${PRODUCER}</pdf:Producer></rdf:Description></rdf:RDF></x:xmpmeta>`;
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n${text}\n<?xpacket end="r"?>`;
}
