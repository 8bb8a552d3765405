/** The standard function library (XQuery 1.0 and XPath 2.0 Functions and Operators), one file per family. */
import { availabilityFunctions } from './availability.ts';
import { dateFunctions } from './dates.ts';
import type { FunctionTable } from './define.ts';
import { documentFunctions } from './documents.ts';
import { formatFunctions } from './format-integer.ts';
import { keyFunctions } from './keys.ts';
import { nodeFunctions } from './nodes.ts';
import { numberFunctions } from './numbers.ts';
import { patternFunctions } from './patterns.ts';
import { sequenceFunctions } from './sequences.ts';
import { stringFunctions } from './strings.ts';

export const standardFunctions: FunctionTable = {
  ...stringFunctions,
  ...patternFunctions,
  ...numberFunctions,
  ...formatFunctions,
  ...sequenceFunctions,
  ...nodeFunctions,
  ...documentFunctions,
  ...keyFunctions,
  ...dateFunctions,
  ...availabilityFunctions(() => standardFunctions),
};
