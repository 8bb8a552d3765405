import { XmlStop } from './fault.ts';
import { findName } from './names.ts';
import type { XmlElement } from './tree.ts';

const XML_NS = 'http://www.w3.org/XML/1998/namespace';
const XMLNS_NS = 'http://www.w3.org/2000/xmlns/';

/** What a written name means where certain declarations hold. */
export type ResolvedName = {
  readonly name: number;
  readonly prefix: string;
  readonly local: string;
  readonly uri: string;
};

/**
 * The declarations that hold inside one element. Names resolved under them are remembered, so that a name that
 * comes a thousand times is split, looked up and checked once.
 */
export class NamespaceScope {
  readonly outer: NamespaceScope | null;
  /** The element that declares; null for the outermost scope. */
  owner: XmlElement | null = null;
  readonly #elements = new Map<string, ResolvedName>();
  readonly #attributes = new Map<string, ResolvedName>();
  readonly #declared: Readonly<Record<string, string>>;

  constructor(outer: NamespaceScope | null, declared: Readonly<Record<string, string>>) {
    this.outer = outer;
    this.#declared = declared;
  }

  /** @throws XmlStop when the name is no namespace-aware name or its prefix is not declared. */
  resolveElement(qname: string, offset: number): ResolvedName {
    const known = this.#elements.get(qname);
    if (known !== undefined) return known;
    const resolved = this.#resolve(qname, offset, true);
    this.#elements.set(qname, resolved);
    return resolved;
  }

  /** An attribute without a prefix is in no namespace. @throws XmlStop as `resolveElement` does. */
  resolveAttribute(qname: string, offset: number): ResolvedName {
    const known = this.#attributes.get(qname);
    if (known !== undefined) return known;
    const resolved = this.#resolve(qname, offset, false);
    this.#attributes.set(qname, resolved);
    return resolved;
  }

  #resolve(qname: string, offset: number, isElement: boolean): ResolvedName {
    const colon = qname.indexOf(':');
    if (colon === -1) {
      const uri = isElement ? (this.#find('') ?? '') : '';
      return { name: findName(uri, qname), prefix: '', local: qname, uri };
    }
    const prefix = qname.slice(0, colon);
    const local = qname.slice(colon + 1);
    if (!isPrefixedName(prefix, local)) throw new XmlStop('name-malformed', offset, qname);
    if (prefix === 'xmlns') throw new XmlStop('prefix-reserved', offset, qname);
    const uri = this.#find(prefix);
    if (uri === undefined) throw new XmlStop('prefix-unbound', offset, qname);
    return { name: findName(uri, local), prefix, local, uri };
  }

  #find(prefix: string): string | undefined {
    for (let scope: NamespaceScope | null = this; scope !== null; scope = scope.outer) {
      const uri = scope.#declared[prefix];
      if (uri !== undefined) return uri;
    }
    return undefined;
  }
}

/** The scope around the document element. */
export const makeOutermostScope = (): NamespaceScope => new NamespaceScope(null, makeDeclarations('xml', XML_NS));

/** A record without inherited members: a prefix may be called `constructor`. */
export function makeDeclarations(prefix?: string, uri?: string): Record<string, string> {
  const declarations: Record<string, string> = Object.create(null);
  if (prefix !== undefined && uri !== undefined) declarations[prefix] = uri;
  return declarations;
}

/** The prefix that an attribute declares (`''` the default namespace); null when it is no declaration. */
export function declaredPrefix(qname: string): string | null {
  if (!qname.startsWith('xmlns')) return null;
  if (qname.length === 5) return '';
  return qname[5] === ':' && qname.length > 6 ? qname.slice(6) : null;
}

/** Namespaces in XML 1.0, clauses 2.2 and 3: what may not be declared. @throws XmlStop */
export function checkDeclaration(prefix: string, uri: string, offset: number): void {
  if (prefix !== '' && !isPrefixedName(prefix, prefix)) throw new XmlStop('name-malformed', offset, `xmlns:${prefix}`);
  if (prefix === 'xmlns') throw new XmlStop('prefix-reserved', offset, 'xmlns:xmlns');
  if (prefix === 'xml' ? uri !== XML_NS : uri === XML_NS)
    throw new XmlStop('namespace-reserved', offset, uri.slice(0, 60));
  if (uri === XMLNS_NS) throw new XmlStop('namespace-reserved', offset, uri);
  if (prefix !== '' && uri === '') throw new XmlStop('namespace-empty', offset, `xmlns:${prefix}`);
}

/** The parser has checked every character as a name's; only the colon and the first of the local part remain. */
const NOT_A_START = /^(?:[-.0-9]|\u00b7|[\u0300-\u036f]|[\u203f\u2040])/;

const isPrefixedName = (prefix: string, local: string): boolean =>
  prefix !== '' && local !== '' && !local.includes(':') && !NOT_A_START.test(local);
