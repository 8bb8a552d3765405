import { copy, isElement, type Sketch, textOf, walk } from './sketch.ts';

/** Minimises a document while `shows` returns true; calls it at most `most` times. */
export function shrink(root: Sketch, shows: (candidate: Sketch) => boolean, maxRuns: number): Sketch {
  let best = root;
  let runs = 0;
  const attempt = (change: (candidate: Sketch) => void): boolean => {
    if (runs >= maxRuns) return false;
    runs += 1;
    const candidate = copy(best);
    change(candidate);
    if (!shows(candidate)) return false;
    best = candidate;
    return true;
  };
  for (let shrunk = true; shrunk && runs < maxRuns; ) {
    shrunk = false;
    // Largest parts first, since removing one early saves calls for its parts.
    for (let at = 1; at < walk(best).length; ) {
      const removed = attempt((candidate) => {
        const { element, parent } = walk(candidate)[at]!;
        parent.children = parent.children.filter((child) => child !== element);
      });
      shrunk ||= removed;
      if (!removed) at += 1;
      if (runs >= maxRuns) break;
    }
    for (const [at, { element }] of walk(best).entries()) {
      for (const name of element.attributes.keys()) {
        if (!name.startsWith('xmlns')) {
          const removed = attempt((candidate) => walk(candidate)[at]?.element.attributes.delete(name));
          shrunk ||= removed;
        }
      }
    }
  }
  attempt((candidate) => {
    for (const { element } of walk(candidate)) {
      if (!element.children.some(isElement)) continue;
      element.children = element.children.flatMap((it) => (isElement(it) ? [textOf('\n'), it] : []));
    }
  });
  return best;
}
