import type { Package } from '../adapter.ts';
import type { HttpSettings, PackagePart } from '../partner.ts';

type Body = HttpSettings['submit']['body'];

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
const base64Of = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

const PARTS: Readonly<Record<PackagePart, (parcel: Package) => string>> = {
  envelope_xml: ({ content }) => textOf(content),
  envelope_base64: ({ content }) => base64Of(content),
  document_xml: ({ envelope }) => textOf(envelope.content),
  document_base64: ({ envelope }) => base64Of(envelope.content),
  document_sha256: ({ documentSha256 }) => documentSha256,
  sender: ({ envelope }) => envelope.sender,
  receiver: ({ envelope }) => envelope.receiver,
  document_type: ({ envelope }) => envelope.documentType.id,
  process: ({ envelope }) => envelope.process,
  country: ({ envelope }) => envelope.country,
  instance_identifier: ({ envelope }) => envelope.instanceIdentifier,
  created_at: ({ envelope }) => envelope.createdAt,
  key: ({ key }) => key,
};

/** Request body and media type; deterministic for the same stored bytes. */
export function writeBody(body: Body, parcel: Package): { readonly type: string; readonly bytes: string | Uint8Array } {
  if (body.type === 'envelope') return { type: 'application/xml', bytes: parcel.content };
  if (body.type === 'document') return { type: 'application/xml', bytes: parcel.envelope.content };
  const fields = Object.entries(body.fields).map(([name, part]) => [name, PARTS[part](parcel)]);
  return { type: 'application/json', bytes: JSON.stringify(Object.fromEntries(fields)) };
}

/** Package parts that are short enough for a path. */
const IN_PATHS: ReadonlyMap<string, PackagePart> = new Map(
  (['sender', 'receiver', 'document_type', 'process', 'country', 'instance_identifier', 'key'] as const).map((part) => [
    part,
    part,
  ]),
);

/** Replaces package parts in a path, URL-encoded; other text in braces stays. */
export const fillPath = (path: string, parcel: Package): string =>
  path.replace(/\{([a-z_]+)\}/g, (whole, name: string) => {
    const part = IN_PATHS.get(name);
    return part === undefined ? whole : encodeURIComponent(PARTS[part](parcel));
  });
