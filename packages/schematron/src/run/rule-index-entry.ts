/** What can be said of an assertion without running it. One id may stand in several places. */
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
