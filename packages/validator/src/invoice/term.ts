/**
 * How the semantic model is declared: every business term once, with its place in each syntax. The types of the
 * model, its readers and its writer are all made from these declarations, so that they cannot drift apart.
 */

/** A coded or plain identifier with the scheme that gives it meaning (ISO 6523, EAS, UNTDID 1153, …). */
export type Identifier = { readonly value: string; readonly scheme: string | null };

/** A number of units; the unit is a code of UNECE Recommendation 20 or 21. */
export type Quantity = { readonly value: string; readonly unit: string | null };

/** A code of a list that is named beside it (BT-158). */
export type Classification = { readonly value: string; readonly list: string | null; readonly version: string | null };

/** An attached file (BT-125); `content` is base64 as it stands in the XML. */
export type Attachment = {
  readonly content: string;
  readonly mimeCode: string | null;
  readonly filename: string | null;
};

/** A note with its subject code (BT-21, UNTDID 4451). */
export type Note = { readonly subject: string | null; readonly text: string };

/** What a term's value is in the model, by its kind. Amounts and numbers are decimal strings, dates YYYY-MM-DD. */
export type Values = {
  readonly text: string;
  readonly code: string;
  readonly date: string;
  readonly amount: string;
  readonly number: string;
  readonly identifier: Identifier;
  readonly quantity: Quantity;
  readonly classification: Classification;
  readonly attachment: Attachment;
  readonly note: Note;
};
export type ValueKind = keyof Values;

/**
 * Where a term stands (`path.ts`): paths relative to its group; of several the first that is there is read and the
 * first that applies is written. `null`: the syntax has no place for it.
 */
export type SyntaxPaths = {
  readonly ubl: string | readonly string[] | null;
  readonly cii: string | readonly string[] | null;
};

export type Term<K extends ValueKind = ValueKind> = SyntaxPaths & {
  readonly is: 'term';
  /** `BT-1`, or the term's name where EN 16931 gives it no number of its own. */
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

/** The value type of a declaration: what is absent is null, what repeats is a list. */
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

/** A term that stands at most once. */
export function term<K extends ValueKind>(id: string, kind: K, ubl: Place, cii: SyntaxPaths['cii']): Term<K> {
  return { is: 'term', id, kind, many: false, ubl, cii };
}

/** A term that may repeat; every place is read. */
export function terms<K extends ValueKind>(id: string, kind: K, ubl: Place, cii: SyntaxPaths['cii']): Terms<K> {
  return { is: 'term', id, kind, many: true, ubl, cii };
}

/** A group that stands at most once. */
export function group<F extends Fields>(id: string, ubl: Place, cii: SyntaxPaths['cii'], fields: F): Group<F> {
  return { is: 'group', id, many: false, ubl, cii, fields };
}

/** A group that may repeat. */
export function groups<F extends Fields>(id: string, ubl: Place, cii: SyntaxPaths['cii'], fields: F): Groups<F> {
  return { is: 'group', id, many: true, ubl, cii, fields };
}
