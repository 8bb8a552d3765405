import { makeValidator, type Validator } from '@e-invoice/validator/validation';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCodeLists, loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { findRoot } from '../../src/platform/index.ts';
import { sampleOf } from '../support/cases.ts';
import { makeCreditNote, makeInvoice, type Part } from '../support/invoice-builder.ts';
import { OBJECT_WORDS } from '../support/object-words.ts';

const PEPPOL = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const TODAY = '2026-11-22';

let validator: Validator;
beforeAll(async () => {
  const root = findRoot();
  validator = makeValidator({
    packs: await loadRulePacks(root),
    structure: loadUblStructure(root),
    codeLists: loadCodeLists(root),
  });
});

/** A node of a document, and a function that replaces its value with a word. */
type Place = { readonly name: string; readonly insert: (document: Part, word: string) => void };

function placesOf(part: Part, path: readonly number[] = [], name = part.name): Place[] {
  const at = (document: Part): Part => path.reduce((parent, index) => parent.children[index]!, document);
  const attributes = [...part.attributes.keys()]
    .filter((key) => !key.startsWith('xmlns'))
    .map(
      (key): Place => ({ name: `${name}/@${key}`, insert: (document, word) => at(document).attributes.set(key, word) }),
    );
  const own: Place[] =
    part.children.length > 0
      ? part.children.flatMap((child, index) => placesOf(child, [...path, index], `${name}/${child.name}`))
      : [
          {
            name,
            insert: (document, word) => {
              at(document).text = word;
            },
          },
        ];
  return [...attributes, ...own];
}

function placesIn(make: typeof makeInvoice): Place[] {
  let places: Place[] = [];
  make((document) => {
    places = placesOf(document);
  });
  return places;
}

/** Validates a document and returns the exception, or any JavaScript internals that appear in the result. */
function faultIn(xml: string, ruleset: string): string[] {
  try {
    const request = { filename: 'constructor', today: TODAY, clock: () => 0, ruleset };
    const text = JSON.stringify(validator.validate(new TextEncoder().encode(xml), request));
    return /native code|\[object |\bundefined\b/.exec(text) ?? [];
  } catch (error) {
    return [String(error)];
  }
}

const RULESETS = ['en16931', 'peppol-bis-3', 'peppol-bis-3+sk'];

describe.each([
  ['an invoice', makeInvoice],
  ['a credit note', makeCreditNote],
] as const)('%s that contains property names of JavaScript objects', (_, make) => {
  const places = placesIn(make);

  it('is validated, whichever value contains the name', () => {
    expect(places.length).toBeGreaterThan(150);
    const faults = sampleOf(places, 5).flatMap(({ name, insert }, index) =>
      // Some lookup tables use lower-case keys; these two names are lower-case already.
      [index % 2 === 0 ? 'constructor' : '__proto__', OBJECT_WORDS[index % OBJECT_WORDS.length]!].flatMap((word) => {
        const xml = make((document) => insert(document, word));
        return faultIn(xml, 'peppol-bis-3+sk').map((fault) => `${word} in ${name}: ${fault}`);
      }),
    );
    expect(faults).toEqual([]);
  });

  it.each(OBJECT_WORDS)('is validated by every ruleset when all values are %s', (word) => {
    const keep = /CustomizationID$/;
    for (const ruleset of RULESETS) {
      const xml = make((document) => {
        for (const { name, insert } of places) if (!keep.test(name)) insert(document, word);
      });
      expect(faultIn(xml.replace('urn:cen.eu:en16931:2017<', `${PEPPOL}<`), ruleset), ruleset).toEqual([]);
    }
  });
});
