import {
  NodeKind,
  nameCount,
  type XmlAttribute,
  type XmlDocument,
  type XmlNode,
  type XmlParent,
} from '../xml/index.ts';
import type { Finding } from './finding.ts';
import { makeRunState, type RunState } from './xpath/index.ts';

type Handler = (node: XmlNode, run: PackRun) => void;
type HandlerTable = {
  readonly byName: readonly (readonly [number, Handler | null])[];
  readonly otherwise: Handler | null;
};
/** One assertion; `text` is null when it depends on the node. */
export type CheckRow = readonly [
  ruleId: string,
  kind: 'assert' | 'report',
  flag: string | null,
  role: string | null,
  text: string | null,
];

/** What the code of a pack returns when it is loaded. */
export type PackModule = {
  readonly checks: readonly CheckRow[];
  readonly cells: number;
  readonly patterns: number;
  /** The patterns each phase activates; `missing` are ids that it names and no pattern has. */
  readonly phases: Readonly<
    Record<string, { readonly active: readonly number[]; readonly missing: readonly string[] }>
  >;
  readonly defaultPhase: string | null;
  readonly tables: Readonly<
    Record<'documents' | 'elements' | 'attributes' | 'texts' | 'comments' | 'instructions', HandlerTable>
  >;
};

/** The state of one run: `d` in generated code. */
export type PackRun = RunState & {
  readonly checks: readonly CheckRow[];
  readonly findings: Finding[];
  readonly phase: string | null;
  /** Whether the pattern of that number is active; only looked at when the schema has phases. */
  readonly on: readonly boolean[];
};

/** Dense look-up by name id. Ids beyond the array belong to names that the pack does not know. */
type Reached = {
  readonly document: Handler | null;
  readonly elements: readonly (Handler | null)[];
  readonly attributes: readonly (Handler | null)[] | null;
  readonly text: Handler | null;
  readonly comment: Handler | null;
  readonly instruction: Handler | null;
  /** Whether any rule matches something else than elements inside the document. */
  readonly elementsOnly: boolean;
};

export type RunnablePack = {
  readonly module: PackModule;
  /** How many names were declared when it was loaded: a document read earlier does not know its names. */
  readonly names: number;
  /** Every pattern active. */
  readonly all: readonly boolean[];
  reached: Reached;
};

export type RunOptions = {
  /** A phase of the schema, `#ALL`, or `#DEFAULT` (the one the schema names, else all). */
  readonly phase?: string;
  /** Milliseconds since 1970 UTC: what `current-date()` tells. Without it, a rule that asks for the time throws. */
  readonly now?: number;
};

/** Makes a pack from the module that its code returned. */
export function makeRunnable(module: PackModule): RunnablePack {
  const names = nameCount();
  const all = new Array<boolean>(module.patterns).fill(true);
  return { module, names, all, reached: reach(module, names) };
}

function reach({ tables }: PackModule, names: number): Reached {
  const dense = ({ byName, otherwise }: HandlerTable): (Handler | null)[] => {
    const handlers = new Array<Handler | null>(names + 1).fill(otherwise);
    for (const [name, handler] of byName) handlers[name] = handler;
    return handlers;
  };
  const isEmpty = ({ byName, otherwise }: HandlerTable): boolean => byName.length === 0 && otherwise === null;
  const attributes = isEmpty(tables.attributes) ? null : dense(tables.attributes);
  const text = tables.texts.otherwise;
  const comment = tables.comments.otherwise;
  const instruction = tables.instructions.otherwise;
  return {
    document: tables.documents.otherwise,
    elements: dense(tables.elements),
    attributes,
    text,
    comment,
    instruction,
    elementsOnly: attributes === null && text === null && comment === null && instruction === null,
  };
}

/**
 * Judges a document. Findings come in document order, at one node in the order of patterns and assertions.
 * Throws when the document was read before the pack was loaded (it does not know the pack's names) or when there
 * is no such phase.
 */
export function runPack(pack: RunnablePack, document: XmlDocument, options: RunOptions = {}): Finding[] {
  const { module } = pack;
  if (document.names < pack.names) {
    throw new Error(`the document was read when ${document.names} names were known; this pack needs ${pack.names}`);
  }
  if (pack.reached.elements.length <= document.names) pack.reached = reach(module, document.names);
  const phase = choosePhase(module, options.phase ?? '#DEFAULT');
  const run: PackRun = {
    ...makeRunState(document, options.now ?? 0, module.cells),
    checks: module.checks,
    findings: [],
    phase,
    on: phase === null ? pack.all : activePatterns(module, phase),
  };
  if (options.now === undefined) Object.defineProperty(run, 'now', NO_CLOCK);
  pack.reached.document?.(document, run);
  if (pack.reached.elementsOnly) walkElements(document, pack.reached.elements, run);
  else walkAll(document, pack.reached, run);
  return run.findings;
}

/** A verdict must not depend on a time that nobody gave. */
const NO_CLOCK: PropertyDescriptor = {
  get: () => {
    throw new Error('a rule asks for the time, and the run was given none');
  },
};

function choosePhase(module: PackModule, wanted: string): string | null {
  const phase = wanted === '#ALL' ? null : wanted === '#DEFAULT' ? module.defaultPhase : wanted;
  if (phase !== null && !Object.hasOwn(module.phases, phase)) throw new Error(`the schema has no phase "${phase}"`);
  const missing = phase === null ? [] : module.phases[phase]!.missing;
  if (missing.length > 0) throw new Error(`phase "${phase}" names patterns that do not exist: ${missing.join(', ')}`);
  return phase;
}

function activePatterns(module: PackModule, phase: string): boolean[] {
  const active = new Set(module.phases[phase]!.active);
  return Array.from({ length: module.patterns }, (_, number) => active.has(number));
}

function walkElements(parent: XmlParent, handlers: readonly (Handler | null)[], run: PackRun): void {
  const { children } = parent;
  for (let index = 0; index < children.length; index++) {
    const child = children[index]!;
    if (child.kind !== NodeKind.ELEMENT) continue;
    const handler = handlers[child.name]!;
    if (handler !== null) handler(child, run);
    if (child.children.length > 0) walkElements(child, handlers, run);
  }
}

function walkAll(parent: XmlParent, reached: Reached, run: PackRun): void {
  for (const child of parent.children) {
    switch (child.kind) {
      case NodeKind.ELEMENT:
        reached.elements[child.name]?.(child, run);
        if (reached.attributes !== null) walkAttributes(child.attributes, reached.attributes, run);
        walkAll(child, reached, run);
        break;
      case NodeKind.TEXT:
        reached.text?.(child, run);
        break;
      case NodeKind.COMMENT:
        reached.comment?.(child, run);
        break;
      default:
        reached.instruction?.(child, run);
    }
  }
}

function walkAttributes(
  attributes: readonly XmlAttribute[],
  handlers: readonly (Handler | null)[],
  run: PackRun,
): void {
  for (const attribute of attributes) handlers[attribute.name]?.(attribute, run);
}
