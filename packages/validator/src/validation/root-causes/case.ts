import {
  makeNodeFinder,
  NodeKind,
  type XmlAttribute,
  type XmlDocument,
  type XmlElement,
} from '@e-invoice/schematron/xml';
import type { Issue, Text } from '../../issues/index.ts';
import { type Equation, equationOfRule, makeEquationFinder, type Network, readNetwork } from '../amounts/index.ts';
import type { Structure } from '../layers/ubl-structure/index.ts';
import type { CauseId } from './cause-texts.ts';
import type { Edit } from './patch/edit.ts';
import { type Editor, makeEditor } from './patch/make-editor.ts';

/** A mechanical correction: edits that belong together. */
export type Correction = {
  /** How it was found; `replace` unless it says otherwise. */
  readonly id?: string;
  readonly edits: readonly Edit[];
  /** What to compare before choosing it; unset: what follows from what it changes. */
  readonly note?: Text;
  /** What the mistake is called where this is the likeliest correction that held. */
  readonly told?: Pick<Mistake, 'id' | 'location' | 'values'>;
};

/** What was recognised: one mistake and the issues that follow from it. */
export type Mistake = {
  readonly id: CauseId;
  readonly issues: readonly number[];
  /** Where to look first; unset: where the first issue is. */
  readonly location?: string;
  readonly confidence: number;
  /** What fills the blanks of the texts. */
  readonly values?: Readonly<Record<string, string | Text>>;
  /** Offer no correction that leaves one of the issues. */
  readonly isWholeOnly?: true;
  /** What else is wrong in the same place makes another reading possible: no correction is proven. */
  readonly isDoubtful?: boolean;
  /** Corrections to try, the likeliest first; made when asked for. */
  readonly corrections?: readonly (() => Correction | null)[];
};

/** The issues of one file, of which each belongs to the first mistake that claims it. */
export type Case = {
  readonly issues: readonly Issue[];
  readonly document: XmlDocument | null;
  readonly root: XmlElement | null;
  /** What the file is instead of XML; null: it is XML, or nobody can tell. */
  readonly kind: Text | null;
  readonly structure: Structure;
  readonly editor: () => Editor;
  readonly network: () => Network;
  /** The equation that an arithmetic rule found broken at an element. */
  readonly equationOf: (ruleId: string, element: XmlElement) => Equation | null;
  /** The node of an issue, where it is in the document. */
  readonly nodeOf: (index: number) => XmlElement | XmlAttribute | null;
  /** The same, of an attribute its element. */
  readonly elementOf: (index: number) => XmlElement | null;
  /** The indexes of issues nobody claimed yet. */
  readonly open: (test: (issue: Issue, index: number) => boolean) => number[];
  readonly openOf: (...ruleIds: readonly string[]) => number[];
  /** Claims them; those claimed already are left out of the answer. */
  readonly claim: (indexes: Iterable<number>) => number[];
};

/** The document that was judged, null when there is none, and what the file is instead of XML. */
type ValidationOutcome = {
  readonly document: XmlDocument | null;
  readonly structure: Structure;
  readonly kind?: Text | null;
};

export function makeCase(issues: readonly Issue[], { document, structure, kind = null }: ValidationOutcome): Case {
  const taken = new Uint8Array(issues.length);
  const byRule = new Map<string, number[]>();
  for (const [index, { rule_id }] of issues.entries()) {
    const known = byRule.get(rule_id);
    if (known === undefined) byRule.set(rule_id, [index]);
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
    editor: once(() => makeEditor(document!, structure)),
    network,
    // The numbers are read once a rule asks for them: most files break no arithmetic.
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
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
