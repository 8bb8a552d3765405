type Remarks = Readonly<Record<string, string>>;
type Referred = { readonly id: string; readonly remarks: Remarks };

/** Details of the schema in code compiled for reports, by pattern, rule and assertion number. */
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
