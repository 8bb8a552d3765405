/** Selector of a PromQL expression: metric name and label names. */
type Selector = { readonly metric: string; readonly labels: readonly string[] };

const WORDS = new Set(
  'abs absent and by changes delta histogram_quantile increase max min or rate sum time unless'.split(' '),
);

const GROUPED = /\b(?:by|without) \(([^)]*)\)/g;

/** Selectors of an expression, and all labels it groups by. A function missing in the list counts as a metric. */
export function readExpression(expression: string): {
  readonly selectors: readonly Selector[];
  readonly grouped: readonly string[];
} {
  const grouped = [...expression.matchAll(GROUPED)].flatMap(([, names = '']) => names.split(/, ?/));
  const bare = expression.replace(GROUPED, '').replace(/\[[^\]]*\]/g, '');
  const selectors: Selector[] = [];
  for (const [, metric = '', matchers = ''] of bare.matchAll(/\b([a-z_][a-z0-9_]*)(?:\{([^}]*)\})?/g)) {
    const labels = [...matchers.matchAll(/(\w+)\s*[!=]/g)].map(([, label = '']) => label);
    if (!WORDS.has(metric)) selectors.push({ metric, labels });
  }
  return { selectors, grouped };
}
