import type { Check, Pattern, Rule, TextPart } from '../../schematron/model.ts';
import {
  compileCondition,
  compilePattern,
  compileString,
  type PatternBranch,
  type Scope,
} from '../../xpath/compile/index.ts';
import { attempt, contextType, type Emitting, type Lookup, makeScope } from './context.ts';
import type { DocumentVariables } from './document-variables.ts';
import { makeRuleVariables } from './rule-variables.ts';

/** A rule whose JavaScript exists: `js(n, d)` runs its assertions on a node. */
export type EmittedRule = { readonly js: string; readonly branches: readonly PatternBranch[] };
export type EmittedPattern = { readonly rules: readonly EmittedRule[] };

export type RuleEmitter = {
  emitPattern(pattern: Pattern, number: number): EmittedPattern;
  /** All functions emitted so far. */
  lines(): readonly string[];
  /** All assertions emitted so far; their index is their number in the code. */
  checks(): readonly Check[];
};

/** A function with more assertions than this is cut, because engines do not optimise very long functions. */
const CHECKS_IN_A_FUNCTION = 40;

export function makeRuleEmitter(emitting: Emitting, variables: DocumentVariables): RuleEmitter {
  const lines: string[] = [];
  const checks: Check[] = [];
  let localNames = 0;
  let rules = 0;

  const textCode = (parts: readonly TextPart[], scope: Scope, ruleId: string): string =>
    parts
      .map((part) =>
        part.kind === 'literal'
          ? JSON.stringify(part.text)
          : `(${attempt(emitting, part.select, ruleId, "''", (text) => compileString(text, scope))})`,
      )
      .join('+') || "''";

  /** Compiles an assertion; the code is put together when it is known which variables of the rule are used. */
  const compileCheck = (check: Check, scope: Scope): ((locals: readonly string[]) => string) => {
    const number = checks.push(check) - 1;
    const condition = attempt(emitting, check.test, check.id, 'true', (text) => compileCondition(text, scope));
    const text = isFixed(check.text) ? null : textCode(check.text, scope, check.id);
    const diagnostics = check.diagnostics.map((diagnostic) => textCode(diagnostic.text, scope, check.id));
    return (locals) => {
      let more = '';
      if (text !== null || diagnostics.length > 0) {
        const parameters = ['n', 'd', ...locals].join(',');
        if (text !== null) lines.push(`function G${number}(${parameters}){return ${text};}`);
        if (diagnostics.length > 0)
          lines.push(`function W${number}(${parameters}){return [${diagnostics.join(',')}];}`);
        more = `,[${locals.join(',')}],${text === null ? 'null' : `G${number}`}`;
        if (diagnostics.length > 0) more += `,W${number}`;
      }
      return `try{x=${condition}}catch(e){x=e}if(x!==${check.kind === 'assert'})$hit(d,${number},n,x${more});`;
    };
  };

  const emitRule = (rule: Rule, outer: Lookup): EmittedRule => {
    const branches = attempt(emitting, rule.context, rule.checks[0]?.id ?? rule.id, [], (text) =>
      compilePattern(text, makeScope(emitting, 'node', outer)),
    );
    const context = contextType(branches);
    const own = makeRuleVariables(emitting, rule.lets, context, outer, () => `L${++localNames}`);
    const scope = makeScope(emitting, context, own.lookup);
    const compiled = rule.checks.map((check) => compileCheck(check, scope));
    const js = `R${++rules}`;
    const locals = own.names();
    const code = compiled.map((assemble) => assemble(locals));
    const parameters = ['n', 'd', ...locals].join(',');
    const calls: string[] = [];
    let body = code.join('\n');
    if (code.length > CHECKS_IN_A_FUNCTION) {
      for (let start = 0; start < code.length; start += CHECKS_IN_A_FUNCTION) {
        const part = `${js}p${calls.length + 1}`;
        lines.push(
          `function ${part}(${parameters}){let x;\n${code.slice(start, start + CHECKS_IN_A_FUNCTION).join('\n')}\n}`,
        );
        calls.push(`${part}(${parameters});`);
      }
      body = calls.join('\n');
    }
    lines.push(`function ${js}(n,d){let x;\n${[own.declarations(), body].filter(Boolean).join('\n')}\n}`);
    return { js, branches };
  };

  return {
    lines: () => lines,
    checks: () => checks,
    emitPattern: (pattern, number) => {
      const outer = variables.inPattern(number);
      return { rules: pattern.rules.map((rule) => emitRule(rule, outer)) };
    },
  };
}

/** Whether the text is the same for every node; then it stands in the table of assertions. */
const isFixed = (text: readonly TextPart[]): boolean => text.every(({ kind }) => kind === 'literal');

/** The fixed text of an assertion, or null. */
export const fixedText = ({ text }: Check): string | null =>
  isFixed(text) ? text.map((part) => (part.kind === 'literal' ? part.text : '')).join('') : null;
