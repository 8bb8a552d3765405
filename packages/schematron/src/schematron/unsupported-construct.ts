import type { SourcePosition } from './model.ts';

/** A construct of a schema that the compiler does not support. */
export type Fault = SourcePosition & {
  /** Id of the assertion that contains it, if any. */
  readonly ruleId: string | null;
  readonly reason: string;
  /** The expression, if the fault is in one. */
  readonly expression: string | null;
};

const line = (fault: Fault): string =>
  `${fault.file}:${fault.line}:${fault.column} ${fault.ruleId === null ? '' : `[${fault.ruleId}] `}${fault.reason}` +
  (fault.expression === null ? '' : `: ${fault.expression.replace(/\s+/g, ' ').slice(0, 300)}`);

/** Thrown for a schema that does not compile, with every reason. A pack with one refused rule does not load. */
export class SchemaRefused extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(`${faults.length} part(s) of the schema cannot be compiled\n${faults.map(line).join('\n')}`);
    this.name = 'SchemaRefused';
    this.faults = faults;
  }
}

/** Collects faults, so that one run reports all of them. */
export type Faults = {
  add(place: SourcePosition, reason: string, ruleId?: string | null, expression?: string | null): void;
  /** Records a construct that is ignored, as in other processors. */
  warn(place: SourcePosition, reason: string): void;
  readonly warnings: readonly Fault[];
  /** Throws `SchemaRefused` if there are faults. */
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
      // The same included file may be read from two places; report the fault once.
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
