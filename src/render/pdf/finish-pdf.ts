import { deflateSync } from 'node:zlib';
import { html } from '../../lib/html.ts';
import { type Language, labelOf } from '../labels.data.ts';
import { addToPdf, toPdfDate, toPdfText } from './add-to-pdf.ts';
import { makeSrgbProfile } from './srgb-profile.ts';

type Finish = {
  /** The invoice as it was sent. */
  readonly xml: Uint8Array;
  readonly title: string;
  readonly author: string | null;
  readonly language: Language;
  readonly at: Date;
};

/** The name of the XML in the PDF. */
const ATTACHED_NAME = 'invoice.xml';

const MAKER = 'E-invoice service';
const PRODUCER = 'Chromium, Skia/PDF';

/**
 * Puts the invoice's XML into its PDF, as the source that the PDF was made of (AFRelationship `Source`), and adds what
 * PDF/A-3 (ISO 19005-3) asks for at level B beside the page itself: identification and the same information in XMP, an
 * output intent, a file identifier.
 */
export function finishPdf(pdf: Buffer, finish: Finish): Buffer {
  const { xml, title, author, language, at } = finish;
  const date = toPdfDate(at);
  const packed = deflateSync(xml);
  profile ??= deflateSync(makeSrgbProfile());
  const name = toPdfText(ATTACHED_NAME);
  return addToPdf(pdf, {
    info:
      `/Title ${toPdfText(title)} ${author === null ? '' : `/Author ${toPdfText(author)} `}` +
      `/Creator ${toPdfText(MAKER)} /Producer ${toPdfText(PRODUCER)} /CreationDate ${date} /ModDate ${date}`,
    catalog: (ref) =>
      `/Version /1.7 /AF [${ref(1)}] /Names <</EmbeddedFiles <</Names [${name} ${ref(1)}]>>>> ` +
      `/Metadata ${ref(2)} /OutputIntents [${ref(3)}]`,
    objects: (ref) => [
      {
        dictionary:
          `/Type /EmbeddedFile /Subtype /text#2Fxml /Filter /FlateDecode ` +
          `/Params <</Size ${xml.length} /CreationDate ${date} /ModDate ${date}>>`,
        bytes: packed,
      },
      `<</Type /Filespec /F ${name} /UF ${name} /EF <</F ${ref(0)} /UF ${ref(0)}>> ` +
        `/Desc ${toPdfText(labelOf('source', language))} /AFRelationship /Source>>`,
      // ISO 19005-3, 6.6.2.1: metadata is not filtered.
      { dictionary: '/Type /Metadata /Subtype /XML', bytes: Buffer.from(toXmp(finish)) },
      `<</Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB IEC61966-2.1) /DestOutputProfile ${ref(4)}>>`,
      { dictionary: '/N 3 /Filter /FlateDecode', bytes: profile! },
    ],
  });
}

let profile: Uint8Array | null = null;

/** The XMP packet; what it says equals the document's information (ISO 19005-3, 6.6.3). */
function toXmp({ title, author, at, language }: Finish): string {
  const date = at.toISOString().replace(/\.\d+/, '');
  const { text } =
    html`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance><dc:format>application/pdf</dc:format><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title>${author === null ? [] : [html`<dc:creator><rdf:Seq><rdf:li>${author}</rdf:li></rdf:Seq></dc:creator>`]}<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language><xmp:CreatorTool>${MAKER}</xmp:CreatorTool><xmp:CreateDate>${date}</xmp:CreateDate><xmp:ModifyDate>${date}</xmp:ModifyDate><pdf:Producer>${PRODUCER}</pdf:Producer></rdf:Description></rdf:RDF></x:xmpmeta>`;
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n${text}\n<?xpacket end="r"?>`;
}
