import { NodeKind, type XmlElement } from '@e-invoice/schematron/xml';
import type { FindingList } from './finding.ts';
import { isMisspelt } from './is-misspelt.ts';
import type { Aggregate, Slot, Structure } from './load-structure.ts';
import { longestOrdered } from './longest-ordered.ts';

/** A child that the content model allows. */
type Placed = { readonly element: XmlElement; readonly slot: Slot };

/**
 * Explains why the children of an element do not match its content model, one finding per mistake: reports as few
 * children as possible as misplaced, does not report a misspelt element also as missing, and reports siblings with
 * one name once.
 */
export function explainContent(
  structure: Structure,
  element: XmlElement,
  { slots, slotByName, isChoice }: Aggregate,
  findings: FindingList,
): void {
  const parent = findings.nameOf(element);
  const placed: Placed[] = [];
  const strangers = new Map<string, XmlElement[]>();
  /** Number of allowed children before each unexpected one. */
  const strangerPlaces = new Map<XmlElement, number>();
  for (const child of element.children) {
    if (child.kind !== NodeKind.ELEMENT) continue;
    const slot = slotByName.get(child.name);
    if (slot !== undefined) {
      placed.push({ element: child, slot });
      continue;
    }
    const name = findings.nameOf(child);
    const known = strangers.get(name);
    if (known === undefined) strangers.set(name, [child]);
    else known.push(child);
    strangerPlaces.set(child, placed.length);
  }
  const inOrder = isChoice
    ? placed.map((_, index) => index === 0)
    : longestOrdered(placed.map(({ slot }) => (slot.isSingle ? slot.index : slot.index + 0.5)));
  const ordered = placed.filter((_, index) => inOrder[index]);
  const [previousSlots, nextSlots] = nearestSlots(placed, inOrder);
  const present = new Set(placed.map(({ slot }) => slot));
  const misnamed = addStrangers();
  addMoved();
  addMissing();

  /** Adds findings for elements that are not allowed here. @returns the slots that they were probably meant for */
  function addStrangers(): Set<Slot> {
    const found = new Set<Slot>();
    const isChosen = isChoice && present.size > 0;
    const free = isChosen ? [] : slots.filter((it) => !(it.isSingle && present.has(it)));
    const byWord = new Map(free.map((it) => [wordOf(it.element), it] as const).reverse());
    let unknown = 0;
    for (const [name, elements] of strangers) {
      const first = elements[0]!;
      const isKnown = structure.parents.has(first.name) || structure.documents.has(first.name);
      unknown += isKnown ? 0 : 1;
      const mayBeMisspelt = !isKnown && unknown <= MAX_MISSPELT;
      const slot = byWord.get(first.local.toLowerCase()) ?? (mayBeMisspelt ? nearest(free, first.local) : undefined);
      if (slot !== undefined) found.add(slot);
      const at = strangerPlaces.get(first)!;
      const between = isChosen ? [] : expectedBetween(previousSlots[at]!, nextSlots[at]!);
      const expected = slot === undefined ? between : [slot.element];
      const fault = isKnown ? 'STRUCTURE-ELEMENT-NOT-ALLOWED' : 'STRUCTURE-ELEMENT-UNKNOWN';
      findings.add(fault, first, { found: name, expected, parent, count: elements.length });
    }
    return found;
  }

  /** The elements allowed between two children in order. */
  function expectedBetween(last: Slot | null, next: Slot | null): string[] {
    const from = last === null ? 0 : last.isSingle ? last.index + 1 : last.index;
    return slots.slice(from, next === null ? undefined : next.index + 1).map(({ element: name }) => name);
  }

  /** Adds findings for children that are out of order or repeated. */
  function addMoved(): void {
    const seen = new Set(ordered.map(({ slot }) => slot));
    const reported = new Map<Slot, number>();
    placed.forEach(({ element: child, slot }, index) => {
      if (inOrder[index]) return;
      const isRepeated = slot.isSingle && seen.has(slot);
      seen.add(slot);
      const at = reported.get(slot);
      if (at !== undefined) {
        const earlier = findings.all[at]!;
        findings.all[at] = { ...earlier, count: earlier.count + 1 };
        return;
      }
      reported.set(slot, findings.all.length);
      const found = slot.element;
      if (isRepeated) {
        findings.add('STRUCTURE-ELEMENT-REPEATED', child, { found, parent, count: 2 });
      } else if (isChoice) {
        findings.add('STRUCTURE-ELEMENT-NOT-ALLOWED', child, { found, parent });
      } else {
        findings.add('STRUCTURE-ELEMENT-MISPLACED', child, { found, parent, ...neighbours(slot) });
      }
    });
  }

  function addMissing(): void {
    if (isChoice && present.size === 0 && misnamed.size === 0) {
      findings.add('STRUCTURE-ELEMENT-MISSING', element, { expected: slots.map((it) => it.element), parent });
    }
    for (const slot of slots) {
      if (!slot.isRequired || present.has(slot) || misnamed.has(slot)) continue;
      const expected = [slot.element];
      findings.add('STRUCTURE-ELEMENT-MISSING', element, { expected, parent, ...neighbours(slot) });
    }
  }

  function neighbours({ index }: Slot): { after: string | null; before: string | null } {
    const after = ordered.findLast(({ slot }) => slot.index < index)?.slot.element ?? null;
    const before = ordered.find(({ slot }) => slot.index > index)?.slot.element ?? null;
    return { after, before };
  }
}

/**
 * For each number of allowed children: the slot of the last one in order among them, and of the first one in order
 * after them.
 */
function nearestSlots(placed: readonly Placed[], inOrder: readonly boolean[]): [(Slot | null)[], (Slot | null)[]] {
  const last: (Slot | null)[] = [null];
  const next: (Slot | null)[] = new Array(placed.length + 1).fill(null);
  placed.forEach(({ slot }, index) => {
    last.push(inOrder[index] ? slot : last[index]!);
  });
  for (let index = placed.length - 1; index >= 0; index -= 1) {
    next[index] = inOrder[index] ? placed[index]!.slot : next[index + 1]!;
  }
  return [last, next];
}

/** The only slot whose name differs by a typo; undefined when several match. */
function nearest(slots: readonly Slot[], local: string): Slot | undefined {
  const near = slots.filter(({ element }) => isMisspelt(element, local));
  return near.length === 1 ? near[0] : undefined;
}

/** Limits the names per element that are checked for typos; files with more unknown names contain something else. */
const MAX_MISSPELT = 100;

/** The name without prefix and case, so that `cbc:Id` and `cac:ID` match `cbc:ID`. */
const wordOf = (element: string): string => element.slice(element.indexOf(':') + 1).toLowerCase();
