import type { KindPlan, Plan, Station } from '../plan.ts';
import type { EmittedPattern } from './rules.ts';

/** The key of each kind of node in the object that the module returns. */
const TABLES: readonly (readonly [number, string])[] = [
  [9, 'documents'],
  [1, 'elements'],
  [2, 'attributes'],
  [3, 'texts'],
  [8, 'comments'],
  [7, 'instructions'],
];

export type Dispatch = { readonly lines: readonly string[]; readonly tables: string };

/**
 * Emits one function for each kind and name of node that any rule can match, and the tables that lead to them.
 * A test that fails with a dynamic error does not match (XSLT 3.0, section 5.5.4).
 */
export function emitDispatch(plan: Plan, patterns: readonly EmittedPattern[], hasPhases: boolean): Dispatch {
  const lines: string[] = [];
  const handlers = new Map<string, string>();
  const tests = new Map<string, string>();

  const test = (code: string): string => {
    let name = tests.get(code);
    if (name === undefined) {
      name = `T${tests.size + 1}`;
      tests.set(code, name);
      lines.push(`function ${name}(n,d){try{return ${code}}catch(e){return $noMatch(e)}}`);
    }
    return `${name}(n,d)`;
  };

  const handler = (station: Station): string => {
    if (station.length === 0) return 'null';
    const body = station
      .map(({ pattern, candidates }) => {
        const chain = candidates
          .map(({ rule, tests: conditions }) => {
            const call = `${patterns[pattern]!.rules[rule]!.js}(n,d);`;
            return conditions === null ? call : `if(${conditions.map(test).join('||')})${call}`;
          })
          .join('else ');
        return hasPhases ? `if(d.on[${pattern}]){${chain}}` : chain;
      })
      .join('\n');
    let name = handlers.get(body);
    if (name === undefined) {
      name = `H${handlers.size + 1}`;
      handlers.set(body, name);
      lines.push(`function ${name}(n,d){\n${body}\n}`);
    }
    return name;
  };

  const table = ({ byName, otherwise }: KindPlan): string => {
    const entries = [...byName].map(([name, station]) => `[${name},${handler(station)}]`);
    return `{byName:[${entries.join(',')}],otherwise:${handler(otherwise)}}`;
  };
  const tables = TABLES.map(([kind, key]) => `${key}:${table(plan.get(kind)!)}`).join(',\n');
  return { lines, tables: `{${tables}}` };
}
