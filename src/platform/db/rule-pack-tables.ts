import type { ColumnType, Generated } from 'kysely';

type RulePacksTable = {
  digest: string;
  id: string;
  version: string;
  examples: ColumnType<unknown, string, never>;
  examples_day: string;
};

type RulePackFilesTable = { digest: string; path: string; content: Buffer };

type RulePackChangesTable = {
  sequence: Generated<number>;
  digest: string;
  state: 'installed' | 'shadow' | 'canary' | 'active' | 'retired';
  from_day: string | null;
  share: number | null;
  workspaces: string[];
  changed_by: string;
  reason: string;
  changed_at: Date;
};

type RulePackShadowsTable = {
  digest: string;
  day: string;
  judged: number;
  other_verdict: number;
  other_rules: number;
};

type RulePackShadowRulesTable = { digest: string; rule_id: string; only_shadow: number; only_serving: number };

export type RulePackTables = {
  rule_packs: RulePacksTable;
  rule_pack_files: RulePackFilesTable;
  rule_pack_changes: RulePackChangesTable;
  rule_pack_shadows: RulePackShadowsTable;
  rule_pack_shadow_rules: RulePackShadowRulesTable;
};
