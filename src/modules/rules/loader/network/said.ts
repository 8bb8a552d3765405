import type { RuleSaid } from '@e-invoice/validator/catalog';

type Both = readonly [sk: string, en: string];

/** What is said of a rule; the example is a piece of the good document of its pack, wrong and right. */
type NetworkText = {
  readonly title: Both;
  readonly message: Both;
  readonly why: Both;
  readonly cause: Both;
  readonly fix: Both;
  readonly wrong: string;
  readonly right: string;
};

/** A data file: each rule of a pack with its texts. */
export type NetworkTexts = Readonly<Record<string, NetworkText>>;

/** The same as the catalog takes it. */
export function toSaid({ title, message, why, cause, fix, wrong, right }: NetworkText): RuleSaid {
  const text = ([sk, en]: Both) => ({ sk, en });
  const explanation = { title, why, cause, example: { at: '', wrong, right } };
  return {
    message: text(message),
    fix: { ...text(fix), program: text(fix), xml: text(fix) },
    business_terms: [],
    explanation,
  };
}
