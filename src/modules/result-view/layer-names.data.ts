import type { Layer, Text } from '@e-invoice/validator/issues';
import { text } from '../../../locales/index.ts';

/** Readable names of the layers that report an issue. */
export const LAYER_NAMES: Readonly<Record<Layer, Text>> = {
  XML: text('layer.XML'),
  SBDH: text('layer.SBDH'),
  UBL: text('layer.UBL'),
  CII: text('layer.CII'),
  EN16931: text('layer.EN16931'),
  PEPPOL: text('layer.PEPPOL'),
  NATIONAL: text('layer.NATIONAL'),
  SK: text('layer.SK'),
};
