import type { SchematronSource } from '@e-invoice/schematron/compile';

/** A schema in memory: the first file is the schema, the others can be included. */
export function schemaSource(files: Readonly<Record<string, string>>): SchematronSource {
  return {
    file: Object.keys(files)[0]!,
    readFile: (path) => {
      const text = files[path];
      if (text === undefined) throw new Error('no such file');
      return new TextEncoder().encode(text);
    },
  };
}

/** A schema element with the content. */
export const schema = (content: string, attributes = ''): string =>
  `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2"${attributes}>${content}</schema>`;
