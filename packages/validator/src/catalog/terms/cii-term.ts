import { listCiiPaths, type TermPath } from '../../invoice/index.ts';
import { type BusinessTerm, findTerm } from './business-term.ts';

type Table = {
  readonly byId: ReadonlyMap<string, TermPath>;
  /** Of terms with one path, the first in the order of the model, which is the enclosing group. */
  readonly byPath: ReadonlyMap<string, BusinessTerm>;
};

let table: Table | undefined;

/** Creates the table on first use, so that only processes with a catalog create it. */
function getTable(): Table {
  if (table === undefined) {
    const paths = listCiiPaths();
    const byPath = new Map<string, BusinessTerm>();
    for (const { id, plain } of paths) {
      const term = findTerm(id);
      if (term !== undefined && !byPath.has(plain)) byPath.set(plain, term);
    }
    table = { byId: new Map(paths.map((path) => [path.id, path])), byPath };
  }
  return table;
}

/** XPath of a business term or group in a Cross Industry Invoice; null if the term has no location there. */
export function ciiXPathOf(id: string): string | null {
  const path = getTable().byId.get(id);
  return path === undefined ? null : `/rsm:CrossIndustryInvoice/${path.xpath}`;
}

/** The term at these steps below the document element; undefined if no term has exactly this path. */
export const ciiTermOf = (steps: readonly string[]): BusinessTerm | undefined => getTable().byPath.get(steps.join('/'));

/** The term at these steps, or the closest term or group around them. */
export function ciiTermAround(steps: readonly string[]): BusinessTerm | undefined {
  for (let length = steps.length; length > 0; length -= 1) {
    const term = ciiTermOf(steps.slice(0, length));
    if (term !== undefined) return term;
  }
  return undefined;
}
