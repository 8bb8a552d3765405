import type { SourcePosition } from './model.ts';

/** One thing that a schema says and that the engine does not take. */
export type Fault = SourcePosition & {
  /** Id of the assertion it stands in, when it stands in one. */
  readonly ruleId: string | null;
  readonly reason: string;
  /** The expression, when the reason lies in one. */
  readonly expression: string | null;
};

const line = (fault: Fault): string =>
  `${fault.file}:${fault.line}:${fault.column} ${fault.ruleId === null ? '' : `[${fault.ruleId}] `}${fault.reason}` +
  (fault.expression === null ? '' : `: ${fault.expression.replace(/\s+/g, ' ').slice(0, 300)}`);

/** A schema that does not compile, with every reason at once. A pack with one refused rule does not load. */
export class SchemaRefused extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(`${faults.length} part(s) of the schema cannot be compiled\n${faults.map(line).join('\n')}`);
    this.name = 'SchemaRefused';
    this.faults = faults;
  }
}

/** Collects faults, so that one run names them all. */
export type Faults = {
  add(place: SourcePosition, reason: string, ruleId?: string | null, expression?: string | null): void;
  /** Notes what is left out, as other processors leave it out. */
  warn(place: SourcePosition, reason: string): void;
  readonly warnings: readonly Fault[];
  /** Throws `SchemaRefused` when there is any. */
  settle(): void;
};

export function makeFaults(): Faults {
  const faults: Fault[] = [];
  const warnings: Fault[] = [];
  return {
    warnings,
    warn: ({ file, line, column }, reason) => {
      warnings.push({ file, line, column, ruleId: null, reason, expression: null });
    },
    add: ({ file, line, column }, reason, ruleId = null, expression = null) => {
      // The same included file may be read from two places; one fault is enough.
      if (
        faults.some(
          (known) =>
            known.reason === reason &&
            known.line === line &&
            known.column === column &&
            known.file === file &&
            known.ruleId === ruleId,
        )
      )
        return;
      faults.push({ file, line, column, ruleId, reason, expression });
    },
    settle: () => {
      if (faults.length > 0) throw new SchemaRefused(faults);
    },
  };
}
