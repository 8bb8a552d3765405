import type { Text } from '@e-invoice/validator/issues';
import { isEuState } from '@e-invoice/validator/member-states';
import { text } from '../../../locales/index.ts';
import { toNumber } from './amounts.ts';
import type { DraftInvoice, DraftLine } from './draft.ts';
import { TIME_UNITS, toUnitCode } from './units.data.ts';

/** VAT category (UNTDID 5305) with its reason and the text that the law requires on the invoice. */
export type VatDecision = {
  readonly category: string;
  /** Percent; null when the category has no rate (O). */
  readonly rate: string | null;
  /** False when the draft has insufficient data. */
  readonly sure: boolean;
  readonly why: Text;
  /** BT-120 and BT-121. */
  readonly exemption: { readonly reason: string; readonly code: string | null } | null;
};

type Exemption = { readonly reason: string; readonly code: string };

/**
 * Phrases of § 74 of the VAT act and of its exemptions, with their VATEX codes. For unregistered sellers (O) the act
 * has no phrase; the text is ours.
 */
const EXEMPTIONS: ReadonlyMap<string, Exemption> = new Map(
  Object.entries({
    AE: { reason: 'prenesenie daňovej povinnosti', code: 'VATEX-EU-AE' },
    K: {
      reason: 'dodanie tovaru oslobodené od dane podľa § 43 zákona o DPH (čl. 138 smernice 2006/112/ES)',
      code: 'VATEX-EU-IC',
    },
    G: {
      reason: 'vývoz tovaru oslobodený od dane podľa § 47 zákona o DPH (čl. 146 smernice 2006/112/ES)',
      code: 'VATEX-EU-G',
    },
    O: { reason: 'predávajúci nie je platiteľom DPH', code: 'VATEX-EU-O' },
  }),
);

const WHY: Readonly<
  Record<
    | 'stated'
    | 'unreasoned'
    | 'taxed'
    | 'nonPayer'
    | 'reverse'
    | 'export'
    | 'northernIreland'
    | 'goods'
    | 'service'
    | 'exempt',
    Text
  >
> = {
  stated: text('draft-checklist.category.stated'),
  unreasoned: text('draft-checklist.category.unreasoned'),
  taxed: text('draft-checklist.category.taxed'),
  nonPayer: text('draft-checklist.category.nonPayer'),
  reverse: text('draft-checklist.category.reverse'),
  export: text('draft-checklist.category.export'),
  northernIreland: text('draft-checklist.category.northernIreland'),
  goods: text('draft-checklist.category.goods'),
  service: text('draft-checklist.category.service'),
  exempt: text('draft-checklist.category.exempt'),
};

/** Chooses the VAT category of a line from the draft's seller, buyer and rate. */
export function chooseVatCategory(line: DraftLine, draft: DraftInvoice): VatDecision {
  const decide = (category: string, why: keyof typeof WHY, sure = true): VatDecision => ({
    category,
    rate: category === 'O' ? null : line.vatRate,
    sure,
    why: WHY[why],
    exemption: exemptionOf(category, draft),
  });
  if (line.vatCategory === 'E' && draft.vatExemptionReason === undefined) return decide('E', 'unreasoned', false);
  if (line.vatCategory !== undefined) return decide(line.vatCategory, 'stated');
  if (!toNumber(line.vatRate).isZero()) return decide('S', 'taxed');
  if (!draft.sellerIcDph) return decide('O', 'nonPayer');
  if (/prenesen|reverse charge/i.test(draft.vatExemptionReason ?? '')) return decide('AE', 'reverse');
  const country = draft.buyerAddress?.countryCode ?? 'SK';
  const sellsTime = TIME_UNITS.has(toUnitCode(line.unit));
  if (!isEuState(country)) {
    // A buyer in another country may also have an XI number; goods to that country leave the EU.
    const isThere = country === 'GB' || country === 'XI';
    const toNorthernIreland = isThere && /^\s*XI/i.test(draft.buyerIcDph ?? '') && !sellsTime;
    return toNorthernIreland ? decide('K', 'northernIreland', false) : decide('G', 'export', false);
  }
  if (country !== 'SK' && draft.buyerIcDph) {
    return sellsTime ? decide('AE', 'service') : decide('K', 'goods', false);
  }
  return decide('E', 'exempt', draft.vatExemptionReason !== undefined);
}

function exemptionOf(category: string, { vatExemptionReason }: DraftInvoice): VatDecision['exemption'] {
  const known = EXEMPTIONS.get(category);
  if (known !== undefined) return { code: known.code, reason: vatExemptionReason || known.reason };
  if (category === 'E') return { code: null, reason: vatExemptionReason || 'dodanie je oslobodené od dane' };
  return null;
}
