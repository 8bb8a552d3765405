/** State of a rule release, from its last change. */
type RulePackState = 'installed' | 'shadow' | 'canary' | 'active' | 'retired';

/** State requested by an operator. */
export type RulePackUse =
  /** Additionally validates a share of the files, in per cent; findings are not returned to clients. */
  | { readonly state: 'shadow'; readonly share: number }
  /** Applies to the named workspaces and a share of the others, in per cent. */
  | { readonly state: 'canary'; readonly share: number; readonly workspaces: readonly string[] }
  /** Applies to all workspaces from a day (`YYYY-MM-DD`) on; the validator selects it like any other release. */
  | { readonly state: 'active'; readonly from: string }
  /** No longer applied; the previous releases apply again. */
  | { readonly state: 'retired' };

export type RulePackStanding = {
  readonly digest: string;
  readonly id: string;
  readonly version: string;
  readonly state: RulePackState;
  /** `YYYY-MM-DD`, first day of validation on which it applies; null when it does not apply. */
  readonly from: string | null;
  /** In per cent; null for states without a share. */
  readonly share: number | null;
  readonly workspaces: readonly string[];
};

export type RulePackChange = RulePackStanding & {
  readonly by: string;
  readonly reason: string;
  readonly at: Date;
};

/** Why a release cannot be used this way; the message is for the operator. */
export class RulePackRefused extends Error {
  readonly code:
    | 'rule_pack_unknown'
    | 'rule_pack_exists'
    | 'rule_pack_state'
    /** Its examples give other results than recorded. */
    | 'rule_pack_examples'
    /** A pack that it requires is not in use, or another pack in use requires it. */
    | 'rule_pack_companion';
  constructor(code: RulePackRefused['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RulePackRefused';
    this.code = code;
  }
}

/**
 * Whether the change of state is allowed: only a release in use can be retired; all other changes are up to the
 * operator.
 */
export const mayFollow = (from: RulePackState, to: RulePackUse['state']): boolean =>
  to !== 'retired' || (from !== 'installed' && from !== 'retired');
