import type { Text } from '@e-invoice/validator/issues';
import { toNumber } from './amounts.ts';
import type { DraftInvoice, DraftLine } from './draft.ts';
import { isEuState } from './states.data.ts';
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
  stated: { sk: 'Kategóriu DPH uvádza návrh.', en: 'The draft states the category.' },
  unreasoned: {
    sk: 'Plnenie je oslobodené od dane (E). Uveďte dôvod: ustanovenie zákona, podľa ktorého je oslobodené.',
    en: 'The supply is exempt (E). State the reason: the provision of the act by which it is exempt.',
  },
  taxed: {
    sk: 'Sadzba je vyššia ako nula: zdaniteľné plnenie (S).',
    en: 'The rate is above zero: a taxable supply (S).',
  },
  nonPayer: {
    sk: 'Predávajúci neuvádza IČ DPH a sadzba je 0: nie je platiteľom DPH (O).',
    en: 'The seller states no VAT identifier and the rate is 0: not registered for VAT (O).',
  },
  reverse: {
    sk: 'Dôvod v návrhu hovorí o prenesení daňovej povinnosti (AE).',
    en: 'The reason in the draft mentions the reverse charge (AE).',
  },
  export: {
    sk: 'Kupujúci je mimo EÚ a sadzba je 0: vývoz tovaru (G). Pri službe použite inú kategóriu.',
    en: 'The buyer is outside the EU and the rate is 0: an export of goods (G). A service needs another category.',
  },
  northernIreland: {
    sk: 'Kupujúci má IČ DPH Severného Írska (XI) a sadzba je 0: dodanie tovaru tam je ako dodanie do EÚ (K; Windsorský rámec, smernica (EÚ) 2020/1756), nie vývoz. Platí to len pre tovar, ktorý do Severného Írska naozaj ide; služba má inú kategóriu ako mimo EÚ.',
    en: 'The buyer has a VAT identifier of Northern Ireland (XI) and the rate is 0: goods that go there count as an intra-Community supply (K; Windsor Framework, Directive (EU) 2020/1756), not as an export. This applies only to goods that are delivered to Northern Ireland; a service needs another category, as outside the EU.',
  },
  goods: {
    sk: 'Kupujúci má IČ DPH v inom členskom štáte a sadzba je 0: dodanie tovaru do EÚ (K). Pri službe použite AE.',
    en: 'The buyer has a VAT identifier of another member state and the rate is 0: an intra-Community supply of goods (K). For a service use AE.',
  },
  service: {
    sk: 'Kupujúci má IČ DPH v inom členskom štáte, sadzba je 0 a predáva sa čas: služba s prenesením daňovej povinnosti (AE).',
    en: 'The buyer has a VAT identifier of another member state, the rate is 0 and the unit is a unit of time: a service under the reverse charge (AE).',
  },
  exempt: {
    sk: 'Sadzba je 0 a predávajúci má IČ DPH: oslobodené plnenie (E). Uveďte dôvod oslobodenia.',
    en: 'The rate is 0 and the seller has a VAT identifier: an exempt supply (E). State the reason of the exemption.',
  },
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
