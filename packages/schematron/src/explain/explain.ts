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
  /**
   * Functions by assertion number that evaluate the assertion on a node it failed on; null for an assertion that
   * cannot be explained.
   */
  readonly checks: readonly (((node: XmlNode, run: TracedRun, number: number) => boolean) | null)[];
  readonly sites: readonly WatchedSite[];
  readonly cells: number;
  readonly defaultPhase: string | null;
};

/** The exports of the compiled explanation code. */
export type CompiledExplanations = {
  readonly explanations: (rt: typeof runtime, engine: typeof builtins, names: NamePool) => ExplainModule;
};

/** Loaded explanations and the pool in which their names are declared. */
export type Explanations = { readonly module: ExplainModule; readonly names: NamePool };

/** A sub-expression that contributed to the outcome. */
export type ExplainedPart = {
  /** As written in the schema. */
  readonly expression: string;
  /**
   * The XQueryX name of the construct (`andOp`, `equalOp`, `addOp`, `pathExpr`, `fn:sum`, …); `call` for a function
   * of the schema.
   */
  readonly kind: string;
  /** The first items as text, shortened. */
  readonly values: readonly string[];
  /** The total number of items. */
  readonly count: number;
  /** The first of the items that are nodes of the document. */
  readonly nodes: readonly XmlNode[];
  readonly parts: readonly ExplainedPart[];
};

export type Explanation = {
  /** The test, with the parts that decided. */
  readonly test: ExplainedPart;
  /**
   * The deciding nodes in document order. While their text and the set of nodes stay the same, the assertion fails,
   * whatever the text of all other nodes.
   */
  readonly nodes: readonly XmlNode[];
  /** Whether parts or nodes are omitted because there are too many to read. */
  readonly shortened: boolean;
};

/**
 * Budget of evaluations and steps for one assertion; all explanations of one document together have five times as
 * much.
 */
const MAX_EVALUATIONS = 20_000;
/** An evaluation may visit every node of the document, so large documents get a smaller budget. */
const MAX_NODES_PASSED = 50_000_000;
const MAX_PARTS = 200;
const MAX_NODES = 200;
const MAX_VALUES = 10;
const LONGEST_VALUE = 200;

/**
 * Loads compiled explanations.
 *
 * @param compiled the module produced by `compileExplanations` from the same schema and release as the rules
 * @param names the pool of the rules (`rules.names`)
 */
export const loadExplanations = ({ explanations }: CompiledExplanations, names: NamePool): Explanations => ({
  module: explanations(runtime, builtins, names),
  names,
});

/**
 * Explains findings of one document by evaluating the failed test again with a trace of every sub-expression.
 *
 * Returns null for findings that cannot be explained with certainty: undetermined findings, findings in another
 * document or on a visited item (`documents`, `visit-each`), tests that use positions or keys, and tests that exceed
 * the budget of 20,000 steps (less in large documents). All findings of a document together have five times that
 * budget.
 *
 * @param options the options of the run that produced the finding
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
      // The outcome differs from the finding, so an explanation would be wrong.
      if (outcome !== (finding.kind === 'report') || top === undefined || top.site < 0) return null;
      const { read, there, steps } = decide(top);
      const nodes = [...new Set([...read, ...there])].sort((a, b) => a.order - b.order);
      const budget = { parts: MAX_PARTS };
      const test = toExplainedParts(steps[0]!, module.sites, document, budget);
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

function toExplainedParts(
  { frame, parts }: Step,
  sites: readonly WatchedSite[],
  document: XmlDocument,
  left: { parts: number },
): ExplainedPart {
  const { text, kind, item } = sites[frame.site]!;
  const items = taggedItems(frame.value, item);
  const nodes = items.filter(isXmlNode).filter(({ order }) => order <= document.lastOrder);
  left.parts -= 1;
  const explained: ExplainedPart[] = [];
  for (const part of parts.flatMap((one) => relevantSteps(one, frame, sites)))
    if (left.parts > 0) explained.push(toExplainedParts(part, sites, document, left));
  return {
    expression: text,
    kind,
    values: items
      .slice(0, MAX_VALUES)
      .map((one) => shortened(isXmlNode(one) ? stringValue(one) : runtime.itemText(one))),
    count: items.length,
    nodes: nodes.slice(0, MAX_VALUES),
    parts: explained,
  };
}

/** Returns the step, or its inner steps if it only adds parentheses. */
function relevantSteps(step: Step, around: Frame, sites: readonly WatchedSite[]): readonly Step[] {
  const { text } = sites[step.frame.site]!;
  if (text !== '' && text !== sites[around.site]!.text) return [step];
  return step.parts.flatMap((part) => relevantSteps(part, around, sites));
}

const shortened = (text: string): string =>
  text.length <= LONGEST_VALUE ? text : `${cutText(text, LONGEST_VALUE - 1)}…`;
