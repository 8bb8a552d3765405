/** All detectors, in the order in which they claim issues: causes before their consequences. */
import type { Case, Mistake } from '../case.ts';
import { whenComputable } from '../when-computable.ts';
import { detectAbsent, detectFragment, detectUnusable } from './absent.ts';
import { detectCounted } from './allowance-counted.ts';
import { detectAllowancePercents } from './allowance-percent.ts';
import { detectAmounts } from './amounts.ts';
import { detectBlanks } from './blanks.ts';
import { detectCodes } from './codes.ts';
import { detectCreditSigns } from './credit-signs.ts';
import { detectCutLines } from './cut-lines.ts';
import { detectPeriods } from './dates.ts';
import { detectTypos } from './detect-typos.ts';
import { detectDirection } from './direction.ts';
import { detectEmpty } from './empty.ts';
import { detectExtensions } from './extensions.ts';
import { detectDocumentType, detectEnvelope, detectFile, detectProfile } from './file.ts';
import { detectForeignTotals } from './foreign-totals.ts';
import { detectGrossLines } from './gross-lines.ts';
import { detectIdentifiers } from './identifiers.ts';
import { detectInvoicedObject } from './invoiced-object.ts';
import { detectLineSettings } from './line-settings.ts';
import { detectLostAllowances } from './lost-parts.ts';
import { detectNamespaces } from './namespaces.ts';
import { detectOtherKind } from './other-kind.ts';
import { detectOtherTax } from './other-tax.ts';
import { detectOutsideUnion } from './outside-union.ts';
import { detectPaidWithoutVat } from './paid-without-vat.ts';
import { detectOthersNumbers, detectParties } from './parties.ts';
import { detectPrepaidLine } from './prepaid-line.ts';
import { detectPriceCharges, detectPriceDiscounts } from './price-charges.ts';
import { detectPriceUnits } from './price-unit.ts';
import { detectDecimals, detectKnown, detectRemaining, detectUnused } from './remaining.ts';
import { detectRounding } from './rounding.ts';
import { detectRoundingLine } from './rounding-line.ts';
import { detectSchemeAttributes } from './scheme-attributes.ts';
import { detectSplitRows } from './split-rows.ts';
import { detectStructure } from './structure.ts';
import { detectSwappedBases } from './swapped-bases.ts';
import { detectSwappedNumbers } from './swapped-numbers.ts';
import { detectSwappedValues } from './swapped-values.ts';
import { detectTaxCurrencyMarks } from './tax-currency.ts';
import { detectTaxOfUntaxed } from './tax-of-untaxed.ts';
import { detectTaxPointTwice } from './tax-point-twice.ts';
import { detectTaxRegistrations } from './tax-registrations.ts';
import { detectTaxTotals } from './tax-totals.ts';
import { detectTermsOfInvoices } from './terms-of-invoices.ts';
import { detectTotalWithoutVat } from './total-without-vat.ts';
import { detectCurrency, detectFormats } from './values.ts';
import { detectVat } from './vat.ts';
import { detectCategories } from './vat-categories.ts';

/** In the order in which they claim issues. */
export const detectors: readonly ((found: Case) => readonly Mistake[])[] = [
  detectFile,
  detectEnvelope,
  detectNamespaces,
  detectFragment,
  detectOtherKind,
  detectDocumentType,
  detectProfile,
  detectExtensions,
  detectEmpty,
  detectTermsOfInvoices,
  detectStructure,
  detectBlanks,
  detectFormats,
  detectTaxCurrencyMarks,
  detectCurrency,
  detectSchemeAttributes,
  detectPriceDiscounts,
  detectTaxRegistrations,
  detectOutsideUnion,
  detectRoundingLine,
  detectAbsent,
  detectUnusable,
  detectOtherTax,
  detectOthersNumbers,
  detectCreditSigns,
  detectTaxTotals,
  detectForeignTotals,
  detectSplitRows,
  detectPrepaidLine,
  detectDirection,
  detectCategories,
  detectCounted,
  detectTaxOfUntaxed,
  detectGrossLines,
  detectSwappedBases,
  detectVat,
  detectDecimals,
  detectLostAllowances,
  detectPriceCharges,
  detectRounding,
  detectLineSettings,
  detectAllowancePercents,
  detectPaidWithoutVat,
  detectTotalWithoutVat,
  detectCutLines,
  detectAmounts,
  detectCodes,
  detectSwappedNumbers,
  detectSwappedValues,
  detectIdentifiers,
  detectPeriods,
  detectTaxPointTwice,
  detectPriceUnits,
  detectParties,
  detectTypos,
  detectKnown,
  detectInvoicedObject,
  detectUnused,
  detectRemaining,
];

/** For files with information only; their sums need no explanation. */
export const detectorsOfInfos: typeof detectors = [detectCutLines, detectSwappedValues];

/**
 * Finds the mistakes behind the issues. Exactly one mistake claims each fatal issue and each warning. Where arithmetic
 * on outside numbers fails (RangeError: division by zero, too many digits), the detector finds nothing, and its issues
 * are left to the others.
 */
export function detectMistakes(found: Case, list = detectors): Mistake[] {
  const detect = (one: (found: Case) => readonly Mistake[]): readonly Mistake[] => {
    const release = found.mark();
    return whenComputable(
      () => one(found),
      () => {
        release();
        return [];
      },
    );
  };
  return list.flatMap(detect).filter(({ issues }) => issues.length > 0);
}
