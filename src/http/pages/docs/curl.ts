import type { Operation, Schema } from './contract.ts';

const exampleOf = (schema: Schema): string | undefined =>
  schema.example === undefined ? undefined : String(schema.example);

/** Quotes a text for a shell with single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Longer examples are read from a file. */
const LONGEST_INLINE = 400;

/**
 * Formats the operation as a curl command to paste into a shell: required parameters with example values, a body of
 * the first media type, and a placeholder for the key if one is needed.
 */
export function writeCurl({ method, path, parameters = [], requestBody, security }: Operation, origin: string): string {
  const isOf = (place: string) =>
    parameters.filter((parameter) => parameter.in === place && parameter.required === true);
  const address = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const found = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name);
    const example = found === undefined ? undefined : exampleOf(found.schema);
    return example === undefined ? whole : encodeURIComponent(example);
  });
  const query = isOf('query').map(({ name, schema }) => `${name}=${encodeURIComponent(exampleOf(schema) ?? '…')}`);
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(`${origin}${address}${query.length > 0 ? `?${query.join('&')}` : ''}`)}`,
    ...(security.some((way) => 'apiKey' in way) ? [`-H 'X-API-Key: <API_KEY>'`] : []),
    ...isOf('header').map(({ name, schema }) => `-H ${quoted(`${name}: ${exampleOf(schema) ?? '…'}`)}`),
    ...bodyOf(requestBody),
  ];
  return parts.join(' \\\n  ');
}

function bodyOf(body: Operation['requestBody']): string[] {
  const [first] = Object.entries(body?.content ?? {});
  if (first === undefined) return [];
  const [type, { example }] = first;
  if (type === 'multipart/form-data') return ["-F 'file=@invoice.xml'"];
  const text = example === undefined ? null : typeof example === 'string' ? example : JSON.stringify(example);
  const isShort = text !== null && text.length <= LONGEST_INLINE;
  return [`-H 'Content-Type: ${type}'`, isShort ? `--data-raw ${quoted(text)}` : '--data-binary @body'];
}
