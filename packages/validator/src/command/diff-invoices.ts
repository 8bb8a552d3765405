import { compare, NotAnInvoice } from '../index.ts';
import { NOT_CONVERTED } from './faults.data.ts';
import type { DiffCommand } from './options.ts';
import { FileRefused, readInvoiceFile } from './read-invoice-file.ts';
import { writeComparison } from './write-comparison.ts';
import { print } from './write-output.ts';

/**
 * `einvoice-validate diff`: compares two invoices by business terms.
 *
 * @returns the exit code: 1 if they differ
 * @throws FileRefused, NotWritten
 */
export async function diffInvoices({ left, right, format, language }: DiffCommand): Promise<0 | 1> {
  const a = await readInvoiceFile(left, process.stdin);
  const b = await readInvoiceFile(right, process.stdin);
  try {
    const comparison = await compare(a.bytes, b.bytes);
    const report =
      format === 'json'
        ? `${JSON.stringify(comparison, null, 2)}\n`
        : writeComparison(comparison, { left: a.name, right: b.name, language });
    await print(report);
    return comparison.equal ? 0 : 1;
  } catch (error) {
    if (!(error instanceof NotAnInvoice)) throw error;
    throw new FileRefused(error.side === 'right' ? b.name : a.name, NOT_CONVERTED.other);
  }
}
