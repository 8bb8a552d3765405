/** Units as Slovak invoices write them, in lower case without a full stop, and their codes (UNECE Recommendation 20). */
const UNIT_CODES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ks: 'H87',
    kus: 'H87',
    kusy: 'H87',
    kusov: 'H87',
    hod: 'HUR',
    h: 'HUR',
    hodina: 'HUR',
    hodiny: 'HUR',
    hodín: 'HUR',
    deň: 'DAY',
    dni: 'DAY',
    dní: 'DAY',
    týždeň: 'WEE',
    mes: 'MON',
    mesiac: 'MON',
    mesiace: 'MON',
    mesiacov: 'MON',
    rok: 'ANN',
    roky: 'ANN',
    rokov: 'ANN',
    min: 'MIN',
    g: 'GRM',
    kg: 'KGM',
    t: 'TNE',
    ml: 'MLT',
    l: 'LTR',
    hl: 'HLT',
    mm: 'MMT',
    cm: 'CMT',
    m: 'MTR',
    bm: 'MTR',
    km: 'KMT',
    m2: 'MTK',
    'm²': 'MTK',
    m3: 'MTQ',
    'm³': 'MTQ',
    ha: 'HAR',
    kwh: 'KWH',
    mwh: 'MWH',
    bal: 'XPK',
    balenie: 'XPK',
    pár: 'PR',
    sada: 'SET',
    súbor: 'SET',
    paleta: 'XPX',
  }),
);

/** Units of time: who sells hours sells a service. */
export const TIME_UNITS: ReadonlySet<string> = new Set(['HUR', 'DAY', 'WEE', 'MON', 'ANN', 'MIN']);

/** The code of a unit as it was typed; what is not known stays as it is, for the rules to judge. */
export function toUnitCode(unit: string): string {
  return UNIT_CODES.get(unit.trim().toLowerCase().replace(/\.$/, '')) ?? unit.trim();
}
