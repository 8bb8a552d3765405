import type { Base } from './bases.ts';
import { grow } from './grow.ts';
import { extend, repeatHome, swapKind, swapRoot } from './kinds.ts';
import type { Random } from './random.ts';
import { copy, isElement, type Raw, type Sketch, textOf, walk, write } from './sketch.ts';
import { ATTRIBUTES, VALUES } from './values.data.ts';

type Mutation = (root: Sketch, random: Random, others: readonly Base[]) => void;

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

const anElement = (root: Sketch, random: Random) => {
  const all = walk(root);
  return all.length === 1 ? all[0]! : all[1 + random.below(all.length - 1)]!;
};

const leaves = (root: Sketch): Sketch[] =>
  walk(root)
    .map(({ element }) => element)
    .filter(({ children }) => !children.some(isElement));

const isDecimal = (text: string): boolean => /^\s*-?\d+(\.\d+)?\s*$/.test(text);
const textIn = (element: Sketch): string => element.children.map((it) => (isElement(it) ? '' : it.raw)).join('');

function insert(parent: Sketch, child: Sketch | Raw, random: Random): void {
  parent.children.splice(random.below(parent.children.length + 1), 0, child);
}

/** One kind of change each. */
const MUTATIONS: readonly Mutation[] = [
  grow,
  swapKind,
  swapRoot,
  extend,
  repeatHome,
  function remove(root, random) {
    const { element, parent } = anElement(root, random);
    parent.children = parent.children.filter((child) => child !== element);
  },
  function repeat(root, random) {
    const { element, parent } = anElement(root, random);
    parent.children.splice(parent.children.indexOf(element), 0, copy(element));
  },
  function move(root, random) {
    const { element, parent } = anElement(root, random);
    if (element === root) return;
    parent.children = parent.children.filter((child) => child !== element);
    insert(random.pick(walk(root)).element, element, random);
  },
  function shuffle(root, random) {
    const { children } = random.pick(walk(root)).element;
    for (let left = children.length - 1; left > 0; left--) {
      const at = random.below(left + 1);
      [children[left], children[at]] = [children[at]!, children[left]!];
    }
  },
  function changeValue(root, random) {
    random.pick(leaves(root)).children = [textOf(random.pick(VALUES))];
  },
  function changeNumber(root, random) {
    const numbers = leaves(root).filter((leaf) => isDecimal(textIn(leaf)));
    if (numbers.length === 0) return;
    const leaf = random.pick(numbers);
    const text = textIn(leaf).trim();
    const [whole = '0', part = ''] = text.split('.');
    const digit = String(random.below(10));
    leaf.children = [
      textOf(
        random.pick([
          `${whole}.${part}${digit}`,
          `${whole}.${part}000`,
          `${whole}.${part.slice(0, -1)}${digit}`,
          `${whole}${digit}.${part || '0'}`,
          text.startsWith('-') ? text.slice(1) : `-${text}`,
          `${whole}.${part.slice(0, 1)}`,
          whole,
          `0${text}`.replace('0-', '-0'),
        ]),
      ),
    ];
  },
  function changeDigit(root, random) {
    // Check digits, dates, codes.
    const all = leaves(root).filter((leaf) => /^[^<&]*\d[^<&]*$/.test(textIn(leaf)));
    if (all.length === 0) return;
    const leaf = random.pick(all);
    const text = textIn(leaf);
    const at = random.pick([...text.matchAll(/\d/g)]).index;
    leaf.children = [textOf(`${text.slice(0, at)}${random.below(10)}${text.slice(at + 1)}`)];
  },
  function copyValue(root, random) {
    const all = leaves(root);
    random.pick(all).children = [
      textOf(
        textIn(random.pick(all))
          .slice(0, 100)
          .replace(/&#\d+;/g, ''),
      ),
    ];
  },
  function swapCode(root, random) {
    // The same code at another element with the same name: categories, countries, currencies.
    const all = leaves(root);
    const leaf = random.pick(all);
    const sameName = all.filter(({ name }) => name === leaf.name);
    const other = random.pick(sameName);
    leaf.children = other.children.map((child) => ({ ...child })) as Raw[];
  },
  function rename(root, random) {
    const all = walk(root);
    anElement(root, random).element.name = random.pick(all).element.name;
  },
  function changeAttribute(root, random) {
    const { element } = random.pick(walk(root));
    const names = [...element.attributes.keys()].filter((name) => !name.startsWith('xmlns'));
    const name = names.length > 0 && random.chance(0.7) ? random.pick(names) : random.pick(ATTRIBUTES);
    if (random.chance(0.3)) element.attributes.delete(name);
    else element.attributes.set(name, random.pick(VALUES));
  },
  function changeNamespace(root, random) {
    const { element } = random.pick(walk(root));
    element.attributes.set(
      random.pick(['xmlns', 'xmlns:cbc', 'xmlns:cac', 'xmlns:x']),
      random.pick([`${UBL}CommonBasicComponents-2`, `${UBL}CommonAggregateComponents-2`, `${UBL}Invoice-2`, 'urn:x']),
    );
  },
  function changePrefix(root, random) {
    const { element } = anElement(root, random);
    const [, local] = element.name.split(':');
    if (local === undefined) return;
    const kind = element.name.startsWith('cac:') ? 'Aggregate' : 'Basic';
    element.name = random.pick([local, `p:${local}`]);
    const uri = `${UBL}Common${kind}Components-2`;
    element.attributes.set(element.name === local ? 'xmlns' : 'xmlns:p', uri);
  },
  function splitText(root, random) {
    const { element } = random.pick(walk(root));
    insert(
      element,
      {
        raw: random.pick([
          '<!-- x -->',
          '<?x y?>',
          '<![CDATA[ ]]>',
          '<![CDATA[5]]>',
          'stray',
          '\n',
          ' ',
          '&#32;',
          '&#xA0;',
          '&#9;',
        ]),
      },
      random,
    );
    if (!element.children.some(isElement) && random.chance(0.5)) {
      const text = textIn(element);
      if (/[<&]/.test(text)) return;
      const at = random.below(text.length + 1);
      element.children = [{ raw: text.slice(0, at) }, { raw: '<!--c-->' }, { raw: text.slice(at) }];
    }
  },
  function nest(root, random) {
    const { element, parent } = anElement(root, random);
    let inner = copy(element);
    for (let depth = random.below(30); depth >= 0; depth--) {
      inner = { name: element.name, attributes: new Map(), children: [inner] };
    }
    parent.children[parent.children.indexOf(element)] = inner;
  },
  function cross(root, random, others) {
    const donor = random.pick(walk(random.pick(others)())).element;
    insert(random.pick(walk(root)).element, copy(donor), random);
  },
  function replaceAlike(root, random, others) {
    const { element, parent } = anElement(root, random);
    const sameName = walk(random.pick(others)()).filter((it) => it.element.name === element.name);
    if (sameName.length > 0) parent.children[parent.children.indexOf(element)] = copy(random.pick(sameName).element);
  },
];

/** Relative frequency; default: 1. */
const WEIGHTS: Readonly<Record<string, number>> = {
  changeValue: 8,
  changeNumber: 8,
  changeDigit: 4,
  swapCode: 6,
  copyValue: 3,
  changeAttribute: 4,
  remove: 4,
  repeat: 3,
  replaceAlike: 4,
  grow: 4,
  swapKind: 2,
  extend: 3,
};

const WEIGHTED = MUTATIONS.flatMap((mutation) => Array<Mutation>(WEIGHTS[mutation.name] ?? 1).fill(mutation));

/** Changes that usually preserve the structure: documents near the limits of the rules. */
const GENTLE = WEIGHTED.filter(({ name }) =>
  ['changeNumber', 'changeDigit', 'swapCode', 'copyValue', 'replaceAlike', 'changeValue', 'grow', 'extend'].includes(
    name,
  ),
);

/** Encodings of the text. */
const ENCODINGS: readonly ((xml: string) => Uint8Array)[] = [
  (xml) => Buffer.from(xml),
  (xml) => Buffer.from(`\uFEFF${xml}`),
  (xml) => Buffer.from(`\uFEFF${xml}`, 'utf16le'),
  (xml) => Buffer.from(`<?xml version="1.0" encoding="utf-8" standalone="yes"?>\r\n${xml.replace(/\n/g, '\r\n')}`),
  (xml) => Buffer.from(`<?xml version='1.0' encoding='iso-8859-1'?>${xml}`, 'latin1'),
  (xml) => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><!-- before -->${xml}<!-- after -->\n`),
];

/** Rule set of a document: usually that of its profile, otherwise one that it does not target. */
const RULESETS = ['en16931', 'peppol-bis-3', 'peppol-bis-3+sk', 'peppol-selfbilling-3+sk'] as const;

/** A mutated document, and its rule set; `undefined`: that of its profile. */
export type Mutant = { readonly root: Sketch; readonly bytes: Uint8Array; readonly ruleset: string | undefined };

/** Mutated copy of one of the bases; deterministic for the same random numbers. */
export function mutate(bases: readonly Base[], random: Random): Mutant {
  const root = copy(random.pick(bases)());
  const changes = 1 + random.below(random.chance(0.2) ? 12 : 3);
  const kinds = random.chance(0.5) ? GENTLE : WEIGHTED;
  for (let change = 0; change < changes; change++) random.pick(kinds)(root, random, bases);
  const encode = random.chance(0.9) ? ENCODINGS[0]! : random.pick(ENCODINGS);
  const ruleset = random.chance(0.6) ? undefined : random.pick(RULESETS);
  return { root, bytes: encode(write(root)), ruleset };
}
