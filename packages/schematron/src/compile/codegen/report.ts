import { quoteData } from '../../javascript.ts';
import type { ReportTable } from '../../run/report-table.ts';
import type { Check, Schema } from '../../schematron/model.ts';

/**
 * Emits the schema details used in reports, indexed by the pattern, rule and assertion numbers of the generated code.
 */
export function emitReportTable(schema: Schema, checks: readonly Check[]): string {
  const table: ReportTable = {
    title: schema.title,
    version: schema.version,
    prefixes: schema.prefixes,
    patterns: schema.patterns.map(({ remarks }) => remarks),
    rules: schema.patterns.flatMap(({ rules }, pattern) =>
      rules.map(({ context, remarks }) => ({ pattern, context: context.text, remarks })),
    ),
    checks: checks.map(({ test, remarks, diagnostics, properties }) => ({
      test: test.text,
      remarks,
      diagnostics: diagnostics.map(({ id, remarks: own }) => ({ id, remarks: own })),
      properties: properties.map(({ id, remarks: own }) => ({ id, remarks: own })),
    })),
  };
  return quoteData(table);
}
