import type { ConversionResult, InvoiceComparison, LostValue, Syntax } from '../conversion/index.ts';
import { checkComparison, checkConversion } from './check-arguments.ts';
import type { ConvertOptions } from './options.ts';

/** A file that is neither a UBL nor a CII invoice. */
export class NotAnInvoice extends Error {
  readonly code = 'not_an_invoice';
  /** Which of two compared files; null for a conversion. */
  readonly side: 'left' | 'right' | null;

  constructor(side: 'left' | 'right' | null = null) {
    super(`The ${side === null ? '' : `${side} `}file is not a UBL or CII invoice`);
    this.name = 'NotAnInvoice';
    this.side = side;
  }
}

/** The requested syntax cannot hold all values of the invoice. */
export class ConversionLosesContent extends Error {
  readonly code = 'conversion_loses_content';
  readonly to: Syntax;
  readonly lost: readonly LostValue[];

  constructor(to: Syntax, lost: readonly LostValue[]) {
    super(
      `Values of the invoice cannot be written in ${to.toUpperCase()}; \`lost\` lists them (allowLoss: true accepts that)`,
    );
    this.name = 'ConversionLosesContent';
    this.to = to;
    this.lost = lost;
  }
}

/**
 * Writes a UBL or CII invoice in the other syntax. An invoice that has the requested syntax is returned without its
 * envelope. The result is not validated.
 *
 * @param bytes the invoice, bare or in an SBDH envelope
 * @throws NotAnInvoice
 * @throws ConversionLosesContent unless the loss is allowed
 * @throws TypeError for invalid arguments
 */
export async function convert(bytes: Uint8Array, options: ConvertOptions): Promise<ConversionResult> {
  checkConversion(bytes, options);
  const { convertFile } = await import('../conversion/index.ts');
  const { to, allowLoss = false } = options;
  const result = convertFile(bytes, to, { limits: { bytes: bytes.length } });
  if (result === null) throw new NotAnInvoice();
  if (result.lost.length > 0 && !allowLoss) throw new ConversionLosesContent(to, result.lost);
  return result;
}

/**
 * Compares two invoices by business terms, whatever their syntax.
 *
 * @throws NotAnInvoice with the side
 * @throws TypeError for invalid arguments
 */
export async function compare(left: Uint8Array, right: Uint8Array): Promise<InvoiceComparison> {
  checkComparison(left, right);
  const { compareFiles } = await import('../conversion/index.ts');
  const result = compareFiles(left, right, { limits: { bytes: Math.max(left.length, right.length) } });
  if (typeof result === 'string') throw new NotAnInvoice(result);
  return result;
}
