/** Validation layers, in the order of their findings. */
export const LAYERS = ['XML', 'SBDH', 'UBL', 'EN16931', 'PEPPOL', 'NATIONAL', 'SK'] as const;

export type Layer = (typeof LAYERS)[number];
