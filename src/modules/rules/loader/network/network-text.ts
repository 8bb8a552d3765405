import type { ExplainedRule } from '@e-invoice/validator/catalog';

type Both = readonly [sk: string, en: string];

/** Texts of a rule. The examples are fragments of the good document of its pack, wrong and right. */
type NetworkText = {
  readonly title: Both;
  readonly message: Both;
  readonly why: Both;
  readonly cause: Both;
  readonly fix: Both;
  readonly wrong: string;
  readonly right: string;
};

/** By rule id. */
export type NetworkTexts = Readonly<Record<string, NetworkText>>;

export function toExplainedRule({ title, message, why, cause, fix, wrong, right }: NetworkText): ExplainedRule {
  const text = ([sk, en]: Both) => ({ sk, en });
  const explanation = { title, why, cause, example: { at: '', wrong, right } };
  return {
    message: text(message),
    fix: { ...text(fix), program: text(fix), xml: text(fix) },
    business_terms: [],
    explanation,
  };
}
