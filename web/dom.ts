import type { Html } from '../src/lib/html.ts';

type Policy = { readonly createHTML: (text: string) => string; readonly createScriptURL: (text: string) => string };
type Factory = { readonly createPolicy: (name: string, rules: Policy) => Policy };

const same = (text: string): string => text;
const factory = (globalThis as { readonly trustedTypes?: Factory }).trustedTypes;

/** The one policy of the page (Trusted Types): what it lets in is `Html`, escaped where it was made, and our own addresses. */
const policy = factory?.createPolicy('einvoice', { createHTML: same, createScriptURL: same });

/** Puts HTML into an element. There is no other way to do that on the page. */
export function show(element: Element, { text }: Html): void {
  element.innerHTML = policy === undefined ? text : policy.createHTML(text);
}

/** An address of a script of ours. */
export const scriptAddress = (address: string): string => policy?.createScriptURL(address) ?? address;

/** The element with the id. @throws Error when the page has none, which is a fault of ours */
export function part<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}`);
  return found as E;
}

/** Resolves when what was just shown has been painted: what nobody waits for comes after it. */
export const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
