import { quote, XmlStop } from './fault.ts';
import { type NamePool, UNKNOWN_NAME } from './names.ts';
import { makeResolvedNames, type ResolvedName, type ResolvedNames } from './resolved-names.ts';
import type { XmlElement } from './tree.ts';

const XML_NS = 'http://www.w3.org/XML/1998/namespace';
const XMLNS_NS = 'http://www.w3.org/2000/xmlns/';

/** A longer string cut from a text may keep the whole text in memory. */
const LONGEST_PREFIX = 12;

/** Name resolution under these declarations, shared by documents; null if only this document declares them. */
function sharedNames(names: NamePool, declared: Readonly<Record<string, string>>): ResolvedNames | null {
  let key = '';
  for (const prefix in declared) {
    const uri = declared[prefix]!;
    if (prefix.length > LONGEST_PREFIX || !names.hasNamespace(uri)) return null;
    key += `${prefix}=${uri} `;
  }
  return names.resolvedNames.under(key);
}

/**
 * The namespace declarations in scope inside one element. Resolved names are cached, so that a name that occurs a
 * thousand times is split, looked up and checked once; the cache for the declarations of the document element is
 * shared between documents.
 */
export class NamespaceScope {
  declare readonly outer: NamespaceScope | null;
  /** The element with the declarations; null for the outermost scope. */
  owner: XmlElement | null = null;
  readonly #own = makeResolvedNames();
  readonly #shared: ResolvedNames | null;
  readonly #declared: Readonly<Record<string, string>>;
  readonly #names: NamePool;

  constructor(names: NamePool, outer: NamespaceScope | null, declared: Readonly<Record<string, string>>) {
    this.#names = names;
    this.outer = outer;
    this.#declared = declared;
    this.#shared = outer !== null && outer.outer === null ? sharedNames(names, declared) : null;
  }

  /** @throws XmlStop if the name is not a valid QName or its prefix is not declared */
  resolveElement(qname: string, offset: number): ResolvedName {
    return this.#shared?.elements.get(qname) ?? this.#own.elements.get(qname) ?? this.#learn(qname, offset, 'elements');
  }

  /**
   * An attribute without prefix is in no namespace.
   *
   * @throws XmlStop as `resolveElement`
   */
  resolveAttribute(qname: string, offset: number): ResolvedName {
    return (
      this.#shared?.attributes.get(qname) ?? this.#own.attributes.get(qname) ?? this.#learn(qname, offset, 'attributes')
    );
  }

  #learn(qname: string, offset: number, kind: keyof ResolvedNames): ResolvedName {
    const { prefix, local, uri } = this.#resolve(qname, offset, kind === 'elements');
    const declared = this.#names.findDeclared(uri, local);
    if (declared === undefined || this.#shared === null) {
      const resolved = { name: declared?.id ?? UNKNOWN_NAME, prefix, local, uri };
      this.#own[kind].set(qname, resolved);
      return resolved;
    }
    const resolved = { name: declared.id, prefix, local: declared.local, uri: declared.uri };
    this.#shared[kind].set(prefix === '' ? declared.local : `${prefix}:${declared.local}`, resolved);
    return resolved;
  }

  #resolve(qname: string, offset: number, isElement: boolean): Omit<ResolvedName, 'name'> {
    const colon = qname.indexOf(':');
    if (colon === -1) return { prefix: '', local: qname, uri: isElement ? (this.#find('') ?? '') : '' };
    const prefix = qname.slice(0, colon);
    const local = qname.slice(colon + 1);
    if (!isPrefixedName(prefix, local)) throw new XmlStop('name-malformed', offset, qname);
    if (prefix === 'xmlns') throw new XmlStop('prefix-reserved', offset, qname);
    const uri = this.#find(prefix);
    if (uri === undefined) throw new XmlStop('prefix-unbound', offset, qname);
    return { prefix, local, uri };
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
export const makeOutermostScope = (names: NamePool): NamespaceScope =>
  new NamespaceScope(names, null, makeDeclarations('xml', XML_NS));

/** A record without inherited members: a prefix may be called `constructor`. */
export function makeDeclarations(prefix?: string, uri?: string): Record<string, string> {
  const declarations: Record<string, string> = Object.create(null);
  if (prefix !== undefined && uri !== undefined) declarations[prefix] = uri;
  return declarations;
}

/** The prefix that an attribute declares (`''`: the default namespace); null if it is not a namespace declaration. */
export function declaredPrefix(qname: string): string | null {
  if (!qname.startsWith('xmlns')) return null;
  if (qname.length === 5) return '';
  return qname[5] === ':' && qname.length > 6 ? qname.slice(6) : null;
}

/**
 * Rejects declarations that Namespaces in XML 1.0, clauses 2.2 and 3, forbid.
 *
 * @throws XmlStop
 */
export function checkDeclaration(prefix: string, uri: string, offset: number): void {
  if (prefix !== '' && !isPrefixedName(prefix, prefix)) throw new XmlStop('name-malformed', offset, `xmlns:${prefix}`);
  if (prefix === 'xmlns') throw new XmlStop('prefix-reserved', offset, 'xmlns:xmlns');
  if (prefix === 'xml' ? uri !== XML_NS : uri === XML_NS) throw new XmlStop('namespace-reserved', offset, quote(uri));
  if (uri === XMLNS_NS) throw new XmlStop('namespace-reserved', offset, uri);
  if (prefix !== '' && uri === '') throw new XmlStop('namespace-empty', offset, `xmlns:${prefix}`);
}

/**
 * The parser has checked that all are name characters; only the colon and the first character of the local part
 * remain.
 */
const NOT_A_START = /^(?:[-.0-9]|\u00b7|[\u0300-\u036f]|[\u203f\u2040])/;

const isPrefixedName = (prefix: string, local: string): boolean =>
  prefix !== '' && local !== '' && !local.includes(':') && !NOT_A_START.test(local);
