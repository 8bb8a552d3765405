import {
  makeNodeFinder,
  NodeKind,
  type XmlAttribute,
  type XmlDocument,
  type XmlElement,
} from '@e-invoice/schematron/xml';
import type { Issue, Text } from '../../issues/index.ts';
import { type Equation, equationOfRule, makeEquationFinder, type Network, readNetwork } from '../amounts/index.ts';
import type { Structure } from '../layers/structure/index.ts';
import type { CodeLists } from '../suggestions/index.ts';
import { type Books, readBooks } from './books.ts';
import type { CauseId } from './cause-texts.ts';
import type { Edit } from './patch/edit.ts';
import { type Editor, makeEditor } from './patch/make-editor.ts';

/** A mechanical correction: edits that are applied together. */
export type Correction = {
  /** The operator that found it; defaults to `replace`. */
  readonly id?: string;
  readonly edits: readonly Edit[];
  /** What to compare before choosing it; by default derived from the changes. */
  readonly note?: Text;
  /** Warnings that it may introduce, such as cents between a sum of rounded taxes and the tax of a sum. */
  readonly accepts?: readonly string[];
  /** It distributes cents of rounding over lines: amounts change by at most a cent, with their prices. */
  readonly isRounding?: true;
  /** Overrides the texts of the mistake when this is the best verified correction. */
  readonly texts?: Pick<Mistake, 'id' | 'location' | 'values'>;
};

/** One mistake and the issues that it causes. */
export type Mistake = {
  readonly id: CauseId;
  readonly issues: readonly number[];
  /** The location to report; defaults to that of the first issue. */
  readonly location?: string;
  readonly confidence: number;
  /** Values for the placeholders of the texts. */
  readonly values?: Readonly<Record<string, string | Text>>;
  /** Offer only corrections that resolve all issues of the mistake. */
  readonly isWholeOnly?: true;
  /** The order of the corrections follows from other evidence in the invoice, such as a stated reason. */
  readonly isOrdered?: boolean;
  /** Another problem at the same location allows another interpretation, so no correction counts as proven. */
  readonly isDoubtful?: boolean;
  /** Corrections to try, likeliest first, created on demand. */
  readonly corrections?: readonly (() => Correction | null)[];
};

/** The issues of one file. Each issue belongs to the first mistake that claims it. */
export type Case = {
  readonly issues: readonly Issue[];
  readonly document: XmlDocument | null;
  readonly root: XmlElement | null;
  /** The kind of a file that is not XML; null when it is XML, or the kind is unknown. */
  readonly kind: Text | null;
  readonly structure: Structure;
  readonly codeLists: CodeLists;
  readonly editor: () => Editor;
  readonly network: () => Network;
  /** The numbers that accounting holds; the root must not be null. */
  readonly books: () => Books;
  /** The equation that an arithmetic rule reported at an element. */
  readonly equationOf: (ruleId: string, element: XmlElement) => Equation | null;
  /** The node of an issue; null when its location is not in the document. */
  readonly nodeOf: (index: number) => XmlElement | XmlAttribute | null;
  /** The element of an issue; for an attribute its owner. */
  readonly elementOf: (index: number) => XmlElement | null;
  /** Indexes of matching issues that are not claimed yet. */
  readonly open: (test: (issue: Issue, index: number) => boolean) => number[];
  /** Same for rule ids; those of the structure of UBL include those of CII. */
  readonly openOf: (...ruleIds: readonly string[]) => number[];
  /** Claims issues and returns the indexes that were not claimed before. */
  readonly claim: (indexes: Iterable<number>) => number[];
  /** Returns a function that undoes all later claims. */
  readonly mark: () => () => void;
};

/** The validated document, if any, and the kind of a file that is not XML. */
type ValidationOutcome = {
  readonly document: XmlDocument | null;
  readonly structure: Structure;
  readonly kind?: Text | null;
  readonly codeLists?: CodeLists;
};

export function makeCase(
  issues: readonly Issue[],
  { document, structure, kind = null, codeLists = new Map() }: ValidationOutcome,
): Case {
  const taken = new Uint8Array(issues.length);
  const byRule = new Map<string, number[]>();
  for (const [index, { rule_id }] of issues.entries()) {
    const common = rule_id.replace(/^CII-STRUCTURE-/, 'UBL-STRUCTURE-');
    const known = byRule.get(common);
    if (known === undefined) byRule.set(common, [index]);
    else known.push(index);
  }
  const finder = once(() => (document === null ? () => null : makeNodeFinder(document)));
  const network = once(() => readNetwork(document!.root));
  const equations = once(() => makeEquationFinder(network()));
  const nodes = new Map<number, XmlElement | XmlAttribute | null>();
  const nodeOf = (index: number): XmlElement | XmlAttribute | null => {
    let node = nodes.get(index);
    if (node === undefined) {
      node = finder()(issues[index]!.location);
      nodes.set(index, node);
    }
    return node;
  };
  return {
    issues,
    document,
    root: document?.root ?? null,
    kind,
    structure,
    codeLists,
    editor: once(() => makeEditor(document!, structure)),
    network,
    books: once(() => readBooks(document!.root)),
    // The equations are built only when an arithmetic rule failed: most files break no arithmetic.
    equationOf: (ruleId, element) => (equationOfRule.has(ruleId) ? equations()(ruleId, element) : null),
    nodeOf,
    elementOf(index) {
      const node = nodeOf(index);
      return node?.kind === NodeKind.ATTRIBUTE ? node.parent : node;
    },
    open(test) {
      const found: number[] = [];
      for (let index = 0; index < issues.length; index += 1) {
        if (taken[index] === 0 && test(issues[index]!, index)) found.push(index);
      }
      return found;
    },
    openOf: (...ruleIds) =>
      ruleIds
        .flatMap((ruleId) => byRule.get(ruleId) ?? [])
        .filter((index) => taken[index] === 0)
        .sort((a, b) => a - b),
    claim(indexes) {
      const claimed: number[] = [];
      for (const index of indexes) {
        if (taken[index] !== 0) continue;
        taken[index] = 1;
        claimed.push(index);
      }
      return claimed.sort((a, b) => a - b);
    },
    mark() {
      const before = taken.slice();
      return () => taken.set(before);
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
