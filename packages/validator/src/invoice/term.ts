/**
 * Declarations of the semantic model: every business term once, with its paths in each syntax. The types of the
 * model, its readers and its writer are derived from these declarations, so that they cannot diverge.
 */

/** An identifier with its scheme (ISO 6523, EAS, UNTDID 1153, …). */
export type Identifier = { readonly value: string; readonly scheme: string | null };

/** A number of units; the unit is a code of UNECE Recommendation 20 or 21. */
export type Quantity = { readonly value: string; readonly unit: string | null };

/** A code with the list that it belongs to (BT-158). */
export type Classification = { readonly value: string; readonly list: string | null; readonly version: string | null };

/** An attached file (BT-125); `content` is base64 as in the XML. */
export type Attachment = {
  readonly content: string;
  readonly mimeCode: string | null;
  readonly filename: string | null;
};

/** A note with its subject code (BT-21, UNTDID 4451). */
export type Note = { readonly subject: string | null; readonly text: string };

/** Value types by kind of term. Amounts and numbers are decimal strings, dates YYYY-MM-DD. */
export type Values = {
  readonly text: string;
  readonly code: string;
  readonly date: string;
  readonly amount: string;
  readonly number: string;
  readonly identifier: Identifier;
  /** An identifier whose scheme is an attribute in UBL and an element in CII (BT-18, BT-128). */
  readonly object: Identifier;
  /** A code of UNTDID 2005 (BT-8); CII writes the equivalent of UNTDID 2475. */
  readonly taxPoint: string;
  readonly quantity: Quantity;
  readonly classification: Classification;
  readonly attachment: Attachment;
  readonly note: Note;
};
export type ValueKind = keyof Values;

/**
 * Paths of a term (`path.ts`), relative to its group. The reader uses the first path with content, the writer the
 * first that applies. `null`: the syntax has no path for the term.
 */
export type SyntaxPaths = {
  readonly ubl: string | readonly string[] | null;
  readonly cii: string | readonly string[] | null;
};

export type Term<K extends ValueKind = ValueKind> = SyntaxPaths & {
  readonly is: 'term';
  /** `BT-1`, or the name of the term if EN 16931 assigns no number. */
  readonly id: string;
  readonly kind: K;
  readonly many: false;
};
export type Terms<K extends ValueKind = ValueKind> = Omit<Term<K>, 'many'> & { readonly many: true };
export type Group<F extends Fields = Fields> = SyntaxPaths & {
  readonly is: 'group';
  readonly id: string;
  readonly many: false;
  readonly fields: F;
};
export type Groups<F extends Fields = Fields> = Omit<Group<F>, 'many'> & { readonly many: true };
// biome-ignore lint/suspicious/noExplicitAny: a recursive bound that `unknown` cannot express
export type Field = Term<any> | Terms<any> | Group<any> | Groups<any>;
export type Fields = { readonly [name: string]: Field };

/** The value type of a declaration: missing values are null, repeated ones are lists. */
export type ModelOf<F extends Fields> = {
  readonly [N in keyof F]: F[N] extends Term<infer K>
    ? Values[K] | null
    : F[N] extends Terms<infer K>
      ? readonly Values[K][]
      : F[N] extends Group<infer G>
        ? ModelOf<G> | null
        : F[N] extends Groups<infer G>
          ? readonly ModelOf<G>[]
          : never;
};

type Place = SyntaxPaths['ubl'];

/** Declares a term that occurs at most once. */
export function term<K extends ValueKind>(id: string, kind: K, ubl: Place, cii: SyntaxPaths['cii']): Term<K> {
  return { is: 'term', id, kind, many: false, ubl, cii };
}

/** Declares a term that may repeat; all paths are read. */
export function terms<K extends ValueKind>(id: string, kind: K, ubl: Place, cii: SyntaxPaths['cii']): Terms<K> {
  return { is: 'term', id, kind, many: true, ubl, cii };
}

/** Declares a group that occurs at most once. */
export function group<F extends Fields>(id: string, ubl: Place, cii: SyntaxPaths['cii'], fields: F): Group<F> {
  return { is: 'group', id, many: false, ubl, cii, fields };
}

/** Declares a group that may repeat. */
export function groups<F extends Fields>(id: string, ubl: Place, cii: SyntaxPaths['cii'], fields: F): Groups<F> {
  return { is: 'group', id, many: true, ubl, cii, fields };
}
