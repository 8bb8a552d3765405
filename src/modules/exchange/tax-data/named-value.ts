import type { Text } from '@e-invoice/validator/issues';
import type { Value } from './make-tax-data.ts';

/** A value with the EN 16931 terms or group of its location, and their name; null when there is no such term. */
export type NamedValue = Value & { readonly terms: readonly string[]; readonly name: Text | null };
