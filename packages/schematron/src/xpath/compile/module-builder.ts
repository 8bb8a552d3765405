import { quote } from '../../javascript.ts';
import type { Runtime } from '../runtime/index.ts';

/**
 * Collects the module-level declarations of generated code. Equal declarations are emitted once, so that a path used
 * by many rules is one JavaScript function.
 */
export type ModuleBuilder = {
  /** Adds a module-level constant, evaluated when the pack is loaded; returns its name. */
  constant(code: string): string;
  /**
   * Adds an expression over `d` that is evaluated lazily and at most once per document, even if it fails; returns the
   * code that reads it.
   */
  perRun(code: string): string;
  /** The id of an expanded name, declared when the pack is loaded; returns a JavaScript name. */
  name(uri: string, local: string): string;
  /** Adds an XML text of the rules (`openTree`), or content inside the document element of one; returns its name. */
  tree(xml: string, isContent: boolean): string;
  /** Adds a module-level function; returns its name. */
  define(parameters: readonly string[], body: string): string;
  /** The name of a runtime library function. */
  rt(name: keyof Runtime): string;
  /** The number of memo cells that a run needs (`makeRunState`). */
  cells(): number;
  /** All declarations, in order, as JavaScript over `rt` and `names` (a `NamePool`). */
  source(): string;
};

/** Trees of the rules follow every document in document order; `TREE_SIZE` node numbers are reserved for each. */
const FIRST_TREE = 2 ** 29;
const TREE_SIZE = 2 ** 20;

export function makeModuleBuilder(): ModuleBuilder {
  const declared = new Map<string, string>();
  const imported = new Set<string>();
  const lines: string[] = [];
  let count = 0;
  let cells = 0;
  let trees = 0;

  const declare = (prefix: string, key: string, render: (name: string) => string): string => {
    const known = declared.get(`${prefix} ${key}`);
    if (known !== undefined) return known;
    const name = `${prefix}${++count}`;
    declared.set(`${prefix} ${key}`, name);
    lines.push(render(name));
    return name;
  };

  const rt = (name: keyof Runtime): string => {
    imported.add(name);
    return `$${name}`;
  };

  return {
    constant: (code) => declare('K', code, (name) => `const ${name} = ${code};`),
    perRun: (code) => {
      const name = declare('M', code, (reader) => {
        const cell = cells++;
        const reading = `const ${reader} = (d) => { const v = d.memo[${cell}]; return v === undefined ? ${rt('remembered')}(d, ${cell}, make) : v; };`;
        const made = /^(\w+)\(d\)$/.exec(code)?.[1];
        if (made !== undefined) return reading.replace('make', () => made);
        return `function ${reader}v(d) { return ${code}; } ${reading.replace('make', () => `${reader}v`)}`;
      });
      return `${name}(d)`;
    },
    name: (uri, local) => {
      const code = `names.declare(${quote(uri)}, ${quote(local)})`;
      return declare('Q', code, (name) => `const ${name} = ${code};`);
    },
    tree: (xml, isContent) =>
      declare('D', `${isContent} ${xml}`, (name) => {
        const order = FIRST_TREE + trees++ * TREE_SIZE;
        return `const ${name} = {text:${quote(xml)},order:${order},isContent:${isContent},tree:null};`;
      }),
    define: (parameters, body) =>
      declare(
        'F',
        `${parameters.join(',')}|${body}`,
        (name) => `function ${name}(${parameters.join(', ')}) { ${body} }`,
      ),
    rt,
    cells: () => cells,
    source: () => [...[...imported].map((name) => `const $${name} = rt.${name};`), ...lines].join('\n'),
  };
}
