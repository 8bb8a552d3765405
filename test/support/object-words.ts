/**
 * Words that every JavaScript object answers to: a table that is indexed with one of them and not asked whether the
 * entry is its own gives a function where it should give nothing.
 */
export const OBJECT_WORDS: readonly string[] = [
  ...Object.getOwnPropertyNames(Object.prototype),
  // Of functions and arrays.
  'prototype',
  'length',
  'name',
  'map',
];
