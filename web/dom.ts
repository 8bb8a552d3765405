import type { Html } from '../src/lib/html.ts';

type Policy = { readonly createHTML: (text: string) => string; readonly createScriptURL: (text: string) => string };
type Factory = { readonly createPolicy: (name: string, rules: Policy) => Policy };

const same = (text: string): string => text;
const factory = (globalThis as { readonly trustedTypes?: Factory }).trustedTypes;

/**
 * The only Trusted Types policy of the page. It accepts `Html`, which is escaped at creation, and script addresses of
 * the service itself.
 */
const policy = factory?.createPolicy('einvoice', { createHTML: same, createScriptURL: same });

/** Sets the content of an element. All HTML of the page passes through this function. */
export function show(element: Element, { text }: Html): void {
  element.innerHTML = policy === undefined ? text : policy.createHTML(text);
}

/** Trusted address of a script of the service. */
export const scriptAddress = (address: string): string => policy?.createScriptURL(address) ?? address;

/** Returns the element with the id. @throws Error if it is missing, which is a programming error */
export function part<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}`);
  return found as E;
}

/** Resolves after the next paint, so that less urgent work does not delay it. */
export const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
