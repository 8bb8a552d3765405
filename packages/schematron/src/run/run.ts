import { own } from '../own.ts';
import { learnNames, type NamePool, readAgain, type XmlDocument } from '../xml/index.ts';
import { makeRunState } from '../xpath/runtime/index.ts';
import { validateDocuments } from './documents.ts';
import type { Finding } from './finding.ts';
import type { PackModule, PackRun } from './pack-module.ts';
import { PathTrie } from './path-trie.ts';
import type { RunOptions } from './run-options.ts';
import { type Others, othersIn, walkAll, walkElements } from './walk.ts';

export type RunnablePack = {
  readonly module: PackModule;
  /** The pool in which its names are declared; documents parsed with this pool need no second parse. */
  readonly names: NamePool;
  /** All patterns active. */
  readonly all: readonly boolean[];
  readonly others: Others | null;
  readonly packSet: PackSet;
};

/** Packs that are walked together, and the larger sets that result from adding a pack. */
type PackSet = {
  readonly modules: readonly PackModule[];
  readonly paths: PathTrie;
  readonly larger: WeakMap<PackModule, PackSet>;
};

/** Creates a pack from the module its code returned and the pool in which its names are declared. */
export function makeRunnable(module: PackModule, names: NamePool): RunnablePack {
  const all = new Array<boolean>(module.patterns).fill(true);
  return { module, names, all, others: othersIn(module.tables), packSet: makePackSet([module]) };
}

const makePackSet = (modules: readonly PackModule[]): PackSet => ({
  modules,
  paths: new PathTrie(modules.map(({ tables }) => tables.elements)),
  larger: new WeakMap(),
});

function packSetOf(packs: readonly [RunnablePack, ...RunnablePack[]]): PackSet {
  let { packSet } = packs[0];
  for (const { module } of packs.slice(1)) {
    const known = packSet.larger.get(module);
    const larger = known ?? makePackSet([...packSet.modules, module]);
    if (known === undefined) packSet.larger.set(module, larger);
    packSet = larger;
  }
  return packSet;
}

/**
 * Validates a document. Findings are in document order, and at one node in the order of patterns and assertions. A
 * document that was parsed with another pool, or without one, is parsed again with the pool of the pack.
 *
 * @throws Error if the phase does not exist
 */
export function runPack(pack: RunnablePack, document: XmlDocument, options: RunOptions = {}): Finding[] {
  return runPacks([pack], document, options)[0]!;
}

/**
 * Validates a document with several packs, in one walk if they share a pool; returns the findings of each pack as
 * `runPack` does.
 */
export function runPacks(packs: readonly RunnablePack[], document: XmlDocument, options: RunOptions = {}): Finding[][] {
  const [first, ...rest] = packs;
  if (first === undefined) return [];
  const { names } = first;
  if (rest.some((pack) => pack.names !== names)) return packs.map((pack) => runPack(pack, document, options));
  if (document.names === names) learnNames(document);
  else {
    const again = readAgain(document, names);
    const found = runPacks(packs, again.document, options);
    const original = (finding: Finding): Finding =>
      finding.document === null ? { ...finding, node: again.originalOf(finding.node) } : finding;
    return found.map((findings) => findings.map(original));
  }
  return walkPacks([first, ...rest], document, options).map(({ findings }) => findings);
}

/** Walks a document that was parsed with the pool of the packs once; returns the run of each pack. */
export function walkPacks(
  packs: readonly [RunnablePack, ...RunnablePack[]],
  document: XmlDocument,
  options: RunOptions,
): PackRun[] {
  const runs = packs.map((pack) => startRun(pack, document, options));
  applyPatterns(packs, runs);
  packs.forEach((pack, i) => {
    validateDocuments(pack.module, runs[i]!, options, (run) => applyPatterns([pack], [run]));
  });
  return runs;
}

/** One walk for all runs on the same document. */
function applyPatterns(packs: readonly [RunnablePack, ...RunnablePack[]], runs: readonly PackRun[]): void {
  const { document } = runs[0]!;
  const others = packs.flatMap((pack, i): [Others, PackRun][] =>
    pack.others === null ? [] : [[pack.others, runs[i]!]],
  );
  packs.forEach(({ module }, i) => {
    module.tables.documents.otherwise?.(document, runs[i]!);
  });
  const root = packSetOf(packs).paths.root();
  if (others.length === 0) walkElements(document, root, runs);
  else walkAll(document, root, runs, others);
}

export function startRun(pack: RunnablePack, document: XmlDocument, { phase: requested, now }: RunOptions): PackRun {
  const { module, all } = pack;
  const phase = choosePhase(module, requested ?? '#DEFAULT');
  const active = phase === null ? all : activePatterns(module, phase);
  const elsewhere = module.documents?.map(([pattern]) => pattern);
  const { timezone, memo } = makeRunState(document, now ?? 0, module.cells);
  const { checks } = module;
  const run: Writable<PackRun> = {
    document,
    now: now ?? 0,
    timezone,
    memo,
    made: 0,
    failures: null,
    checks,
    findings: [],
    fired: [],
    phase,
    active,
    on: elsewhere === undefined ? active : active.map((isActive, pattern) => isActive && !elsewhere.includes(pattern)),
    from: phase === null ? null : (own(module.phases, phase)!.from ?? null),
    main: undefined as unknown as PackRun,
    address: null,
    documents: new Map(),
  };
  run.main = run;
  if (now === undefined) Object.defineProperty(run, 'now', NO_CLOCK);
  return run;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Without `now`, reading the time throws: a result must not depend on an unspecified clock. */
const NO_CLOCK: PropertyDescriptor = {
  get: () => {
    throw new Error('a rule needs the current time, and the run has none');
  },
};

function choosePhase(module: PackModule, requested: string): string | null {
  const phase = requested === '#ALL' ? null : requested === '#DEFAULT' ? module.defaultPhase : requested;
  if (phase === null) return null;
  const found = own(module.phases, phase);
  if (found === undefined) throw new Error(`the schema has no phase "${phase}"`);
  const { missing } = found;
  if (missing.length > 0) throw new Error(`phase "${phase}" names patterns that do not exist: ${missing.join(', ')}`);
  return phase;
}

function activePatterns(module: PackModule, phase: string): boolean[] {
  const active = new Set(own(module.phases, phase)!.active);
  return Array.from({ length: module.patterns }, (_, number) => active.has(number));
}
