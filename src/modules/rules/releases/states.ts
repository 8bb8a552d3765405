/** What a release of rules is used for; the last change of it says. */
type RulePackState = 'installed' | 'shadow' | 'canary' | 'active' | 'retired';

/** What an operator wants of a release. */
export type RulePackUse =
  /** Judges a share of files too, in per cent; nobody is told what it finds. */
  | { readonly state: 'shadow'; readonly share: number }
  /** Judges the workspaces that are named, and a share of the others, in per cent. */
  | { readonly state: 'canary'; readonly share: number; readonly workspaces: readonly string[] }
  /** Judges everybody, from a day (`YYYY-MM-DD`) on: validation chooses by it as it does by that of any release. */
  | { readonly state: 'active'; readonly from: string }
  /** Judges nothing any more; whatever was the rule without it is so again. */
  | { readonly state: 'retired' };

/** A release as it stands. */
export type RulePackStanding = {
  readonly digest: string;
  readonly id: string;
  readonly version: string;
  readonly state: RulePackState;
  /** `YYYY-MM-DD`, the first day of validation on which it is the rule; null: it is not applied. */
  readonly from: string | null;
  /** In per cent; null where the state has none. */
  readonly share: number | null;
  readonly workspaces: readonly string[];
};

/** A change as it is kept. */
export type RulePackChange = RulePackStanding & {
  readonly by: string;
  readonly reason: string;
  readonly at: Date;
};

/** Why a release cannot be used so; the message is for the operator. */
export class RulePackRefused extends Error {
  readonly code:
    | 'rule_pack_unknown'
    | 'rule_pack_exists'
    | 'rule_pack_state'
    /** Its examples do not give what was recorded. */
    | 'rule_pack_examples'
    /** What it is applied with is not in use, or it is what another one is applied with. */
    | 'rule_pack_companion';
  constructor(code: RulePackRefused['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RulePackRefused';
    this.code = code;
  }
}

/**
 * Whether a release may go from a state to another one: out of use goes only what is in use, all else is for the
 * operator to decide.
 */
export const mayFollow = (from: RulePackState, to: RulePackUse['state']): boolean =>
  to !== 'retired' || (from !== 'installed' && from !== 'retired');
