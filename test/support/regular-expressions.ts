import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { translateRegex } from '../../packages/schematron/src/xpath/runtime/regex/translate.ts';
import { readSources, type SourceFile } from './import-reader.ts';
import { threadCpuOf } from './thread-cpu.ts';

/**
 * Checks that the regular expressions of the sources match in linear time. An expression with two adjacent
 * quantifiers for the same characters takes quadratic time or worse, which a caller with a long text can exploit.
 * `recheck` decides; its verdicts are cached by expression, because all of them take minutes.
 */

type Expression = { readonly source: string; readonly flags: string; readonly places: readonly string[] };

/** Expressions that `recheck` found linear: 12 digits of the SHA-256 of `/source/flags` per line. */
export const VERDICTS = fileURLToPath(new URL('./linear-expressions.txt', import.meta.url));

/** Files that build an expression at run time, and why its cost stays linear. */
const BUILT_AT_RUN_TIME: ReadonlyMap<string, string> = new Map([
  ['packages/schematron/src/xpath/runtime/derived.ts', 'classes of characters of the XML specification'],
  ['packages/schematron/src/xpath/runtime/moments.ts', 'fixed forms of dates and times'],
  [
    'packages/schematron/src/xpath/runtime/regex.ts',
    'patterns of rule packs, bounded by the processor limit of a file',
  ],
  ['packages/validator/src/validation/root-causes/patch/make-editor.ts', 'the name of an attribute, a blank in front'],
  ['src/lib/html.ts', 'one class of characters'],
  ['src/modules/peppol/smp/read-link.ts', 'a link of 4,000 characters at most'],
  ['tools/sapi-simulator/exchange.ts', 'the name of an element, `<` in front and in no quantifier'],
  ['tools/sapi-simulator/make-simulator.ts', 'paths of the development double'],
  ['src/modules/vat/structures.data.ts', 'a number of digits'],
  ['src/modules/rendering/fonts/find-unprintable.ts', 'one class of characters'],
  ['src/modules/rendering/hybrid/compare-values.ts', 'an escaped value between boundaries'],
  ['src/modules/rendering/hybrid/dates-in-text.ts', 'three numbers with separators'],
  ['src/modules/rendering/qr/payment-order.ts', 'a name with digits behind it'],
]);

type Node = { readonly type: string; readonly start: number; readonly end: number } & Record<string, unknown>;

/** Expressions of TypeScript files, and locations of constructors whose expression is not a constant. */
function expressionsOf(files: readonly SourceFile[]): { expressions: Expression[]; built: string[] } {
  const found = new Map<string, { source: string; flags: string; places: string[] }>();
  const built: string[] = [];
  for (const { path, text } of files) {
    if (!mayHaveExpression(text)) continue;
    const placeOf = (at: number): string => `${path}:${text.slice(0, at).split('\n').length}`;
    const add = (source: string, flags: string, at: number): void => {
      const key = `/${source}/${flags}`;
      const known = found.get(key) ?? { source, flags, places: [] };
      known.places.push(placeOf(at));
      found.set(key, known);
    };
    walk(parseAst(text, { lang: 'ts' }) as unknown as Node, (node) => {
      const { regex } = node as { regex?: { pattern: string; flags: string } };
      if (node.type === 'Literal' && regex !== undefined) add(regex.pattern, regex.flags, node.start);
      if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return;
      const { callee, arguments: args } = node as unknown as { callee: Node; arguments: readonly Node[] };
      if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
      const [source, flags] = args.map(constantOf);
      if (source === undefined || source === null || flags === null) {
        if (!BUILT_AT_RUN_TIME.has(path)) built.push(placeOf(node.start));
      } else add(source, flags ?? '', node.start);
    });
  }
  return { expressions: [...found.values()], built };
}

const STRINGS_AND_COMMENTS = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/** Parsing all files takes seconds; a file without a slash outside of strings and comments has no literal. */
function mayHaveExpression(text: string): boolean {
  return text.includes('RegExp(') || text.replace(STRINGS_AND_COMMENTS, '').includes('/');
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child === 'object' && 'type' in child) walk(child as Node, visit);
    }
  }
}

function constantOf(node: Node): string | null {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}

/** Constant patterns in calls of `matches`, `replace` and `tokenize` in Schematron sources. */
function patternsOf(files: readonly SourceFile[]): Expression[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:matches|replace|tokenize)\(/g)].flatMap(({ index, 0: call }) => {
      const from = index + call.length;
      const pattern = secondArgument(text, from);
      const translated = pattern === null ? null : translateRegex(pattern, '');
      if (translated?.ok !== true) return [];
      const places = [`${path}:${text.slice(0, from).split('\n').length}`];
      return [{ source: translated.source, flags: translated.flags, places }];
    }),
  );
}

/** Second argument of a call in an XPath expression if it is a string; otherwise null. */
function secondArgument(text: string, from: number): string | null {
  let depth = 0;
  for (let at = from; at < text.length && depth >= 0; at += 1) {
    const sign = text[at]!;
    if (sign === "'") at = text.indexOf("'", at + 1);
    else if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') depth -= 1;
    else if (sign === ',' && depth === 0) return /^\s*'([^']*)'/.exec(text.slice(at + 1, at + 2_000))?.[1] ?? null;
    if (at === -1) return null;
  }
  return null;
}

export const verdictKeyOf = ({ source, flags }: Pick<Expression, 'source' | 'flags'>): string =>
  createHash('sha256').update(`/${source}/${flags}`).digest('hex').slice(0, 12);

export const readVerdicts = (): Set<string> => new Set(readFileSync(VERDICTS, 'utf8').trim().split('\n'));

/** Far above the time of any expression on a busy machine. */
const TIME_LIMIT_MS = 120_000;

type Attack = {
  readonly pattern: string;
  readonly pumps: readonly { readonly prefix: string; readonly pump: string; readonly bias: number }[];
  readonly suffix: string;
};
type Diagnostics = {
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  readonly checker?: 'automaton' | 'fuzz';
  readonly complexity?: { readonly type: string; readonly summary: string };
  readonly attack?: Attack;
};
type Recheck = {
  readonly check: (source: string, flags: string, options: { readonly timeout: number }) => Promise<Diagnostics>;
};

/** Why an expression is not linear according to `recheck`; null when it is linear. */
async function whyNotLinear(expression: Expression): Promise<string | null> {
  const { source, flags, places } = expression;
  const { check } = createRequire(import.meta.url)('recheck') as Recheck;
  const { status, checker, complexity, attack } = await check(source, flags, { timeout: TIME_LIMIT_MS });
  if (status === 'safe') return null;
  // The fuzzer counts steps of its own matcher, and mistakes a large constant for growth.
  const isDoubtful = checker === 'fuzz' && complexity?.type === 'polynomial';
  if (isDoubtful && attack !== undefined && !isSlow(expression, attack)) return null;
  return `${places[0]}: /${source}/${flags}: ${complexity?.summary ?? status}${attack === undefined ? '' : `, for ${attack.pattern}`}`;
}

/** Length of an attack string: linear matching takes a few milliseconds, quadratic matching seconds. */
const ATTACK_LENGTH = 400_000;
const SLOW_S = 0.3;

function isSlow({ source, flags }: Expression, { pumps, suffix }: Attack): boolean {
  const once = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const times = Math.ceil(ATTACK_LENGTH / Math.max(1, once));
  const text = pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix;
  const everywhere = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  return threadCpuOf(() => text.replace(everywhere, '')) > SLOW_S;
}

/** Why expressions without a cached verdict are not linear; checks several concurrently. */
export async function findNotLinear(expressions: readonly Expression[]): Promise<(string | null)[]> {
  const found: (string | null)[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < expressions.length; at = next++) found[at] = await whyNotLinear(expressions[at]!);
  };
  await Promise.all([work(), work()]);
  return found;
}

/** All expressions of the sources and of the rules. */
export function listExpressions(root: string, sources: readonly SourceFile[]) {
  const { expressions, built } = expressionsOf(sources);
  const rules = readSources(root, 'schematron', '.sch');
  return { expressions: [...expressions, ...patternsOf(rules)], built };
}
