/**
 * Property names that every JavaScript object inherits: indexing a table with one of them without a check for own
 * properties returns a function instead of undefined.
 */
export const OBJECT_WORDS: readonly string[] = [
  ...Object.getOwnPropertyNames(Object.prototype),
  // Of functions and arrays.
  'prototype',
  'length',
  'name',
  'map',
];
