/** Who finds issues, in the order in which their findings are told. */
export const LAYERS = ['XML', 'SBDH', 'UBL', 'EN16931', 'PEPPOL', 'NATIONAL', 'SK'] as const;

export type Layer = (typeof LAYERS)[number];
