/** Validation layers, in the order of their findings. */
export const LAYERS = ['XML', 'SBDH', 'UBL', 'CII', 'EN16931', 'PEPPOL', 'NATIONAL', 'SK'] as const;

export type Layer = (typeof LAYERS)[number];
