import { ciiTermOf, termOf } from '../terms/index.ts';
import type { Both, Explanation } from '../texts/explanation.ts';
import { causeTexts, repeatedTexts } from './causes.data.ts';
import { exampleOf } from './example-of.ts';
import { isCiiPart, labelOf } from './labels.ts';
import { type RestrictionFacts, readSubject, readWithin, type Subject } from './restriction.ts';

/** Generates title, reason, usual cause and example of a restriction from the meaning of its element. */
export function explainRestriction(restriction: RestrictionFacts): Explanation {
  const read = readSubject(restriction);
  const subject: Subject = isCiiPart(read.name) ? { ...read, kind: 'part' } : read;
  if (isUnlimited(restriction)) return explainUnlimited(subject);
  return {
    title: titleOf(restriction, subject),
    why: restriction.most === 0 ? describeUnused(restriction, subject) : formatCount(restriction, subject),
    cause: causeOf(restriction, subject),
    example: exampleOf(restriction, subject),
  };
}

function causeOf({ least, most }: RestrictionFacts, subject: Subject): Both {
  if (most === 0) return causeTexts[areaOf(subject)];
  return least > 0 ? causeTexts.count : (repeatedTexts[areaOf(subject)] ?? causeTexts.repeated);
}

const KINDS: Readonly<Record<Subject['kind'], Both>> = {
  value: ['údaj', 'element'],
  part: ['časť', 'part'],
  attribute: ['atribút', 'attribute'],
};

/** The mistake and the path to the element, outermost first. */
function titleOf({ least, most }: RestrictionFacts, subject: Subject): Both {
  const way = wayTo(subject);
  if (most === 0) {
    const unused = subject.kind === 'part' ? 'Nepoužívaná časť' : `Nepoužívaný ${KINDS[subject.kind][0]}`;
    return [`${unused}: ${way[0]}`, `Unused ${KINDS[subject.kind][1]}: ${way[1]}`];
  }
  if (least === 0) return [`Uvedené viackrát: ${way[0]}`, `Stated more than once: ${way[1]}`];
  if (most === Number.POSITIVE_INFINITY) return [`Chýba údaj: ${way[0]}`, `Element missing: ${way[1]}`];
  return [`Nesprávny počet výskytov: ${way[0]}`, `Wrong number of occurrences: ${way[1]}`];
}

/** Display name of the element: its business term, or its meaning after those of its parents. */
function wayTo(subject: Subject): Both {
  const { name, owners, kind } = subject;
  const { sk, en } = labelOf(name);
  const term = kind === 'attribute' ? termsOfOwners(subject) : termAt([...owners, name]);
  if (term !== null) return kind === 'attribute' ? [`${term[0]} – ${sk}`, `${term[1]} – ${en}`] : term;
  const place = placeOf(subject);
  return place === null ? [sk, en] : [`${place[0]} – ${sk}`, `${place[1]} – ${en}`];
}

/** Name of the business term at a path; null if the path does not belong to one term. */
function termAt(steps: readonly string[]): Both | null {
  const term =
    steps.length === 0
      ? undefined
      : (ciiTermOf(steps) ?? termOf(steps.join('/').replace(/^line\b/, 'cac:InvoiceLine')));
  return term === undefined || term.id.startsWith('BG-') ? null : [term.name.sk, term.name.en];
}

/** Names of the business terms of the owners, separated by commas; null unless each belongs to one term. */
function termsOfOwners({ owners, alternatives }: Subject): Both | null {
  const terms = (alternatives.length === 0 ? [owners] : alternatives).map(termAt);
  if (!terms.every((term) => term !== null)) return null;
  return [terms.map(([sk]) => sk).join(', '), terms.map(([, en]) => en).join(', ')];
}

/** Steps without information for the reader: wrapper elements, and elements that repeat their neighbor. */
const SILENT = new Set(['cac:Party', 'cac:PartyName', 'cac:PartyIdentification', 'rsm:SupplyChainTradeTransaction']);
/** Parts of CII whose names add nothing to those of the parts inside them. */
const WRAPPER = /^ram:(?:ApplicableHeader|SpecifiedLine)Trade(?:Agreement|Delivery|Settlement)$/;

/** Names of the enclosing parts of the invoice, outermost first; null at document level. */
function placeOf({ owners }: Subject): Both | null {
  const described = owners
    .filter((name, index) => !SILENT.has(name) && !(WRAPPER.test(name) && index < owners.length - 1))
    .map(labelOf);
  if (described.length === 0) return null;
  return [described.map(({ sk }) => sk).join(' – '), described.map(({ en }) => en).join(' – ')];
}

const STANDARDS: Readonly<Record<RestrictionFacts['syntax'], string>> = { ubl: 'UBL 2.1', cii: 'CII D16B' };

function describeUnused({ within, syntax, isFatal }: RestrictionFacts, subject: Subject): Both {
  const { name, kind, anywhere } = subject;
  const standard = STANDARDS[syntax];
  const { sk, en } = labelOf(name);
  const place = placeOf(subject);
  const [kindSk, kindEn] = KINDS[kind];
  const whereSk = place === null ? (anywhere ? 'v celom doklade' : 'v hlavičke dokladu') : `v časti „${place[0]}“`;
  const whereEn =
    place === null ? (anywhere ? 'throughout the document' : 'in the head of the document') : `in "${place[1]}"`;
  if (kind === 'attribute') {
    const owner = termsOfOwners(subject) ?? place;
    const reason = REASONS.find(([names]) => names.test(name))?.[1] ?? LISTS;
    const { except } = readWithin(within);
    // A long list of exceptions is the restriction of another rule.
    const [outSk, outEn] =
      except === null || except.includes('/') ? ['', ''] : [` Výnimkou je ${except}.`, ` The exception is ${except}.`];
    const atSk = owner === null ? whereSk : `pri údaji „${owner[0]}“`;
    const atEn = owner === null ? whereEn : `on "${owner[1]}"`;
    return [
      `Štandard ${standard} pripúšťa ${atSk} atribút „${sk}“ (${name.slice(1)}), norma EN 16931 ho však nepotrebuje: ${reason[0]}. Atribút uvedený zbytočne môže príjemcu pomýliť.${outSk}`,
      `${standard} allows the attribute "${en}" (${name.slice(1)}) ${atEn}, but EN 16931 has no need of it: ${reason[1]}. An attribute that is not needed may mislead the receiver.${outEn}`,
    ];
  }
  return [
    `Štandard ${standard} pozná ${whereSk} ${kindSk} „${sk}“ (${name}), model faktúry podľa normy EN 16931 však nie. Program príjemcu smie takýto obsah preskočiť, preto v ňom nemá byť nič, na čom záleží. ${isFatal ? 'Faktúra s ním nie je platná.' : 'Faktúra zostáva platná.'}`,
    `${standard} has the ${kindEn} "${en}" (${name}) ${whereEn}, but the invoice model of EN 16931 does not. The receiver's software may skip it, so it should contain nothing important. ${isFatal ? 'An invoice with it is invalid.' : 'The invoice remains valid.'}`,
  ];
}

const LISTS: Both = [
  'aká schéma alebo aký zoznam kódov platí, určuje sama',
  'the norm itself defines which scheme or code list applies',
];

/** Why the norm has no need of an attribute that names neither a scheme nor a code list. */
const REASONS: readonly (readonly [names: RegExp, reason: Both])[] = [
  [
    /^@currency/,
    [
      'sumy okrem súčtu DPH sú v mene faktúry (BT-5)',
      'amounts other than the VAT total are in the invoice currency (BT-5)',
    ],
  ],
  [/^@language/, ['jazyk textov neurčuje', 'it does not state the language of texts']],
  [
    /^@(?:format|name)$/,
    ['tvar a význam hodnoty určuje sama', 'the norm itself defines the form and the meaning of the value'],
  ],
];

/** The published table has rows that limit nothing. */
const isUnlimited = ({ least, most }: RestrictionFacts): boolean => least === 0 && most === Number.POSITIVE_INFINITY;

function explainUnlimited(subject: Subject): Explanation {
  const way = wayTo(subject);
  const what = subject.kind === 'attribute' ? subject.name.slice(1) : subject.name;
  return {
    title: [`Počet výskytov bez obmedzenia: ${way[0]}`, `Any number of occurrences: ${way[1]}`],
    why: [
      `Zverejnené pravidlá toto pravidlo obsahujú, ale počet výskytov „${what}“ neobmedzujú. Žiadna faktúra ho neporuší.`,
      `The published rules contain this rule, but it does not limit the number of occurrences of “${what}”. No invoice violates it.`,
    ],
    cause: causeTexts.unlimited,
  };
}

function formatCount({ least, most }: RestrictionFacts, subject: Subject): Both {
  const term = termAt([...subject.owners, subject.name]);
  const { sk, en } = term === null ? labelOf(subject.name) : { sk: term[0], en: term[1] };
  const place = term === null ? placeOf(subject) : null;
  const whereSk = place === null ? '' : ` v časti „${place[0]}“`;
  const whereEn = place === null ? '' : ` in "${place[1]}"`;
  if (least > 0) {
    const exactly = most === least;
    return [
      `Norma EN 16931 žiada${whereSk} ${exactly ? 'práve jeden' : 'aspoň jeden'} výskyt údaja „${sk}“ (${subject.name}). Bez neho sa táto časť faktúry nedá jednoznačne spracovať.`,
      `EN 16931 requires ${exactly ? 'exactly one' : 'at least one'} "${en}" (${subject.name})${whereEn}. Without it, this part of the invoice cannot be processed unambiguously.`,
    ];
  }
  return [
    `Údaj „${sk}“ (${subject.name}) má v modeli faktúry${whereSk} ${most === 1 ? 'jediné miesto' : `najviac ${most} miesta`}. Pri viacerých výskytoch by si príjemca musel vybrať, ktorý platí, a dva programy by si mohli vybrať rôzne.`,
    `The invoice model has room for at most ${most === 1 ? 'one' : most} of "${en}" (${subject.name})${whereEn}. With more of them the receiver would have to choose, and two programs might choose differently.`,
  ];
}

export type Area = Exclude<keyof typeof causeTexts, 'count' | 'repeated' | 'unlimited'>;

const AREAS: readonly (readonly [pattern: RegExp, area: Area])[] = [
  [/Address$/, 'address'],
  [/Reference$|ReferencedDocument$/, 'reference'],
  [
    /^cac:Payment|FinancialAccount$|^cac:CardAccount|Payment(Means|Terms)$|FinancialInstitution$|FinancialCard$/,
    'payment',
  ],
  [/Tax(Category|Scheme|Subtotal|Total)$|TradeTax$|TaxRegistration$/, 'tax'],
  [
    /^cac:(Item|Price|AdditionalItemProperty|.*ItemIdentification)$|TradeProduct$|TradePrice$|ProductCharacteristic$/,
    'item',
  ],
  [/^cac:Delivery$|TradeDelivery$|SupplyChainEvent$/, 'delivery'],
  [/Party$|^cac:Party|Contact$|LegalOrganization$/, 'party'],
  [/^line$|LineItem$|^ram:SpecifiedLine/, 'line'],
];

/** The part of the invoice that explains the cause: the innermost known one. */
function areaOf({ kind, owners, name }: Subject): Area {
  if (kind === 'attribute') return 'attribute';
  for (const owner of [...owners].reverse()) {
    const found = AREAS.find(([pattern]) => pattern.test(owner));
    if (found !== undefined) return found[1];
  }
  return AREAS.find(([pattern]) => pattern.test(name))?.[1] ?? 'document';
}
