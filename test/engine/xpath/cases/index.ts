import { arithmetic } from './arithmetic.ts';
import type { CaseGroup } from './case.ts';
import { casts } from './casts.ts';
import { comparisons } from './comparisons.ts';
import { control } from './control.ts';
import { functionsDates } from './functions-dates.ts';
import { functionsNumbers } from './functions-numbers.ts';
import { functionsSequences } from './functions-sequences.ts';
import { functionsText } from './functions-text.ts';
import { idioms } from './idioms.ts';
import { lookups } from './lookups.ts';
import { paths } from './paths.ts';
import { primary } from './primary.ts';
import { rare } from './rare.ts';
import { sets } from './sets.ts';
import { typeTests } from './type-tests.ts';

export const groups: readonly CaseGroup[] = [
  ...primary,
  ...paths,
  ...sets,
  ...arithmetic,
  ...comparisons,
  ...control,
  ...typeTests,
  ...casts,
  ...functionsText,
  ...functionsNumbers,
  ...functionsDates,
  ...functionsSequences,
  ...idioms,
  ...lookups,
  ...rare,
];
