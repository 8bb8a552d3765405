import { invoice } from './model/invoice.ts';
import { type Path, type Predicate, type Step, toPath } from './path.ts';
import type { Fields } from './term.ts';

/** Location of a business term or group in a Cross Industry Invoice. */
export type TermPath = {
  /** `BT-1`, `BG-4`. */
  readonly id: string;
  /** XPath below the document element. */
  readonly xpath: string;
  /** The same path without predicates. */
  readonly plain: string;
};

/** Terms that the model reads as a part of another value: term, the term of that value, and the path inside it. */
const PARTS: readonly (readonly [id: string, of: string, path: string])[] = [
  ['BT-21', 'BG-1', 'ram:SubjectCode'],
  ['BT-22', 'BG-1', 'ram:Content'],
  ['BT-130', 'BT-129', '@unitCode'],
  ['BT-150', 'BT-149', '@unitCode'],
];

/** The group that the model leaves out, because its terms are fields of the invoice. */
const PROCESS_CONTROL: TermPath = {
  id: 'BG-2',
  xpath: 'rsm:ExchangedDocumentContext',
  plain: 'rsm:ExchangedDocumentContext',
};

/**
 * Lists the places of the business terms and groups in CII, each id once, groups before their terms. Of several places
 * of a term, the first one is listed.
 */
export function listCiiPaths(): TermPath[] {
  const found = new Map<string, TermPath>([[PROCESS_CONTROL.id, PROCESS_CONTROL]]);
  collect(invoice, AT_ROOT, found);
  for (const [id, of, path] of PARTS) {
    const { xpath, plain } = found.get(of)!;
    found.set(id, { id, xpath: `${xpath}/${path}`, plain: `${plain}/${path}` });
  }
  return [...found.values()];
}

type Place = Omit<TermPath, 'id'>;

const AT_ROOT: Place = { xpath: '', plain: '' };

/** Adds the terms of a group. @returns the places of its fields */
function collect(fields: Fields, group: Place, found: Map<string, TermPath>): Place[] {
  return Object.values(fields).flatMap((field) => {
    const declared = typeof field.cii === 'string' ? field.cii : field.cii?.[0];
    if (declared === undefined) return [];
    const path = toPath(declared);
    const below = path.fromRoot ? AT_ROOT : group;
    const place: Place = {
      xpath: join(below.xpath, write(path, writeStep)),
      plain: join(
        below.plain,
        write(path, ({ name }) => name),
      ),
    };
    const isNew = /^B[TG]-\d+$/.test(field.id) && !found.has(field.id);
    const isGroup = field.is === 'group' && field.id.startsWith('BG-');
    if (isNew && (isGroup || field.is === 'term')) found.set(field.id, { id: field.id, ...place });
    if (field.is !== 'group') return [place];
    const inner = collect(field.fields, place, found);
    // A group without an element of its own is everything that its terms have in common.
    if (isNew && isGroup && declared === '.') found.set(field.id, { id: field.id, ...commonOf(inner) });
    return [place];
  });
}

const join = (group: string, own: string): string => [group, own].filter((part) => part !== '').join('/');

/** The longest path that all places start with. */
function commonOf(places: readonly Place[]): Place {
  const [first = [], ...others] = places.map(({ plain }) => plain.split('/'));
  const end = first.findIndex((step, index) => others.some((steps) => steps[index] !== step));
  const plain = first.slice(0, end === -1 ? undefined : end).join('/');
  return { xpath: plain, plain };
}

const write = ({ steps, attribute }: Path, toText: (step: Step) => string): string =>
  [...steps.map(toText), ...(attribute === null ? [] : [`@${attribute}`])].join('/');

const writeStep = ({ name, predicates }: Step): string => `${name}${predicates.map(writePredicate).join('')}`;

/** Predicates that only the writer uses, or that compare with a value of the invoice, are left out. */
function writePredicate({ steps, attribute, operator, value }: Predicate): string {
  if (operator === ':=' || value.startsWith('$')) return '';
  const path = [...steps.map(({ name }) => name), ...(attribute === null ? [] : [`@${attribute}`])].join('/');
  return operator === '=' ? `[${path}="${value}"]` : `[not(${path}="${value}")]`;
}
