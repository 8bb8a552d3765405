import type { LayersRow } from './all-layers.ts';

/** A measured invoice; times in milliseconds. */
export type Row = {
  readonly lines: number;
  readonly bytes: number;
  readonly parse: number;
  /** All rules on a document that was just parsed. */
  readonly rules: number;
  /** Parsing and rules. */
  readonly engine: number;
  /** Fastest run of our engine for both. */
  readonly fastest: number;
  /** Null when it was skipped. */
  readonly saxon: { readonly parse: number; readonly rules: number } | null;
};

/** Budget: target and measured value. */
export type Budget = { readonly name: string; readonly target: string; readonly got: string; readonly ok: boolean };

export const milliseconds = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toFixed(4);

export const ratio = (value: number): string => (value >= 10 ? `${value.toFixed(0)}×` : `${value.toFixed(2)}×`);

/** Right-aligned columns, except the first. */
export function renderTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '),
    )
    .join('\n');
}

export function renderValidation(rows: readonly Row[]): string {
  return renderTable([
    [
      'lines',
      'bytes',
      'parse ms',
      'rules ms',
      'both ms',
      'SaxonJS',
      'rules',
      'both',
      'rules to ours',
      'both',
      'best µs a line',
    ],
    ...rows.map(({ lines, bytes, parse, rules, engine, fastest, saxon }) => [
      String(lines),
      String(bytes),
      milliseconds(parse),
      milliseconds(rules),
      milliseconds(engine),
      ...(saxon === null
        ? ['-', '-', '-', '-', '-']
        : [
            milliseconds(saxon.parse),
            milliseconds(saxon.rules),
            milliseconds(saxon.parse + saxon.rules),
            ratio(saxon.rules / rules),
            ratio((saxon.parse + saxon.rules) / engine),
          ]),
      ((fastest / lines) * 1000).toFixed(1),
    ]),
  ]);
}

export function renderLayers(rows: readonly LayersRow[]): string {
  return renderTable([
    [
      'lines',
      'KB',
      'parse ms',
      'alone ms',
      'all layers ms',
      'added to parsing',
      'to alone',
      'best µs a line',
      'memory',
    ],
    ...rows.map(({ lines, bytes, parse, parseAlone, validate, fastest, ratio: relative, memory }) => [
      String(lines),
      (bytes / 1000).toFixed(1),
      milliseconds(parse),
      milliseconds(parseAlone),
      milliseconds(validate),
      ratio(relative),
      ratio(validate / parseAlone),
      ((fastest / lines) * 1000).toFixed(1),
      bytes < TOO_SMALL_TO_WEIGH ? '-' : ratio(memory),
    ]),
  ]);
}

/** Below this size the young generation, which every process fills once, dominates memory use. */
const TOO_SMALL_TO_WEIGH = 5_000_000;

export const renderBudgets = (budgets: readonly Budget[]): string =>
  renderTable([
    ['budget', 'wanted', 'got', ''],
    ...budgets.map(({ name, target, got, ok }) => [name, target, got, ok ? 'ok' : 'missed']),
  ]);
