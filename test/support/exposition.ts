/** Sample line of the Prometheus text format (version 0.0.4). */
export type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

/** A metric with its type, help text and samples. */
export type Family = { readonly type: string; readonly help: string; readonly samples: readonly Sample[] };

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\n"])*)"(?:,|$)/;
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/**
 * Parses metrics as a Prometheus server does. Rejects a duplicate family or series, a sample outside its family, and
 * a malformed line.
 *
 * @throws Error with the line
 */
export function readExposition(text: string): ReadonlyMap<string, Family> {
  const families = new Map<string, { type: string; help: string; samples: Sample[] }>();
  const seen = new Set<string>();
  const helps = new Map<string, string>();
  let current: string | null = null;
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, word = '', name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (word !== '') {
      if (!NAME.test(name) || rest === '') throw new Error(line);
      if (word === 'HELP' ? helps.has(name) : families.has(name)) throw new Error(`duplicate: ${line}`);
      if (word === 'HELP') helps.set(name, rest);
      else families.set(name, { type: rest, help: helps.get(name) ?? '', samples: [] });
      current = name;
      continue;
    }
    const [, sample = '', labelled = '', number = ''] = SAMPLE.exec(line) ?? [];
    const family = families.get(current ?? '');
    if (family === undefined || !(SUFFIXES[family.type] ?? ['']).some((suffix) => sample === `${current}${suffix}`))
      throw new Error(`sample outside its family: ${line}`);
    const labels = readLabels(labelled, line);
    const value = number === '+Inf' ? Number.POSITIVE_INFINITY : Number(number);
    // Case-insensitive, as in Prometheus.
    if (Number.isNaN(value) && number.toLowerCase() !== 'nan') throw new Error(line);
    const series = `${sample}${JSON.stringify(Object.entries(labels).sort())}`;
    if (seen.has(series)) throw new Error(`duplicate: ${line}`);
    seen.add(series);
    family.samples.push({ name: sample, labels, value });
  }
  return families;
}

function readLabels(text: string, line: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (let left = text; left !== ''; ) {
    const found = LABEL.exec(left);
    if (found === null || Object.hasOwn(labels, found[1]!)) throw new Error(line);
    labels[found[1]!] = found[2]!;
    left = left.slice(found[0].length);
  }
  return labels;
}

/** Value of the series of a family with all these labels; undefined without such a series. */
export const findValue = (
  families: ReadonlyMap<string, Family>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined =>
  families
    .get(name)
    ?.samples.find((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))?.value;
