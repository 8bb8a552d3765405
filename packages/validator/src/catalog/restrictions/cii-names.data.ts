import { ciiPartNames } from './cii-names-parts.data.ts';
import { ciiValueNames } from './cii-names-values.data.ts';

/**
 * Meanings of CII elements and attributes: name, Slovak, English. Names have no prefix; `*Amount` matches every
 * element whose name ends with `Amount`.
 */
export const CII_NAMES: readonly (readonly [name: string, sk: string, en: string])[] = [...ciiPartNames, ...ciiValueNames];
