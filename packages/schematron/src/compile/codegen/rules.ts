import { quote } from '../../javascript.ts';
import type { Check, Marks, Pattern, Property, Rule, Source, TextPart } from '../../schematron/model.ts';
import {
  compileAs,
  compileCondition,
  compileExpression,
  compilePattern,
  compileString,
  type ItemType,
  type PatternBranch,
  type Scope,
} from '../../xpath/compile/index.ts';
import { attempt, contextType, type Emitting, type Lookup, makeScope } from './context.ts';
import type { DocumentVariables } from './document-variables.ts';
import { ANYTHING } from './let.ts';
import { makeRuleVariables } from './rule-variables.ts';

/** A compiled rule: `js(n, d)` runs its assertions on a node. */
type EmittedRule = {
  readonly js: string;
  readonly branches: readonly PatternBranch[];
  /** First assertion number, and the number after the last one. */
  readonly checks: readonly [number, number];
};
export type EmittedPattern = {
  readonly rules: readonly EmittedRule[];
  /** The function that returns the addresses of the documents to validate; null for the main document. */
  readonly documents: string | null;
  /** First assertion number, and the number after the last one. */
  readonly checks: readonly [number, number];
};

type RuleEmitter = {
  emitPattern(pattern: Pattern, number: number): EmittedPattern;
  lines(): readonly string[];
  /** All assertions emitted so far; the index is the assertion number in the generated code. */
  checks(): readonly Check[];
};

/** Functions with more assertions are split, because JavaScript engines do not optimise very long functions. */
const CHECKS_IN_A_FUNCTION = 40;

/** @param reporting whether the generated code also records fired rules and properties */
export function makeRuleEmitter(emitting: Emitting, variables: DocumentVariables, reporting: boolean): RuleEmitter {
  const lines: string[] = [];
  const checks: Check[] = [];
  let localNames = 0;
  let rules = 0;

  const textCode = (parts: readonly TextPart[], scope: Scope, ruleId: string): string =>
    parts
      .map((part) =>
        part.kind === 'literal'
          ? quote(part.text)
          : `(${attempt(emitting, part.select, ruleId, "''", scope, compileString)})`,
      )
      .join('+') || "''";

  const propertyCode = ({ text, role }: Property, scope: Scope, ruleId: string): string => {
    const parts = text.map((part) =>
      part.kind !== 'copy'
        ? textCode([part], scope, ruleId)
        : `...${attempt(emitting, part.select, ruleId, '[]', scope, (select, at) => compileAs(select, NODES, at).code)}`,
    );
    if (role !== null) parts.push(`{role:${textCode(role, scope, ruleId)}}`);
    return `[${parts.join(',')}]`;
  };

  const marksCode = ({ flag, role }: Marks, scope: Scope, ruleId: string): string | null => {
    const codes = Object.entries({ flag, role }).flatMap(([name, template]) =>
      template === undefined ? [] : [`${name}:${textCode(template, scope, ruleId)}`],
    );
    return codes.length === 0 ? null : `{${codes.join(',')}}`;
  };

  /** Compiles an assertion. The returned function emits the code once the used rule variables are known. */
  const compileCheck = (check: Check, scope: Scope, visits: boolean): ((locals: readonly string[]) => string) => {
    const number = checks.push(check) - 1;
    const condition = attempt(emitting, check.test, check.id, 'true', scope, compileCondition);
    const text = isFixed(check.text) ? null : textCode(check.text, scope, check.id);
    const diagnostics = check.diagnostics.map((diagnostic) => textCode(diagnostic.text, scope, check.id));
    const properties = reporting ? check.properties.map((property) => propertyCode(property, scope, check.id)) : [];
    const marks = marksCode(check.computed, scope, check.id);
    return (own) => {
      let more = '';
      // Pass the matched node on like a variable: a finding is reported at the node the rule matched, not at the
      // visited item.
      const locals = visits ? [...own, 'n'] : own;
      if (text !== null || diagnostics.length > 0 || properties.length > 0 || marks !== null) {
        const parameters = [visits ? 'm' : 'n', 'd', ...locals].join(',');
        if (text !== null) lines.push(`function G${number}(${parameters}){return ${text};}`);
        if (diagnostics.length > 0)
          lines.push(`function W${number}(${parameters}){return [${diagnostics.join(',')}];}`);
        more = `,[${locals.join(',')}],${text === null ? 'null' : `G${number}`}`;
        if (properties.length > 0) lines.push(`function P${number}(${parameters}){return [${properties.join(',')}];}`);
        if (marks !== null) lines.push(`function K${number}(${parameters}){return ${marks};}`);
        const late = [
          diagnostics.length > 0 ? `W${number}` : 'null',
          properties.length > 0 ? `P${number}` : 'null',
          marks === null ? 'null' : `K${number}`,
        ];
        while (late.at(-1) === 'null') late.pop();
        more += late.map((name) => `,${name}`).join('');
      }
      const node = visits ? 'm' : 'n';
      return `try{x=${condition}}catch(e){x=e}if(x!==${check.kind === 'assert'})$hit(d,${number},${node},x${more});`;
    };
  };

  const emitRule = (rule: Rule, outer: Lookup): EmittedRule => {
    const ruleId = rule.checks[0]?.id ?? rule.id;
    const none: readonly PatternBranch[] = [];
    const matching = makeScope(emitting, 'node', outer);
    const branches = attempt(emitting, rule.context, ruleId, none, matching, compilePattern);
    const matched = contextType(branches);
    const visited = rule.visitEach === null ? null : compileVisited(rule.visitEach, ruleId, matched, outer);
    const context = visited?.item ?? matched;
    const own = makeRuleVariables(emitting, rule.lets, context, outer, () => `L${++localNames}`, visited === null);
    const scope = { ...makeScope(emitting, context, own.lookup), isMain: visited === null };
    const first = checks.length;
    const compiled = rule.checks.map((check) => compileCheck(check, scope, visited !== null));
    const js = `R${++rules}`;
    const locals = own.names();
    const code = compiled.map((assemble) => assemble(locals));
    const parameters = ['n', 'd', ...(visited === null ? [] : ['m']), ...locals].join(',');
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
    const marks = marksCode(rule.computed, makeScope(emitting, matched, outer), ruleId);
    const fired = reporting ? `$fired(d,${rules - 1},n${marks === null ? '' : `,()=>(${marks})`});` : '';
    const inside = [own.declarations(), body].filter(Boolean).join('\n');
    if (visited === null) lines.push(`function ${js}(n,d){let x;\n${fired === '' ? '' : `${fired}\n`}${inside}\n}`);
    else {
      const failed = `for(let i=${first};i<${checks.length};i++)$hit(d,i,n,e);return;`;
      lines.push(
        `function ${js}v(n,d,m){let x;\n${inside}\n}`,
        `function ${js}(n,d){let v;${fired}try{v=${visited.code}}catch(e){${failed}}for(const i of v)${js}v(i,d,n);}`,
      );
    }
    return { js, branches, checks: [first, checks.length] };
  };

  /** The items that a rule visits from the matched node: the item type and the code of the list. */
  const compileVisited = (source: Source, ruleId: string, matched: ItemType, outer: Lookup) => {
    const scope = makeScope(emitting, matched, outer);
    return attempt(emitting, source, ruleId, { item: 'item', code: '[]' } as const, scope, (text, at) => {
      const { item } = compileExpression(text, at).type;
      const each = item === 'empty' ? ANYTHING : ({ ...ANYTHING, item } as const);
      return { item: each.item, code: compileAs(text, each, at).code };
    });
  };

  return {
    lines: () => lines,
    checks: () => checks,
    emitPattern: (pattern, number) => {
      const outer = variables.inPattern(number);
      const from = checks.length;
      const emitted = pattern.rules.map((rule) => emitRule(rule, outer));
      const documents = pattern.documents === null ? null : addressCode(emitting, pattern.documents, variables.globals);
      return { rules: emitted, documents, checks: [from, checks.length] };
    },
  };
}

/**
 * Emits a function that evaluates an expression to texts on the document (`pattern/@documents`); returns its name.
 */
function addressCode(emitting: Emitting, source: Source, globals: Lookup): string {
  const scope = makeScope(emitting, 'document', globals);
  const type = { ...ANYTHING, item: 'string' } as const;
  const code = attempt(emitting, source, null, '[]', scope, (text, at) => compileAs(text, type, at).code);
  return emitting.module.define(['n', 'd'], `return ${code};`);
}

const NODES = { ...ANYTHING, item: 'node' } as const;

/** Whether the text is the same for every node; if so, it is stored in the assertion table. */
const isFixed = (text: readonly TextPart[]): boolean => text.every(({ kind }) => kind === 'literal');

/** The fixed text of an assertion, or null when it depends on the node. */
export const fixedText = ({ text }: Check): string | null =>
  isFixed(text) ? text.map((part) => (part.kind === 'literal' ? part.text : '')).join('') : null;
