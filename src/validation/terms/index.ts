/** The business terms of EN 16931: where they stand in UBL, and what people call them. */
import type { Text } from '../../issues/index.ts';
import { type Term, terms } from './terms.data.ts';

export { type Term, terms } from './terms.data.ts';

const byId = new Map<string, Term>();
const byPath = new Map<string, Term>();
for (const term of terms) {
  if (!byId.has(term.id)) byId.set(term.id, term);
  if (!byPath.has(term.path)) byPath.set(term.path, term);
}

/** What people call a term; its id where it is none of ours. */
export const termName = (id: string): Text => byId.get(id)?.name ?? { sk: id, en: id };

/** The term that stands at a path from the document element (`line` for a line). */
export const termAt = (path: string): Term | null => byPath.get(path) ?? null;
