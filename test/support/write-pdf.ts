import { deflateSync } from 'node:zlib';

/** An object in PDF syntax, a stream, or null for one that the revision deletes. */
export type PdfObject = string | { readonly dictionary: string; readonly bytes: Uint8Array } | null;

/** A revision of a PDF: objects to add, replace or delete, by number. */
export type Revision = {
  readonly objects: Readonly<Record<number, PdfObject>>;
  /** Format of the cross-references; hybrid: a table, with a stream for the compressed objects. */
  readonly xref?: 'table' | 'stream' | 'hybrid';
  /** Objects stored in an object stream. */
  readonly compressed?: readonly number[];
  /** Further entries of the trailer. */
  readonly trailer?: string;
};

type Written = { readonly kind: 0 | 1 | 2; readonly at: number; readonly extra: number };

const HEADER = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');

/** Writes a PDF byte by byte, for revisions, deleted objects and forms that no library writes. */
export function writePdf(revisions: readonly Revision[], root = 1): Uint8Array {
  const parts: Buffer[] = [HEADER];
  let length = HEADER.length;
  let previous: number | null = null;
  let next = 500;
  const add = (part: Buffer): number => {
    const at = length;
    parts.push(part);
    length += part.length;
    return at;
  };
  for (const { objects, xref = 'table', compressed = [], trailer = '' } of revisions) {
    const table = new Map<number, Written>();
    for (const [key, object] of Object.entries(objects)) {
      const number = Number(key);
      if (object === null) table.set(number, { kind: 0, at: 0, extra: 0 });
      else if (!compressed.includes(number))
        table.set(number, { kind: 1, at: add(writeObject(number, object)), extra: 0 });
    }
    const hidden = new Map<number, Written>();
    if (compressed.length > 0) {
      const stream = next++;
      table.set(stream, { kind: 1, at: add(writeObjectStream(stream, objects, compressed)), extra: 0 });
      for (const [index, number] of compressed.entries()) hidden.set(number, { kind: 2, at: stream, extra: index });
    }
    const entries = `/Root ${root} 0 R /Size 600 ${previous === null ? '' : `/Prev ${previous} `}${trailer}`;
    if (xref === 'stream') {
      const number = next++;
      previous = add(Buffer.alloc(0));
      table.set(number, { kind: 1, at: previous, extra: 0 });
      add(writeXrefStream(number, new Map([...table, ...hidden]), entries));
    } else {
      const stream = xref === 'hybrid' ? add(writeXrefStream(next++, hidden, '/Size 600')) : null;
      for (const number of hidden.keys()) table.set(number, { kind: 0, at: 0, extra: 0 });
      previous = add(Buffer.from(writeTable(table)));
      add(Buffer.from(`trailer\n<<${entries}${stream === null ? '' : ` /XRefStm ${stream}`}>>\n`, 'latin1'));
    }
    add(Buffer.from(`startxref\n${previous}\n%%EOF\n`));
  }
  return Buffer.concat(parts);
}

function writeObject(number: number, object: Exclude<PdfObject, null>): Buffer {
  const content =
    typeof object === 'string'
      ? Buffer.from(object, 'latin1')
      : Buffer.concat([
          Buffer.from(
            `<<${object.dictionary}${object.dictionary.includes('/Length ') ? '' : ` /Length ${object.bytes.length}`}>>\nstream\n`,
          ),
          object.bytes,
          Buffer.from('\nendstream'),
        ]);
  return Buffer.concat([Buffer.from(`${number} 0 obj\n`), content, Buffer.from('\nendobj\n')]);
}

function writeObjectStream(number: number, objects: Revision['objects'], compressed: readonly number[]): Buffer {
  let offset = 0;
  const head: string[] = [];
  const texts = compressed.map((each) => {
    const text = `${objects[each] as string} `;
    head.push(`${each} ${offset}`);
    offset += text.length;
    return text;
  });
  const first = `${head.join(' ')} `;
  const bytes = deflateSync(Buffer.from(first + texts.join(''), 'latin1'));
  const dictionary = `/Type /ObjStm /N ${compressed.length} /First ${first.length} /Filter /FlateDecode`;
  return writeObject(number, { dictionary, bytes });
}

/** With the PNG predictor "up", as most programs use. */
function writeXrefStream(number: number, table: ReadonlyMap<number, Written>, entries: string): Buffer {
  const rows: number[][] = [
    [0, 0, 0, 0, 0, 0, 255],
    ...sorted(table).map(([, { kind, at, extra }]) => rowOf(kind, at, extra)),
  ];
  const coded = rows.flatMap((row, index) => [
    2,
    ...row.map((byte, at) => (byte - (rows[index - 1]?.[at] ?? 0)) & 255),
  ]);
  const index = [0, 1, ...sorted(table).flatMap(([each]) => [each, 1])].join(' ');
  const dictionary = `/Type /XRef /W [1 4 2] /Index [${index}] /Filter /FlateDecode /DecodeParms <</Predictor 12 /Columns 7>> ${entries}`;
  return writeObject(number, { dictionary, bytes: deflateSync(Buffer.from(coded)) });
}

const rowOf = (kind: number, at: number, extra: number): number[] => [
  kind,
  (at >>> 24) & 255,
  (at >>> 16) & 255,
  (at >>> 8) & 255,
  at & 255,
  (extra >> 8) & 255,
  extra & 255,
];

function writeTable(table: ReadonlyMap<number, Written>): string {
  const sections = sorted(table).map(
    ([number, { kind, at }]) => `${number} 1\n${String(at).padStart(10, '0')} ${kind === 0 ? '00001 f' : '00000 n'} \n`,
  );
  return `xref\n0 1\n0000000000 65535 f \n${sections.join('')}`;
}

const sorted = (table: ReadonlyMap<number, Written>): [number, Written][] => [...table].sort(([a], [b]) => a - b);
