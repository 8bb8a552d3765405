/** Static facts about an assertion. Several assertions may share an id. */
export type RuleIndexEntry = {
  readonly id: string;
  readonly kind: 'assert' | 'report';
  readonly flag: string | null;
  readonly role: string | null;
  readonly pattern: string;
  readonly context: string;
  readonly test: string;
  readonly see: string | null;
};
