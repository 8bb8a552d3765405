import { type Document, type Element, parseXmlDocument, serializeToWellFormedString } from 'slimdom';
import type { Example } from '../../packages/validator/src/catalog/texts/explanation.ts';
import { wrap } from './sample-invoice.ts';

/**
 * Inserts an example into a document. Elements of the chosen example replace those of the same name; elements that
 * only the other example has are removed.
 */
export function placeExample(invoice: string, { at, wrong, right }: Example, which: 'wrong' | 'right'): string {
  const document = parseXmlDocument(invoice);
  const fragmentOf = (text: string): Element[] =>
    childrenOf(parseXmlDocument(wrap(text, document.documentElement!.namespaceURI!)).documentElement!);
  const owner = findOrMake(document, at === '' ? [] : at.split('/'));
  const children = fragmentOf(which === 'wrong' ? wrong : right);
  const names = new Set([wrong, right].flatMap((text) => fragmentOf(text).map((child) => child.nodeName)));
  const old = childrenOf(owner).filter((child) => names.has(child.nodeName));
  const before = old.at(-1)?.nextSibling ?? null;
  for (const child of old) child.remove();
  for (const child of children) owner.insertBefore(document.importNode(child, true), before);
  return serializeToWellFormedString(document);
}

const childrenOf = (element: Element): Element[] => [...element.children];

function findOrMake(document: Document, steps: readonly string[]): Element {
  return steps.reduce((element, step) => {
    const found = childrenOf(element).find((child) => child.nodeName === step);
    if (found !== undefined) return found;
    const made = document.createElementNS(element.lookupNamespaceURI(step.split(':')[0]!), step);
    return element.appendChild(made);
  }, document.documentElement!);
}
