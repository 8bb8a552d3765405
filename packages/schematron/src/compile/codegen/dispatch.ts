import type { Ancestry, PatternBranch } from '../../xpath/compile/index.ts';
import type { Candidate, DispatchEntry, KindPlan, Plan } from '../plan.ts';
import type { EmittedPattern } from './rules.ts';

/** The key of each node kind in the object that the module returns. */
const TABLES: readonly (readonly [number, string])[] = [
  [9, 'documents'],
  [2, 'attributes'],
  [3, 'texts'],
  [8, 'comments'],
  [7, 'instructions'],
];
const ELEMENTS = 1;

type Dispatch = { readonly lines: readonly string[]; readonly tables: string };

/**
 * Emits the dispatch tables. For elements: the candidate rules as data, which `path-trie.ts` narrows down by ancestor
 * names. For every other node kind and name: one function. A match test that fails with a dynamic error does not
 * match (XSLT 3.0, section 5.5.4).
 */
export function emitDispatch(plan: Plan, patterns: readonly EmittedPattern[], hasPhases: boolean): Dispatch {
  const lines: string[] = [];
  const test = (code: string): string =>
    declare('T', code, (name) => `function ${name}(n,d){try{return ${code}}catch(e){return $noMatch(e)}}`);
  const ruleOf = (pattern: number, { rule }: Candidate): string => patterns[pattern]!.rules[rule]!.js;

  const declared = new Map<string, string>();
  function declare(prefix: string, key: string, render: (name: string) => string): string {
    const known = declared.get(`${prefix} ${key}`);
    if (known !== undefined) return known;
    const name = `${prefix}${declared.size + 1}`;
    declared.set(`${prefix} ${key}`, name);
    lines.push(render(name));
    return name;
  }
  const constant = (prefix: string, code: string): string => declare(prefix, code, (name) => `const ${name}=${code};`);

  const ancestry = ({ steps, rooted }: Ancestry): string => {
    if (steps.length === 0 && !rooted) return 'null';
    const rows = steps.map(({ near, name }) => `[${near},${name ?? 0}]`);
    return constant('A', `{steps:[${rows.join(',')}],rooted:${rooted}}`);
  };
  const testOrNull = (code: string | null): string => (code === null ? 'null' : test(code));
  const way = ({ above, rest, named }: PatternBranch): string =>
    `[${ancestry(above)},${testOrNull(rest)},${testOrNull(named)}]`;
  const candidates = (entry: DispatchEntry): string => {
    const patterns = entry.map(({ pattern, candidates: all }) => {
      const rows = all.map((candidate) => `[${ruleOf(pattern, candidate)},[${candidate.ways.map(way).join(',')}]]`);
      return `[${pattern},[${rows.join(',')}]]`;
    });
    return constant('S', `[${patterns.join(',\n')}]`);
  };

  const handler = (entry: DispatchEntry): string => {
    if (entry.length === 0) return 'null';
    const body = entry
      .map(({ pattern, candidates: all }) => {
        const choice = all
          .map((candidate) => {
            const call = `${ruleOf(pattern, candidate)}(n,d);`;
            const conditions = candidate.tests?.map((code) => `${test(code)}(n,d)`);
            return conditions === undefined ? call : `if(${conditions.join('||')})${call}`;
          })
          .join('else ');
        return hasPhases ? `if(d.on[${pattern}]){${choice}}` : choice;
      })
      .join('\n');
    return declare('H', body, (name) => `function ${name}(n,d){\n${body}\n}`);
  };

  const table = ({ byName, otherwise }: KindPlan, write: (entry: DispatchEntry) => string): string => {
    const entries = [...byName].map(([name, entry]) => `[${name},${write(entry)}]`);
    return `{byName:[${entries.join(',')}],otherwise:${write(otherwise)}}`;
  };
  const tables = [
    `elements:${table(plan.get(ELEMENTS)!, candidates)}`,
    ...TABLES.map(([kind, key]) => `${key}:${table(plan.get(kind)!, handler)}`),
  ];
  return { lines, tables: `{${tables.join(',\n')}}` };
}
