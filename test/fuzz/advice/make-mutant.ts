import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRoot } from '../../../src/platform/index.ts';
import { selfBilling } from '../../rules/peppol/peppol-invoice.ts';
import { type Mutation, makeCreditNote, makeInvoice, mutate, type Part, text } from '../../support/invoice-builder.ts';
import { FOUND_INPUTS } from '../../validation/found-inputs.data.ts';
import { abroad, creditNote, single, sound, untaxed } from '../../validation/root-causes/invoices.ts';
import { mistakes } from '../../validation/root-causes/mistakes.ts';
import { makeRandomInvoice, makeRandom as makeShare } from '../../validation/root-causes/random-invoice.ts';
import { faults } from '../../validation/root-causes/single-faults.ts';
import { peppolInvoice } from '../../validation/sbdh/envelope.ts';
import { makeRandom, type Random } from '../random.ts';
import { CODES, DATES, IDENTIFIERS, NUMBERS, SCHEMES, SPECIFICATIONS } from './values.data.ts';

/** A document and a description of its mistakes. */
export type Mutant = { readonly name: string; readonly xml: string };

/** Valid and invalid documents of the project, in a fixed order. */
export function projectDocuments(): Mutant[] {
  const root = findRoot();
  const files = ['schematron/canaries', 'test/golden'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.xml') && !name.startsWith('not-well-formed'))
      .sort()
      .map((name) => ({ name, xml: readFileSync(join(root, folder, name), 'utf8') })),
  );
  return [
    ...VALID,
    ...files,
    ...mistakes.map(({ name, xml }) => ({ name, xml })),
    ...FOUND_INPUTS.map(({ is, xml }) => ({ name: is, xml })),
  ];
}

const VALID: readonly Mutant[] = [
  ...sound.map(([name, xml]) => ({ name, xml })),
  { name: 'a self-billed invoice', xml: makeInvoice(...selfBilling, text('cbc:InvoiceTypeCode', '389')) },
  { name: 'a self-billed credit note', xml: makeCreditNote(...selfBilling, text('cbc:CreditNoteTypeCode', '261')) },
  { name: 'an export', xml: peppolInvoice(...untaxed('G', 'VATEX-EU-G'), ...abroad) },
  { name: 'an exempt supply', xml: peppolInvoice(...untaxed('E', 'VATEX-EU-132')) },
  { name: 'a zero rate', xml: peppolInvoice(...untaxed('Z', null)) },
  { name: 'a credit note of EN 16931', xml: makeCreditNote() },
  { name: 'a Peppol credit note of two lines', xml: creditNote() },
  { name: 'one line', xml: peppolInvoice(...single) },
];

/** Documents of the conformance corpus up to 60,000 bytes, read on demand; empty when it is not available. */
export function corpusDocuments(): (() => Mutant)[] {
  const folder = join(process.env.CONFORMANCE_DIR ?? join(findRoot(), '../shared/conformance'), 'corpus');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.xml'))
    .sort()
    .map((name) => () => ({ name, xml: readFileSync(join(folder, name), 'utf8').slice(0, 60_000) }));
}

/** A document with one to three mistakes, determined by the seed. */
export function makeMutant(seed: number, documents: readonly (() => Mutant)[]): Mutant {
  const random = makeRandom(seed);
  if (random.chance(0.15)) {
    const fault = random.pick(faults);
    const xml = fault.put(makeRandomInvoice(seed), makeShare(seed));
    if (xml !== null) return { name: fault.kind, xml };
  }
  const base = random.chance(0.15)
    ? { name: 'a random invoice', xml: makeRandomInvoice(seed) }
    : random.pick(documents)();
  const times = random.pick([1, 1, 1, 1, 1, 1, 1, 2, 2, 3]);
  const done: string[] = [];
  const damage: Mutation = (document) => {
    for (let time = 0; time < times; time += 1) {
      const change = random.pick(CHANGES);
      done.push(`${change.name} ${change(document, random) ?? '-'}`);
    }
  };
  try {
    return { xml: mutate(base.xml, damage), name: `${base.name}: ${done.join(', ')}` };
  } catch {
    return base;
  }
}

/** One kind of mistake each; returns a description of the change, or null. */
type Change = (document: Part, random: Random) => string | null;

type Step = { readonly part: Part; readonly parent: Part };

function stepsIn(document: Part): Step[] {
  const found: Step[] = [];
  const visit = (parent: Part): void => {
    for (const part of parent.children) {
      found.push({ part, parent });
      visit(part);
    }
  };
  visit(document);
  return found;
}

const leavesIn = (document: Part, test: (part: Part) => boolean): Part[] =>
  stepsIn(document)
    .map(({ part }) => part)
    .filter((part) => part.children.length === 0 && test(part));

/** Sets the text of one of the parts. */
function write(parts: readonly Part[], random: Random, change: (text: string) => string): string | null {
  if (parts.length === 0) return null;
  const part = random.pick(parts);
  part.text = change(part.text);
  return `${part.name}=${part.text.slice(0, 40)}`;
}

const isNumber = ({ name, text }: Part): boolean =>
  /(Amount|Quantity|Percent|Numeric)$/.test(name) && /^-?\d+(\.\d+)?$/.test(text.trim());

const CHANGES: readonly Change[] = [
  function remove(document, random) {
    const { part, parent } = random.pick(stepsIn(document));
    parent.children.splice(parent.children.indexOf(part), 1);
    return part.name;
  },
  function removeGroup(document, random) {
    const groups = stepsIn(document).filter(({ part }) => part.children.length > 0);
    if (groups.length === 0) return null;
    const { part } = random.pick(groups);
    const left = part.children.filter(() => random.chance(0.4));
    part.children.splice(0, part.children.length, ...left);
    return part.name;
  },
  function empty(document, random) {
    return write(
      leavesIn(document, ({ text }) => text !== ''),
      random,
      () => random.pick(['', ' ']),
    );
  },
  function repeat(document, random) {
    const { part, parent } = random.pick(stepsIn(document));
    parent.children.splice(parent.children.indexOf(part), 0, structuredClone(part));
    return part.name;
  },
  function number(document, random) {
    return write(leavesIn(document, isNumber), random, (text) => random.pick(NUMBERS)(text, random));
  },
  function date(document, random) {
    const dates = leavesIn(document, ({ name }) => name.endsWith('Date'));
    return write(dates, random, (text) => random.pick(DATES)(text, random));
  },
  function code(document, random) {
    const [path, codes] = random.pick(CODES);
    return write(
      leavesIn(document, ({ name }) => path.test(name)),
      random,
      () => random.pick(codes),
    );
  },
  function scheme(document, random) {
    const [name, values] = random.pick(SCHEMES);
    const parts = stepsIn(document).filter(({ part }) => part.attributes.has(name));
    const all = parts.length === 0 || random.chance(0.1) ? stepsIn(document) : parts;
    const { part } = random.pick(all);
    const value = random.pick(values);
    if (value === null) part.attributes.delete(name);
    else part.attributes.set(name, value);
    return `${part.name}/@${name}=${value}`;
  },
  function attributeEverywhere(document, random) {
    const [name, values] = random.pick(SCHEMES);
    const value = random.pick(values);
    const parts = stepsIn(document).filter(({ part }) => part.attributes.has(name));
    if (parts.length === 0) return null;
    const { part: first } = random.pick(parts);
    for (const { part } of parts) {
      if (part.name !== first.name) continue;
      if (value === null) part.attributes.delete(name);
      else part.attributes.set(name, value);
    }
    return `${first.name}/@${name}=${value}`;
  },
  function swap(document, random) {
    const leaves = leavesIn(document, ({ text }) => text !== '');
    if (leaves.length === 0) return null;
    const one = random.pick(leaves);
    const others = leaves.filter(({ name, text }) => text !== one.text && name.slice(-4) === one.name.slice(-4));
    if (others.length === 0) return null;
    const other = random.pick(others);
    [one.text, other.text] = [other.text, one.text];
    return `${one.name} ${other.name}`;
  },
  function identifier(document, random) {
    const ids = leavesIn(document, ({ name }) => /(EndpointID|CompanyID|cbc:ID)$/.test(name));
    return write(ids, random, (text) => random.pick(IDENTIFIERS)(text));
  },
  function specification(document, random) {
    const [name, values] = random.pick(SPECIFICATIONS);
    return write(
      leavesIn(document, (part) => name.test(part.name)),
      random,
      () => random.pick(values),
    );
  },
  function category(document, random) {
    const categories = stepsIn(document)
      .map(({ part }) => part)
      .filter(({ name }) => /Tax(Category)$/.test(name));
    if (categories.length === 0) return null;
    const code = random.pick(['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'B']);
    const isEverywhere = random.chance(0.5);
    for (const part of isEverywhere ? categories : [random.pick(categories)]) {
      const id = part.children.find(({ name }) => name === 'cbc:ID');
      if (id !== undefined) id.text = code;
    }
    return `${code} ${isEverywhere ? 'everywhere' : 'once'}`;
  },
  function rate(document, random) {
    const rates = leavesIn(document, ({ name }) => name === 'cbc:Percent');
    return write(rates, random, () => random.pick(['0', '5', '10', '19', '20', '23', '0.23', '21', '-5', '']));
  },
];
