import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { advancesOf } from './true-type.ts';

type Check = (pdf: Opened) => readonly string[];

type Opened = {
  readonly bytes: Buffer;
  readonly document: PDFDocument;
  readonly objects: readonly PDFObject[];
  /** All dictionaries, including nested ones and those of streams. */
  readonly dictionaries: readonly PDFDict[];
  readonly streams: readonly PDFRawStream[];
};

const at = (dictionary: PDFDict, ...path: readonly string[]): PDFObject | undefined =>
  path.reduce<PDFObject | undefined>(
    (from, key) => (from instanceof PDFDict ? from.lookup(PDFName.of(key)) : undefined),
    dictionary,
  );
const nameAt = (dictionary: PDFDict, ...path: readonly string[]): string | null => {
  const found = at(dictionary, ...path);
  return found instanceof PDFName ? found.decodeText() : null;
};
const textAt = (dictionary: PDFDict, ...path: readonly string[]): string | null => {
  const found = at(dictionary, ...path);
  return found instanceof PDFString || found instanceof PDFHexString ? found.decodeText() : null;
};
const items = (array: PDFObject | undefined): PDFObject[] =>
  array instanceof PDFArray ? array.asArray().map((_, index) => array.lookup(index)!) : [];
const isType = (dictionary: PDFDict, type: string): boolean => nameAt(dictionary, 'Type') === type;
const unless = (holds: boolean, message: string): string[] => (holds ? [] : [message]);
const contentOf = (stream: PDFObject | undefined): string =>
  stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : '';

/** Keys forbidden in any catalog. */
const KEYS_FORBIDDEN: readonly (readonly [clause: string, keys: readonly string[]])[] = [
  ['6.1.3', ['Encrypt']],
  ['6.1.7.1', ['FFilter', 'FDecodeParms']],
  ['6.2.5', ['TR', 'HTP']],
  ['6.2.8', ['Alternates', 'OPI']],
  ['6.2.9', ['PS', 'Ref']],
  ['6.4.2', ['XFA', 'NeedsRendering']],
  ['6.5.2', ['AA']],
  ['6.9', ['OCProperties']],
  ['6.10', ['AlternatePresentations', 'PresSteps']],
  ['6.11', ['Requirements']],
];
const ACTIONS = new Set(['GoTo', 'GoToR', 'GoToE', 'Thread', 'URI', 'Named', 'SubmitForm']);

/** Clauses of ISO 19005-3 (level B) that can be checked on the objects of a PDF written by Chromium. */
const CHECKS: Readonly<Record<string, Check>> = {
  '6.1.2 header': ({ bytes }) =>
    unless(/^%PDF-1\.[0-7]\r?\n%[\x80-\xff]{4}/.test(bytes.toString('latin1', 0, 20)), 'header'),
  '6.1.3 trailer': ({ bytes }) => {
    const end = bytes.toString('latin1', bytes.lastIndexOf('trailer'));
    return [
      ...unless(/\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/.test(end), 'no id'),
      ...unless(/%%EOF\r?\n?$/.test(end), 'something behind the end'),
    ];
  },
  '6.1.4 table of objects': ({ bytes }) =>
    unless(!/\bxref(?!\r?\n\d+ \d+ ?\r?\n)/.test(bytes.toString('latin1').replaceAll('startxref', '')), 'xref'),
  '6.1.7.1 lengths': ({ streams }) =>
    streams.flatMap(({ dict, contents }) => {
      const length = at(dict, 'Length');
      return unless(length instanceof PDFNumber && length.asNumber() === contents.length, 'length of a stream');
    }),
  '6.1.7.2 filters': ({ streams }) =>
    streams.flatMap(({ dict }) => {
      const filters = [at(dict, 'Filter'), ...items(at(dict, 'Filter'))].filter((each) => each instanceof PDFName);
      return filters.map((each) => each.decodeText()).filter((name) => name !== 'FlateDecode' && name !== 'DCTDecode');
    }),
  '6.1.13 limits': ({ objects, dictionaries }) => [
    ...unless(objects.length < 8_388_607, 'objects'),
    ...dictionaries
      .flatMap((each) => [...each.keys(), ...each.values()])
      .filter((each) => each instanceof PDFName && each.asString().length > 128)
      .map((each) => `name ${each}`),
  ],
  'keys that must not be': ({ dictionaries }) =>
    KEYS_FORBIDDEN.flatMap(([clause, keys]) =>
      keys.filter((key) => dictionaries.some((each) => each.has(PDFName.of(key)))).map((key) => `${clause} ${key}`),
    ),
  '6.2.2 resources': ({ document }) =>
    document
      .getPages()
      .flatMap(({ node }) => unless(at(node, 'Resources') instanceof PDFDict, 'page without resources')),
  '6.2.3 output intent': ({ document }) => {
    const intents = items(at(document.catalog, 'OutputIntents'));
    const [intent] = intents;
    if (intents.length !== 1 || !(intent instanceof PDFDict)) return ['not one intent'];
    const profile = at(intent, 'DestOutputProfile');
    const bytes = contentOf(profile);
    return [
      ...unless(nameAt(intent, 'S') === 'GTS_PDFA1', 'kind'),
      ...unless(bytes.slice(36, 40) === 'acsp' && bytes.slice(12, 20) === 'mntrRGB ', 'profile'),
      ...unless(bytes.charCodeAt(8) === 2 || bytes.charCodeAt(8) === 4, 'version of the profile'),
      ...unless(profile instanceof PDFRawStream && String(at(profile.dict, 'N')) === '3', 'components'),
    ];
  },
  '6.2.4 colours': ({ document, dictionaries }) => [
    ...dictionaries.flatMap((each) =>
      unless(!/\/DeviceCMYK|\/DeviceN|\/Separation/.test(String(each)), 'colour space'),
    ),
    ...contents(document).flatMap((content) => unless(!/(?:^|\s)[kK]\s/.test(operators(content)), 'CMYK')),
  ],
  '6.2.8 images': ({ streams }) =>
    streams.flatMap(({ dict }) => unless(String(at(dict, 'Interpolate')) !== 'true', 'interpolated image')),
  '6.2.10 transparency': ({ dictionaries }) =>
    dictionaries.flatMap((each) => {
      const mode = nameAt(each, 'BM');
      return unless(mode === null || /^(Normal|Multiply|Screen|Overlay|Darken|Lighten)$/.test(mode), `mode ${mode}`);
    }),
  '6.2.11 fonts': ({ dictionaries, document, streams }) => {
    const fonts = dictionaries.filter((each) => isType(each, 'Font'));
    const shown = glyphsShown(document, streams);
    return [...unless(shown.size > 0, 'no glyph is seen'), ...fonts.flatMap((font) => checkFont(font, shown))];
  },
  '6.2.11.8 undefined glyphs': ({ document, streams }) =>
    [...glyphsShown(document, streams).values()].flatMap((glyphs) =>
      unless(!glyphs.has(0), 'a character that no font has'),
    ),
  '6.3 annotations': ({ dictionaries }) =>
    dictionaries
      .filter((each) => isType(each, 'Annot'))
      .flatMap((each) => {
        const flags = at(each, 'F');
        const isPrinted =
          flags instanceof PDFNumber && (flags.asNumber() & 0b101011) === 0 && (flags.asNumber() & 4) !== 0;
        return [
          ...unless(nameAt(each, 'Subtype') === 'Link', `annotation ${nameAt(each, 'Subtype')}`),
          ...unless(isPrinted, 'annotation not printed'),
        ];
      }),
  '6.5.1 actions': ({ dictionaries, document }) => [
    ...dictionaries
      .flatMap((each) => [at(each, 'A'), at(each, 'OpenAction')])
      // Dictionaries with an owner (`O`) are structure attributes.
      .filter((each) => each instanceof PDFDict && !each.has(PDFName.of('O')))
      .map((each) => nameAt(each as PDFDict, 'S') ?? '')
      .filter((kind) => !ACTIONS.has(kind)),
    ...unless(at(document.catalog, 'Names', 'JavaScript') === undefined, 'scripts'),
  ],
  '6.6.2.1 metadata': ({ document }) => {
    const stream = at(document.catalog, 'Metadata');
    const packet = Buffer.from(contentOf(stream), 'latin1').toString('utf8');
    return [
      ...unless(stream instanceof PDFRawStream && nameAt(stream.dict, 'Subtype') === 'XML', 'no stream'),
      ...unless(/^<\?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"\?>/.test(packet), 'packet header'),
      ...unless(/<\?xpacket end="[rw]"\?>$/.test(packet), 'packet end'),
    ];
  },
  '6.6.3 the same in information and metadata': ({ document }) => {
    const packet = Buffer.from(contentOf(at(document.catalog, 'Metadata')), 'latin1').toString('utf8');
    const metadata = (pattern: RegExp): string | undefined => unescaped(pattern.exec(packet)?.[1]);
    const date = (value: Date | undefined): string | undefined => value?.toISOString().replace('.000', '');
    return [
      ['title', document.getTitle(), metadata(/<dc:title>.*?<rdf:li[^>]*>(.*?)<\/rdf:li>/s)],
      ['author', document.getAuthor(), metadata(/<dc:creator>.*?<rdf:li>(.*?)<\/rdf:li>/s)],
      ['creator', document.getCreator(), metadata(/<xmp:CreatorTool>(.*?)</s)],
      ['producer', document.getProducer(), metadata(/<pdf:Producer>(.*?)</s)],
      ['created', date(document.getCreationDate()), metadata(/<xmp:CreateDate>(.*?)</s)],
      ['changed', date(document.getModificationDate()), metadata(/<xmp:ModifyDate>(.*?)</s)],
    ].flatMap(([what, info, xmp]) => unless(info === xmp, `${what}: ${info} and ${xmp}`));
  },
  '6.6.4 part and level': ({ document }) => {
    const packet = contentOf(at(document.catalog, 'Metadata'));
    return unless(
      packet.includes('xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"') &&
        /<pdfaid:part>3<\/pdfaid:part><pdfaid:conformance>B<\/pdfaid:conformance>/.test(packet),
      'identification',
    );
  },
  '6.8 embedded files': ({ document, dictionaries }) => {
    const associated = items(at(document.catalog, 'AF'));
    const files = dictionaries.filter((each) => each.has(PDFName.of('EF')));
    return [...unless(files.length > 0, 'no file is seen'), ...files.flatMap((file) => checkFile(file, associated))];
  },
};

function checkFile(file: PDFDict, associated: readonly PDFObject[]): string[] {
  const stream = at(file, 'EF', 'F');
  const dictionary = stream instanceof PDFRawStream ? stream.dict : null;
  return [
    ...unless(textAt(file, 'F') !== null && textAt(file, 'F') === textAt(file, 'UF'), 'names'),
    ...unless(
      /^(Source|Data|Alternative|Supplement|Unspecified)$/.test(nameAt(file, 'AFRelationship') ?? ''),
      'relation',
    ),
    ...unless(associated.includes(file), 'not associated'),
    ...unless(dictionary !== null && /^[\w.+-]+\/[\w.+-]+$/.test(nameAt(dictionary, 'Subtype') ?? ''), 'kind of file'),
    ...unless(dictionary !== null && textAt(dictionary, 'Params', 'ModDate') !== null, 'date of change'),
  ];
}

/** Glyphs shown on the pages, by CIDFont. */
function glyphsShown(document: PDFDocument, streams: readonly PDFRawStream[]): Map<PDFDict, Set<number>> {
  const shown = new Map<PDFDict, Set<number>>();
  const read = (resources: PDFObject | undefined, content: string): void => {
    let glyphs = new Set<number>();
    const drawn = content.replaceAll(/\/ActualText\s*<[0-9A-Fa-f]*>/g, '');
    for (const [, font, digits] of drawn.matchAll(/\/(\w+) [\d.-]+ Tf|<([0-9A-Fa-f]+)>/g)) {
      if (digits !== undefined) {
        for (let place = 0; place < digits.length; place += 4)
          glyphs.add(Number.parseInt(digits.slice(place, place + 4), 16));
        continue;
      }
      const composite = resources instanceof PDFDict ? at(resources, 'Font', font!) : undefined;
      const [descendant] = composite instanceof PDFDict ? items(at(composite, 'DescendantFonts')) : [];
      glyphs = descendant instanceof PDFDict ? (shown.get(descendant) ?? new Set()) : new Set();
      if (descendant instanceof PDFDict) shown.set(descendant, glyphs);
    }
  };
  for (const { node } of document.getPages()) read(at(node, 'Resources'), contentOf(at(node, 'Contents')));
  for (const form of streams) {
    if (nameAt(form.dict, 'Subtype') === 'Form') read(at(form.dict, 'Resources'), contentOf(form));
  }
  return shown;
}

function checkFont(font: PDFDict, shown: ReadonlyMap<PDFDict, ReadonlySet<number>>): string[] {
  const kind = nameAt(font, 'Subtype');
  const name = nameAt(font, 'BaseFont') ?? '?';
  switch (kind) {
    case 'Type0':
      return unless(nameAt(font, 'Encoding') === 'Identity-H', `6.2.11.3.3 ${name}: encoding`);
    case 'CIDFontType2':
      return [
        ...unless(nameAt(font, 'CIDToGIDMap') === 'Identity', `6.2.11.3.2 ${name}: no map of glyphs`),
        ...unless(/^[A-Z]{6}\+/.test(name), `6.2.11.4.2 ${name}: a part of a font is named as one`),
        ...checkWidths(font, name, shown.get(font) ?? new Set()),
      ];
    case 'Type3':
      return unless(at(font, 'CharProcs') instanceof PDFDict, `6.2.11.4.1 ${name}: glyphs are not there`);
    default:
      return [`6.2.11.2 ${name}: kind ${kind} is not expected`];
  }
}

/** Widths of shown glyphs must match the embedded font to a thousandth of its size (6.2.11.5). */
function checkWidths(font: PDFDict, name: string, glyphs: ReadonlySet<number>): string[] {
  const program = at(font, 'FontDescriptor', 'FontFile2');
  if (!(program instanceof PDFRawStream)) return [`6.2.11.4.1 ${name}: not embedded`];
  const advances = advancesOf(decodePDFRawStream(program).decode());
  const declared = widthsOf(items(at(font, 'W')));
  const standard = Number(String(at(font, 'DW') ?? 1000));
  return [...glyphs].flatMap((glyph) =>
    unless(
      Math.abs((advances[glyph] ?? advances.at(-1)!) - (declared.get(glyph) ?? standard)) <= 1,
      `6.2.11.5 ${name}: glyph ${glyph}`,
    ),
  );
}

/** ISO 32000-1, 9.7.4.3: first glyph with a list of widths, or first glyph, last glyph and a common width. */
function widthsOf(entries: readonly PDFObject[]): Map<number, number> {
  const widths = new Map<number, number>();
  for (let index = 0; index < entries.length; ) {
    const first = Number(String(entries[index]));
    const next = entries[index + 1];
    if (next instanceof PDFArray) {
      for (const [offset, width] of items(next).entries()) widths.set(first + offset, Number(String(width)));
      index += 2;
    } else {
      for (let glyph = first; glyph <= Number(String(next)); glyph++)
        widths.set(glyph, Number(String(entries[index + 2])));
      index += 3;
    }
  }
  return widths;
}

const contents = (document: PDFDocument): string[] =>
  document.getPages().map(({ node }) => contentOf(at(node, 'Contents')));

/** Content without its strings. */
const operators = (content: string): string => content.replaceAll(/<[0-9A-Fa-f]*>|\((?:\\.|[^\\)])*\)/gs, '');

const unescaped = (text: string | undefined): string | undefined =>
  text
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** Violations of ISO 19005-3 level B, as far as they are checked here: clause and reason. */
export async function findAgainstPdfA(bytes: Buffer): Promise<string[]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const objects = document.context.enumerateIndirectObjects().map(([, object]) => object);
  const dictionaries = new Set<PDFDict>();
  const collect = (object: PDFObject): void => {
    if (object instanceof PDFRawStream) collect(object.dict);
    if (object instanceof PDFArray) object.asArray().forEach(collect);
    if (!(object instanceof PDFDict) || dictionaries.has(object)) return;
    dictionaries.add(object);
    object.values().forEach(collect);
  };
  objects.forEach(collect);
  const streams = objects.filter((object) => object instanceof PDFRawStream);
  const opened = { bytes, document, objects, dictionaries: [...dictionaries], streams };
  return Object.entries(CHECKS).flatMap(([clause, check]) => check(opened).map((message) => `${clause}: ${message}`));
}
