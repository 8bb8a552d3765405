/** The equation that a rule checks: the computed term, or `allowance` for base times percentage. */
const RULES: Readonly<Record<string, string>> = {
  'BR-CO-10': 'BT-106',
  'BR-CO-11': 'BT-107',
  'BR-CO-12': 'BT-108',
  'BR-CO-13': 'BT-109',
  'BR-CO-14': 'BT-110',
  'BR-CO-15': 'BT-112',
  'BR-CO-16': 'BT-115',
  'BR-CO-17': 'BT-117',
  'PEPPOL-EN16931-R040': 'allowance',
  'PEPPOL-EN16931-R046': 'BT-146',
  'PEPPOL-EN16931-R120': 'BT-131',
  'SK-R-050': 'BT-117',
  'SK-R-051': 'BT-116',
  'SK-R-052': 'BT-131',
  'SK-R-053': 'allowance',
};

/** VAT categories: rule 08 checks the taxable amount, rule 09 the tax. */
const CATEGORIES = ['S', 'Z', 'E', 'AE', 'IC', 'G', 'O', 'AF', 'AG'];

export const equationOfRule: ReadonlyMap<string, string> = new Map([
  ...Object.entries(RULES),
  ...CATEGORIES.flatMap((category): [string, string][] => [
    [`BR-${category}-08`, 'BT-116'],
    [`BR-${category}-09`, 'BT-117'],
  ]),
]);
