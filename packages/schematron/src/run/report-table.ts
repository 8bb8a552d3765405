type Remarks = Readonly<Record<string, string>>;
type Referred = { readonly id: string; readonly remarks: Remarks };

/** What code that was compiled for reports knows of its schema, by the numbers of patterns, rules and assertions. */
export type ReportTable = {
  readonly title: string | null;
  readonly version: string | null;
  readonly prefixes: Readonly<Record<string, string>>;
  readonly patterns: readonly Remarks[];
  readonly rules: readonly { readonly pattern: number; readonly context: string; readonly remarks: Remarks }[];
  readonly checks: readonly {
    readonly test: string;
    readonly remarks: Remarks;
    readonly diagnostics: readonly Referred[];
    readonly properties: readonly Referred[];
  }[];
};
