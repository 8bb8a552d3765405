import type { Layer } from '../issues/index.ts';

/** The requested ruleset is not installed, or not in force on the day. */
export class RulesetUnknown extends Error {
  readonly code = 'ruleset_unknown';
  readonly requested: string;
  readonly installed: readonly string[];

  constructor(requested: string, installed: readonly string[]) {
    super(`The ruleset ${requested} is not installed, or not in force on that day`);
    this.name = 'RulesetUnknown';
    this.requested = requested;
    this.installed = installed;
  }
}

/** The ruleset of the document does not have the requested layers. */
export class LayerNotInRuleset extends Error {
  readonly code = 'layer_not_in_ruleset';
  readonly requested: readonly Layer[];
  readonly ruleset: string;
  readonly layers: readonly Layer[];

  constructor(requested: readonly Layer[], ruleset: string, layers: readonly Layer[]) {
    super(`The ruleset ${ruleset} has no layer ${requested.join(', ')}`);
    this.name = 'LayerNotInRuleset';
    this.requested = requested;
    this.ruleset = ruleset;
    this.layers = layers;
  }
}

/** Why a request was rejected because of the rules that it names. */
export type RulesRefusal = RulesetUnknown | LayerNotInRuleset;

export const isRulesRefusal = (error: unknown): error is RulesRefusal =>
  error instanceof RulesetUnknown || error instanceof LayerNotInRuleset;
