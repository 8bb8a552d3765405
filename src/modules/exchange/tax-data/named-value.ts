import type { Text } from '@e-invoice/validator/issues';
import type { Value } from './make-tax-data.ts';

/** A value with the terms or the group of EN 16931 that stand at its place, and what people call them; null: none. */
export type NamedValue = Value & { readonly terms: readonly string[]; readonly name: Text | null };
