/**
 * The functions that generated code calls (`rt`), by name. They use only standard JavaScript: no files, no clock, no
 * network; the time is part of the run state.
 */
import { Decimal, ZERO } from '../../decimal.ts';
import { childNamed, stringValue } from '../../xml/index.ts';
import * as arithmetic from './arithmetic.ts';
import * as axes from './axes.ts';
import * as cast from './cast.ts';
import * as compare from './compare.ts';
import * as derived from './derived.ts';
import * as formatting from './format-integer.ts';
import * as formattingNumbers from './format-number.ts';
import * as keys from './keys.ts';
import * as madeNodes from './made-nodes.ts';
import * as momentArithmetic from './moment-arithmetic.ts';
import * as moments from './moments.ts';
import * as nodes from './nodes.ts';
import * as numbers from './numbers.ts';
import * as paths from './path.ts';
import * as regex from './regex.ts';
import * as round from './round.ts';
import { remembered } from './run-state.ts';
import * as sequences from './sequences.ts';
import * as strings from './strings.ts';
import * as typeTest from './type-test.ts';
import * as uris from './uris.ts';
import * as values from './values.ts';
import * as errors from './xpath-error.ts';

export const runtime = {
  ...arithmetic,
  ...axes,
  ...cast,
  ...compare,
  ...derived,
  ...formatting,
  ...formattingNumbers,
  ...paths,
  ...keys,
  ...madeNodes,
  ...momentArithmetic,
  ...moments,
  ...nodes,
  ...numbers,
  ...regex,
  ...round,
  ...sequences,
  ...strings,
  ...typeTest,
  ...uris,
  ...values,
  ...errors,
  Decimal,
  ZERO,
  childNamed,
  remembered,
  text: stringValue,
};

export type Runtime = typeof runtime;
export { makeRunState, type RunState } from './run-state.ts';
export { XPathError } from './xpath-error.ts';
