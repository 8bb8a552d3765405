import { notInPhase } from '../run/builtins.ts';
import type { Finding } from '../run/finding.ts';
import type { RunOptions } from '../run/run-options.ts';
import { cutText, learnNames, type NamePool, stringValue, type XmlDocument, type XmlNode } from '../xml/index.ts';
import { makeRunState, runtime, XPathError } from '../xpath/runtime/index.ts';
import type { WatchedSite } from '../xpath/watched-site.ts';
import { makeDecider, type Step, Uncertain } from './decide.ts';
import { both, type Frame, once, recall, see, spend, TooMuch, type TracedRun } from './evaluation-trace.ts';
import { isXmlNode, taggedItems } from './values.ts';

const builtins = { both, once, recall, see, notInPhase };

type ExplainModule = {
  /** Evaluates the assertion of that number on a node that it failed on; null for one that is not explained. */
  readonly checks: readonly (((node: XmlNode, run: TracedRun, number: number) => boolean) | null)[];
  readonly sites: readonly WatchedSite[];
  readonly cells: number;
  readonly defaultPhase: string | null;
};

/** What the code of compiled explanations exports. */
export type CompiledExplanations = {
  readonly explanations: (rt: typeof runtime, engine: typeof builtins, names: NamePool) => ExplainModule;
};

/** Explanations that are ready, and the pool in which their names are declared. */
export type Explanations = { readonly module: ExplainModule; readonly names: NamePool };

/** A sub-expression that had a part in the outcome. */
export type ExplainedPart = {
  /** As the schema writes it. */
  readonly expression: string;
  /** The construct: `andOp`, `equalOp`, `addOp`, `pathExpr`, `fn:sum`, … (XQueryX), `call` for a function of the schema. */
  readonly kind: string;
  /** Its items as text, shortened, the first ones. */
  readonly values: readonly string[];
  /** How many items there are. */
  readonly count: number;
  /** Those of the items that are nodes of the document, the first ones. */
  readonly nodes: readonly XmlNode[];
  readonly parts: readonly ExplainedPart[];
};

export type Explanation = {
  /** The test, with those parts of it that decided. */
  readonly test: ExplainedPart;
  /**
   * In document order, the nodes that decide: as long as their text stays and no node comes or goes, the assertion
   * fails, whatever the text of all others.
   */
  readonly nodes: readonly XmlNode[];
  /** Whether parts or nodes are left out, because there are more than anybody reads. */
  readonly shortened: boolean;
};

/** Evaluations, and steps over them, of one assertion; of all that one document is asked for, five times as many. */
const MAX_EVALUATIONS = 20_000;
/** An evaluation may pass all nodes of the document: large ones are given fewer. */
const MAX_NODES_PASSED = 50_000_000;
const MAX_PARTS = 200;
const MAX_NODES = 200;
const MAX_VALUES = 10;
const LONGEST_VALUE = 200;

/**
 * Makes explanations ready.
 *
 * @param compiled the module that `compileExplanations` made, of the same schema and release as the rules
 * @param names the pool of the rules (`rules.names`)
 */
export const loadExplanations = ({ explanations }: CompiledExplanations, names: NamePool): Explanations => ({
  module: explanations(runtime, builtins, names),
  names,
});

/**
 * Explains findings of one document: evaluates the failed test once more, with every sub-expression telling its value.
 * What cannot be explained for certain is not explained: null for a finding that is undetermined, of another document
 * or a visited item (`documents`, `visit-each`), for a test that asks for positions or keys, or that takes more than
 * 20,000 steps, fewer in a large document; all findings of a document together have five times as many.
 *
 * @param options those of the run that found it
 */
export function makeExplainer(
  { module, names }: Explanations,
  document: XmlDocument,
  { phase, now }: Pick<RunOptions, 'phase' | 'now'> = {},
): (finding: Finding) => Explanation | null {
  if (document.names !== names) return () => null;
  learnNames(document);
  const run = {
    ...makeRunState(document, now ?? Number.NaN, module.cells),
    phase: phase === '#ALL' ? null : phase === undefined || phase === '#DEFAULT' ? module.defaultPhase : phase,
    frames: [],
    left: 0,
  } as unknown as TracedRun & { main: TracedRun };
  run.main = run;
  const most = Math.min(MAX_EVALUATIONS, Math.floor(MAX_NODES_PASSED / (document.lastOrder + 1)));
  let left = 5 * most;
  const decide = makeDecider(module.sites, document, (steps) => spend(run, steps));
  return (finding) => {
    const check = module.checks[finding.check] ?? null;
    if (check === null || finding.undetermined !== null || finding.document !== null) return null;
    run.frames = [];
    run.left = Math.min(most, left);
    const before = run.left;
    try {
      const outcome = check(finding.node, run, finding.check);
      const [top] = run.frames;
      // Another outcome than the one that was found would be explained wrongly.
      if (outcome !== (finding.kind === 'report') || top === undefined || top.site < 0) return null;
      const { read, there, steps } = decide(top);
      const nodes = [...new Set([...read, ...there])].sort((a, b) => a.order - b.order);
      const budget = { parts: MAX_PARTS };
      const test = tell(steps[0]!, module.sites, document, budget);
      return { test, nodes: nodes.slice(0, MAX_NODES), shortened: budget.parts <= 0 || nodes.length > MAX_NODES };
    } catch (error) {
      const isKnown = [Uncertain, TooMuch, XPathError, RangeError].some((kind) => error instanceof kind);
      if (isKnown) return null;
      throw error;
    } finally {
      left -= before - run.left;
    }
  };
}

function tell(
  { frame, parts }: Step,
  sites: readonly WatchedSite[],
  document: XmlDocument,
  left: { parts: number },
): ExplainedPart {
  const { text, kind, item } = sites[frame.site]!;
  const items = taggedItems(frame.value, item);
  const nodes = items.filter(isXmlNode).filter(({ order }) => order <= document.lastOrder);
  left.parts -= 1;
  const told: ExplainedPart[] = [];
  for (const part of parts.flatMap((one) => worthTelling(one, frame, sites)))
    if (left.parts > 0) told.push(tell(part, sites, document, left));
  return {
    expression: text,
    kind,
    values: items
      .slice(0, MAX_VALUES)
      .map((one) => shortened(isXmlNode(one) ? stringValue(one) : runtime.itemText(one))),
    count: items.length,
    nodes: nodes.slice(0, MAX_VALUES),
    parts: told,
  };
}

/** A step, or what is inside it where it is nothing but brackets around that. */
function worthTelling(step: Step, around: Frame, sites: readonly WatchedSite[]): readonly Step[] {
  const { text } = sites[step.frame.site]!;
  if (text !== '' && text !== sites[around.site]!.text) return [step];
  return step.parts.flatMap((part) => worthTelling(part, around, sites));
}

const shortened = (text: string): string =>
  text.length <= LONGEST_VALUE ? text : `${cutText(text, LONGEST_VALUE - 1)}…`;
