/** A dynamic error with its XPath 2.0 code (`FORG0001`, `XPTY0004` …). */
export class XPathError extends Error {
  declare readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'XPathError';
    this.code = code;
  }
}

/** Throws from within an expression. */
export function fail(code: string, message: string): never {
  throw new XPathError(code, message);
}

/** fn:error. */
export function raise(code: { readonly local: string } | null, message: string): never {
  return fail(code?.local ?? 'FOER0000', message);
}
