import type { Element, Node } from 'slimdom';
import { childrenNamed, elementsOf, schematronName } from './read-schema.ts';

/** A rule with resolved inheritance; contains nothing abstract. */
export type ExpandedRule = {
  readonly element: Element;
  /** `let`, `assert` and `report` elements; each `extends` is replaced by the content of the extended rule. */
  readonly content: readonly Element[];
};

export type ExpandedPattern = {
  readonly lets: readonly Element[];
  readonly rules: readonly ExpandedRule[];
};

/**
 * Selects the patterns of a phase and resolves abstract patterns (ISO 19757-3, 5.4.8 and 6.3) and abstract rules
 * (5.4.3).
 *
 * @param phase `#ALL`, `#DEFAULT` or the id of a phase
 * @throws Error when a referenced id does not exist, or a rule extends itself
 */
export function expandSchema(schema: Element, phase: string): { lets: Element[]; patterns: ExpandedPattern[] } {
  const chosen = phase === '#DEFAULT' ? (schema.getAttribute('defaultPhase') ?? '#ALL') : phase;
  const patterns = childrenNamed(schema, 'pattern');
  const lets = childrenNamed(schema, 'let');
  const library = [...childrenNamed(schema, 'rules'), ...patterns];
  const concrete = patterns.filter((pattern) => !isAbstract(pattern));
  const make = (pattern: Element): ExpandedPattern => expandPattern(pattern, patterns, library);
  if (chosen === '#ALL') return { lets, patterns: concrete.map(make) };

  const phaseElement = childrenNamed(schema, 'phase').find((element) => element.getAttribute('id') === chosen);
  if (phaseElement === undefined) throw new Error(`the schema has no phase "${chosen}"`);
  const active = childrenNamed(phaseElement, 'active').map((element) => element.getAttribute('pattern'));
  return {
    lets: [...lets, ...childrenNamed(phaseElement, 'let')],
    patterns: concrete.filter((pattern) => active.includes(pattern.getAttribute('id'))).map(make),
  };
}

const isAbstract = (element: Element): boolean => element.getAttribute('abstract') === 'true';

function expandPattern(pattern: Element, patterns: readonly Element[], library: readonly Element[]): ExpandedPattern {
  if (pattern.hasAttribute('documents')) throw new Error('patterns over other documents are not supported');
  const parentId = pattern.getAttribute('is-a');
  let body = pattern;
  if (parentId !== null) {
    const parent = patterns.find((other) => isAbstract(other) && other.getAttribute('id') === parentId);
    if (parent === undefined) throw new Error(`there is no abstract pattern "${parentId}"`);
    const parameters = new Map<string, string>();
    for (const source of [parent, pattern]) {
      for (const param of childrenNamed(source, 'param')) {
        parameters.set((param.getAttribute('name') ?? '').trim(), param.getAttribute('value') ?? '');
      }
    }
    body = parent.cloneNode(true) as Element;
    fillParameters(body, parameters);
  }
  return {
    lets: childrenNamed(body, 'let'),
    rules: childrenNamed(body, 'rule')
      .filter((rule) => !isAbstract(rule))
      .map((rule) => ({ element: rule, content: contentOf(rule, [body, ...library], []) })),
  };
}

function contentOf(rule: Element, library: readonly Element[], extending: readonly Element[]): Element[] {
  return elementsOf(rule).flatMap((child) => {
    const name = schematronName(child);
    if (name === 'let' || name === 'assert' || name === 'report') return [child];
    if (name !== 'extends') return [];
    const id = child.getAttribute('rule');
    const extended = library
      .flatMap((source) => childrenNamed(source, 'rule'))
      .find((other) => isAbstract(other) && other.getAttribute('id') === id);
    if (extended === undefined) throw new Error(`there is no abstract rule "${id}"`);
    if (extending.includes(extended)) throw new Error(`the rule "${id}" extends itself`);
    return contentOf(extended, library, [...extending, extended]);
  });
}

/** A name may continue after `-` or `.`, so `$name` is ambiguous; the longest matching parameter wins. */
const withParameters = (text: string, parameters: ReadonlyMap<string, string>): string =>
  text.replace(/\$([\p{L}_][\p{L}\p{N}_.-]*)/gu, (whole, name: string) => {
    for (let length = name.length; length > 0; length--) {
      const ends = length === name.length || /[.-]/.test(name[length] ?? '');
      const value = ends ? parameters.get(name.slice(0, length)) : undefined;
      if (value !== undefined) return value + name.slice(length);
    }
    return whole;
  });

function fillParameters(node: Node, parameters: ReadonlyMap<string, string>): void {
  for (const child of elementsOf(node)) {
    for (const attribute of child.attributes) attribute.value = withParameters(attribute.value, parameters);
    fillParameters(child, parameters);
  }
}
