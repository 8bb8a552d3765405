/**
 * Types of the arguments of an ICU message, derived from its text. Every brace alternates between the text of a
 * message and the inside of an argument, so one flag is enough to follow the nesting.
 */
type Unquoted<S extends string> = S extends `${infer Before}'{${string}'${infer After}`
  ? `${Before}${Unquoted<After>}`
  : S;

type Trim<S extends string> = S extends ` ${infer Rest}` ? Trim<Rest> : S extends `${infer Rest} ` ? Trim<Rest> : S;

/** Argument that begins after an opening brace. */
type Argument<S extends string> = S extends `${infer Head}}${string}`
  ? Head extends `${infer Name},${infer Format}`
    ? { readonly [N in Trim<Name>]: Trim<Format> extends `plural${string}` ? number : string }
    : { readonly [N in Trim<Head>]: string | number }
  : never;

type Walk<S extends string, Inside extends boolean, Found> = S extends `${infer Head}{${infer Tail}`
  ? Head extends `${string}}${string}`
    ? S extends `${string}}${infer After}`
      ? Walk<After, Inside extends true ? false : true, Found>
      : never
    : Inside extends true
      ? Walk<Tail, false, Found>
      : Walk<Tail, true, Found & Argument<Tail>>
  : Found;

/** `Faulty fields: {count}.` → `{ readonly count: string | number }`; of a `plural` a number, of a `select` a string. */
export type ArgumentsOf<S extends string> = S extends string ? Walk<Unquoted<S>, false, Record<never, never>> : never;
