/** Layers of validation. */
export const layer = {
  'layer.XML': 'XML',
  'layer.SBDH': 'SBDH envelope',
  'layer.UBL': 'UBL structure',
  'layer.CII': 'CII structure',
  'layer.EN16931': 'EN 16931',
  'layer.PEPPOL': 'Peppol BIS Billing',
  'layer.NATIONAL': 'National rules',
  'layer.SK': 'Slovak layer',
} as const;
