import type { Element } from 'slimdom';
import { childrenNamed, elementsOf, SCHEMATRON } from './read-schema.ts';

const DIFFERENCES = 'urn:x-rules:differences';

/**
 * Derives an earlier release from the later one that its schema extends, by applying its `urn:x-rules:differences`
 * elements (`schematron/README.md`) in order. Parsed independently of the main validator.
 *
 * @param schema with all inclusions resolved; modified in place, and the differences are removed
 * @throws Error when a difference refers to something that does not exist
 */
export function applyDifferences(schema: Element): void {
  for (const difference of elementsOf(schema).filter(({ namespaceURI }) => namespaceURI === DIFFERENCES)) {
    const attribute = (name: string): string => difference.getAttribute(name) ?? '';
    const words = (name: string): string[] => attribute(name).split(/\s+/).filter(Boolean);
    switch (difference.localName) {
      case 'without':
        for (const id of words('rules')) for (const check of checksOf(schema, id)) takeOut(check);
        break;
      case 'assert':
        for (const check of checksOf(schema, attribute('id'))) {
          for (const name of ['flag', 'test']) {
            if (difference.hasAttribute(name)) check.setAttribute(name, attribute(name));
          }
          if ((difference.textContent ?? '').trim() !== '') check.textContent = difference.textContent;
        }
        break;
      case 'rule':
        for (const check of checksOf(schema, attribute('of'))) {
          (check.parentElement as Element).setAttribute('context', attribute('context'));
        }
        break;
      case 'let':
        variable(schema, attribute('name')).setAttribute('value', attribute('value'));
        break;
      case 'list': {
        const list = variable(schema, attribute('name'));
        const taken = new Set(words('without'));
        const codes = (list.getAttribute('value') ?? '').split(',').map((code) => code.trim().slice(1, -1));
        const left = [...codes.filter((code) => !taken.has(code)), ...words('with')];
        list.setAttribute('value', left.map((code) => `'${code}'`).join(', '));
        break;
      }
      default:
        throw new Error(`there is no difference <${difference.localName}>`);
    }
    schema.removeChild(difference);
  }
}

function checksOf(schema: Element, id: string): Element[] {
  const found = childrenNamed(schema, 'pattern')
    .flatMap((pattern) => childrenNamed(pattern, 'rule'))
    .flatMap((rule) => [...childrenNamed(rule, 'assert'), ...childrenNamed(rule, 'report')])
    .filter((check) => check.getAttribute('id') === id);
  if (found.length === 0) throw new Error(`there is no rule "${id}" to change`);
  return found;
}

/** Removes a rule without remaining assertions too: it would still match nodes and keep them from later rules. */
function takeOut(check: Element): void {
  const rule = check.parentElement as Element;
  rule.removeChild(check);
  const isCheck = (element: Element): boolean =>
    element.namespaceURI === SCHEMATRON && (element.localName === 'assert' || element.localName === 'report');
  if (!elementsOf(rule).some(isCheck)) rule.parentElement?.removeChild(rule);
}

function variable(schema: Element, name: string): Element {
  const found = childrenNamed(schema, 'let').find((element) => element.getAttribute('name') === name);
  if (found === undefined) throw new Error(`the schema has no variable "${name}" to change`);
  return found;
}
