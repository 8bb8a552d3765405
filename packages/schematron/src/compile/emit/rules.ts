import type { Check, Pattern, Property, Rule, TextPart } from '../../schematron/model.ts';
import {
  compileAs,
  compileCondition,
  compilePattern,
  compileString,
  type PatternBranch,
  type Scope,
} from '../../xpath/compile/index.ts';
import { attempt, contextType, type Emitting, type Lookup, makeScope } from './context.ts';
import type { DocumentVariables } from './document-variables.ts';
import { ANYTHING } from './let.ts';
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

/** @param reporting whether the code also tells which rules fired, and properties */
export function makeRuleEmitter(emitting: Emitting, variables: DocumentVariables, reporting: boolean): RuleEmitter {
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

  const propertyCode = ({ text }: Property, scope: Scope, ruleId: string): string => {
    const parts = text.map((part) =>
      part.kind !== 'copy'
        ? textCode([part], scope, ruleId)
        : `...${attempt(emitting, part.select, ruleId, '[]', (select) => compileAs(select, NODES, scope).code)}`,
    );
    return `[${parts.join(',')}]`;
  };

  /** Compiles an assertion; the code is put together when it is known which variables of the rule are used. */
  const compileCheck = (check: Check, scope: Scope): ((locals: readonly string[]) => string) => {
    const number = checks.push(check) - 1;
    const condition = attempt(emitting, check.test, check.id, 'true', (text) => compileCondition(text, scope));
    const text = isFixed(check.text) ? null : textCode(check.text, scope, check.id);
    const diagnostics = check.diagnostics.map((diagnostic) => textCode(diagnostic.text, scope, check.id));
    const properties = reporting ? check.properties.map((property) => propertyCode(property, scope, check.id)) : [];
    return (locals) => {
      let more = '';
      if (text !== null || diagnostics.length > 0 || properties.length > 0) {
        const parameters = ['n', 'd', ...locals].join(',');
        if (text !== null) lines.push(`function G${number}(${parameters}){return ${text};}`);
        if (diagnostics.length > 0)
          lines.push(`function W${number}(${parameters}){return [${diagnostics.join(',')}];}`);
        more = `,[${locals.join(',')}],${text === null ? 'null' : `G${number}`}`;
        if (properties.length > 0) lines.push(`function P${number}(${parameters}){return [${properties.join(',')}];}`);
        if (diagnostics.length > 0) more += `,W${number}`;
        else if (properties.length > 0) more += ',null';
        if (properties.length > 0) more += `,P${number}`;
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
    const fired = reporting ? `$fired(d,${rules - 1},n);` : '';
    lines.push(`function ${js}(n,d){let x;\n${[fired, own.declarations(), body].filter(Boolean).join('\n')}\n}`);
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

const NODES = { ...ANYTHING, item: 'node' } as const;

/** Whether the text is the same for every node; then it stands in the table of assertions. */
const isFixed = (text: readonly TextPart[]): boolean => text.every(({ kind }) => kind === 'literal');

/** The fixed text of an assertion, or null. */
export const fixedText = ({ text }: Check): string | null =>
  isFixed(text) ? text.map((part) => (part.kind === 'literal' ? part.text : '')).join('') : null;
