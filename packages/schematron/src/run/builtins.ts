import type { XmlNode } from '../xml/index.ts';
import { XPathError } from '../xpath/runtime/index.ts';
import type { PropertyPart } from './finding.ts';
import type { Marks, PackRun } from './pack-module.ts';

/** Maps a dynamic error to the code and message of a finding; any other error is a defect and is thrown again. */
function undeterminedBy(error: unknown, ruleId: string): { code: string; message: string } {
  if (error instanceof XPathError) return { code: error.code, message: error.message };
  if (error instanceof RangeError) return { code: 'FOER0000', message: `beyond a limit: ${error.message}` };
  throw new Error(`rule ${ruleId} could not be evaluated`, { cause: error });
}

/** Evaluated on the node of a finding, with the variables of its rule. */
type Late<T> = (node: XmlNode, run: PackRun, ...locals: (() => unknown)[]) => T;

/** The result of `make`, or the message of the dynamic error that it threw. */
function written<T>(make: () => T, ruleId: string, wrap: (words: string) => T): T {
  try {
    return make();
  } catch (error) {
    const { code, message } = undeterminedBy(error, ruleId);
    return wrap(`[${code}] ${message}`);
  }
}

/**
 * Records a failed assertion or a successful report (`outcome` is the boolean), or an assertion that could not be
 * evaluated (`outcome` is the thrown error). Texts are created lazily.
 */
export function hit(
  run: PackRun,
  number: number,
  node: XmlNode,
  outcome: unknown,
  locals: (() => unknown)[] = [],
  message: Late<string> | null = null,
  diagnostics: Late<string[]> | null = null,
  properties: Late<PropertyPart[][]> | null = null,
  marks: Late<Marks> | null = null,
): void {
  if (!isInside(node, run)) return;
  const [ruleId, kind, flag, role, text] = run.checks[number]!;
  run.findings.push({
    check: number,
    ruleId,
    flag,
    role,
    ...(marks !== null && computed(() => marks(node, run, ...locals), ruleId)),
    kind,
    node,
    document: run.address === null ? null : { address: run.address, tree: run.document },
    undetermined: typeof outcome === 'boolean' ? null : undeterminedBy(outcome, ruleId),
    text: () =>
      message === null
        ? (text ?? '')
        : written(
            () => message(node, run, ...locals),
            ruleId,
            (words) => words,
          ),
    diagnostics: () =>
      written(
        () => diagnostics?.(node, run, ...locals) ?? [],
        ruleId,
        (words) => [words],
      ),
    properties: () =>
      written(
        () => properties?.(node, run, ...locals) ?? [],
        ruleId,
        (words) => [[words]],
      ),
  });
}

/** Records that a rule matched a node. */
export function fired(run: PackRun, rule: number, node: XmlNode, marks: (() => Marks) | null = null): void {
  if (!isInside(node, run)) return;
  const { address, findings } = run;
  run.fired.push({ rule, node, findings: findings.length, address, marks: marks === null ? {} : computed(marks, '') });
}

const computed = (make: () => Marks, ruleId: string): Marks =>
  written(make, ruleId, (words) => ({ flag: words, role: words }));

/** Whether the phase applies to a node (`phase/@from`): the matching nodes and their descendants. */
function isInside(node: XmlNode, run: PackRun): boolean {
  if (run.from === null) return true;
  for (let at: XmlNode | null = node; at !== null; at = at.parent) if (run.from(at, run)) return true;
  return false;
}

/** A rule context whose evaluation fails does not match (XSLT 3.0, section 5.5.4). */
export function noMatch(error: unknown): false {
  if (error instanceof XPathError) return false;
  throw error;
}

/** Throws for a variable that another phase defines. */
export function notInPhase(name: string): never {
  throw new XPathError('XPST0008', `$${name} is not defined in this phase`);
}
