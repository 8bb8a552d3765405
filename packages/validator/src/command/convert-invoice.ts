import { ConversionLosesContent, convert, type LostValue, NotAnInvoice } from '../index.ts';
import { NOT_CONVERTED } from './faults.data.ts';
import { shownName } from './formats/write-report.ts';
import { oneLine } from './one-line.ts';
import type { ConvertCommand } from './options.ts';
import { FileRefused, readInvoiceFile } from './read-invoice-file.ts';
import { print, writeOutput } from './write-output.ts';

/**
 * `einvoice-validate convert`: writes an invoice in a syntax, and lists lost values on standard error.
 *
 * @returns the exit code: 1 if values would be lost and `--allow-loss` is missing
 * @throws FileRefused, NotWritten
 */
export async function convertInvoice({ place, to, allowLoss, language, output }: ConvertCommand): Promise<0 | 1> {
  const { name, bytes } = await readInvoiceFile(place, process.stdin);
  const words = WORDS[language];
  const listLosses = (lost: readonly LostValue[]): void => {
    const lines = lost.map(
      ({ business_term, path, value }) => `  ${business_term ?? words.noTerm}  ${path}  ${oneLine(value)}\n`,
    );
    process.stderr.write(`${shownName(name)}: ${words.lost(to.toUpperCase(), lost.length)}\n${lines.join('')}`);
  };
  try {
    const { xml, lost } = await convert(bytes, { to, allowLoss });
    if (lost.length > 0) listLosses(lost);
    if (output === undefined) await print(xml);
    else writeOutput(output, xml);
    return 0;
  } catch (error) {
    if (error instanceof NotAnInvoice) throw new FileRefused(name, NOT_CONVERTED.other);
    if (!(error instanceof ConversionLosesContent)) throw error;
    listLosses(error.lost);
    process.stderr.write(`${words.allow}\n`);
    return 1;
  }
}

const WORDS = {
  sk: {
    noTerm: 'bez kódu',
    lost: (syntax: string, count: number) => `Údaje, ktoré sa v syntaxi ${syntax} nedajú zapísať (${count}):`,
    allow: 'Stratu povolíte voľbou --allow-loss.',
  },
  en: {
    noTerm: 'no term',
    lost: (syntax: string, count: number) => `Values that cannot be written in ${syntax} (${count}):`,
    allow: 'To accept the loss, use --allow-loss.',
  },
} as const;
