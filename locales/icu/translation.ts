/** Messages with the keys of an English file: a missing or an unknown key is a type error. */
export type TranslationOf<T> = { readonly [K in keyof T]: string };
