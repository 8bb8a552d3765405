import { existsSync, readFileSync } from 'node:fs';
import {
  learnNames,
  NamePool,
  parseXml,
  stringValue,
  type XmlDocument,
  type XmlElement,
} from '@e-invoice/schematron/xml';
import {
  compileAs,
  compileCondition,
  compileString,
  makeModuleBuilder,
  Refusal,
  type Scope,
  type VariableBinding,
} from '../../packages/schematron/src/xpath/compile/index.ts';
import { makeRunState, runtime, XPathError } from '../../packages/schematron/src/xpath/runtime/index.ts';
import type { CaseOutcome } from './known.ts';
import { attributeOf, type Environment, type Qt3Case, readQt3 } from './qt3-catalog.ts';

const ANYTHING = { item: 'item', min: 0, max: 'many' } as const;
const NAMESPACES: Readonly<Record<string, string>> = {
  xs: 'http://www.w3.org/2001/XMLSchema',
  fn: 'http://www.w3.org/2005/xpath-functions',
};
const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const names = new NamePool();
const EMPTY = parse('<empty/>');

/** The outcome of an expression: its value, or the code of its error, if it has one. */
type Outcome = { readonly value: unknown } | { readonly error: string | null; readonly words: string };

function parse(text: string | Uint8Array): XmlDocument {
  const parsed = parseXml(typeof text === 'string' ? new TextEncoder().encode(text) : text, { names });
  if (!parsed.ok) throw new Error(parsed.faults[0]?.reason);
  return parsed.document;
}

const documents = new Map<string, XmlDocument | null>();
function open(path: string): XmlDocument | null {
  if (!documents.has(path)) {
    let document: XmlDocument | null = null;
    try {
      if (existsSync(path)) document = parse(readFileSync(path));
    } catch {
      // A document type, an encoding or a size that the engine refuses.
    }
    documents.set(path, document);
  }
  return documents.get(path)!;
}

/** Runs the cases of the suite that apply to XPath 2.0. */
export function runQt3(folder: string): CaseOutcome[] {
  if (!existsSync(`${folder}/catalog.xml`)) return [];
  return readQt3(folder).map((test): CaseOutcome => {
    const { set, name } = test;
    if (test.excluded !== null) return { set, name, outcome: 'excluded', detail: test.excluded };
    const detail = faultOfCase(test);
    return detail === null ? { set, name, outcome: 'passed', detail: '' } : { set, name, outcome: 'failed', detail };
  });
}

/** The difference from the expected result of the case; null if it passes. */
export function faultOfCase({ test, result, environment }: Qt3Case): string | null {
  const files = [...environment.documents.values(), ...(environment.context === null ? [] : [environment.context])];
  const unread = files.find((path) => open(path) === null);
  if (unread !== undefined) return `the document ${unread.split('/').at(-1)} cannot be read`;
  const outcome = evaluate(test, environment);
  const [assertion] = result.children.filter((child): child is XmlElement => child.kind === 1);
  return check(assertion!, outcome, environment);
}

function evaluate(test: string, environment: Environment, extra: Readonly<Record<string, unknown>> = {}): Outcome {
  try {
    return { value: run(environment, extra, (scope) => compileAs(test, ANYTHING, scope).code) };
  } catch (error) {
    if (error instanceof XPathError) return { error: error.code, words: error.message };
    if (error instanceof Refusal) return refusalOf(test, environment, extra, error);
    return { error: 'defect', words: String(error) };
  }
}

/** A static error takes precedence; a missing context item is reported only if the expression has none. */
function refusalOf(
  test: string,
  environment: Environment,
  extra: Readonly<Record<string, unknown>>,
  first: Refusal,
): Outcome {
  const codeOf = ({ reason }: Refusal): string | null => /^([A-Z]{4}\d{4})\b/.exec(reason)?.[1] ?? null;
  if (codeOf(first) === 'XPDY0002') {
    try {
      run(environment, extra, (scope) => compileAs(test, ANYTHING, { ...scope, context: 'node' }).code);
    } catch (error) {
      if (error instanceof Refusal && codeOf(error)?.startsWith('XPST'))
        return { error: codeOf(error), words: error.reason };
    }
  }
  return { error: codeOf(first), words: first.reason };
}

function run(
  environment: Environment,
  extra: Readonly<Record<string, unknown>>,
  compile: (scope: Scope) => string,
): unknown {
  const module = makeModuleBuilder();
  const context = environment.context === null ? null : open(environment.context)!;
  const values: Record<string, unknown> = { ...extra };
  for (const [name, file] of environment.documents) values[name] = [open(file)];
  for (const { name, select } of environment.parameters) {
    const found = evaluate(select, { ...environment, parameters: [] });
    if ('error' in found) throw new Refusal(select, found.words);
    values[name] = found.value;
  }
  const variable = (uri: string, local: string): VariableBinding | undefined =>
    uri === '' && Object.hasOwn(values, local)
      ? { js: `d.values[${JSON.stringify(local)}]`, type: ANYTHING, captures: [] }
      : undefined;
  const scope: Scope = {
    namespaces: { ...NAMESPACES, ...environment.namespaces },
    variable,
    fn: () => undefined,
    key: () => undefined,
    context: context === null ? null : 'document',
    otherTrees: environment.documents.size > 0,
    module,
  };
  const code = compile(scope);
  const make = new Function('rt', 'names', `${module.source()}\nreturn (n, d) => (${code});`);
  const made = make(runtime, names);
  const document = context ?? EMPTY;
  for (const one of [document, ...[...environment.documents.values()].map((path) => open(path)!)]) learnNames(one);
  const state = Object.assign(makeRunState(document, NOW, module.cells()), { values });
  return made(document, state);
}

const BARE: Environment = { namespaces: {}, context: null, documents: new Map(), parameters: [], beyond: null };

const words = (outcome: Outcome): string =>
  'error' in outcome ? `error ${outcome.error}: ${outcome.words}` : 'a value';

/** Whether an XPath over the result is true. */
function holds(condition: string, outcome: { readonly value: unknown }, environment: Environment): string | null {
  try {
    const values = { result: outcome.value };
    return run(environment, values, (scope) => compileCondition(condition, scope)) === true
      ? null
      : `not ${condition.trim().slice(0, 120)}, but ${textOf(outcome)}`;
  } catch (error) {
    return `${condition.slice(0, 120)} ends with ${String(error)}`;
  }
}

function textOf({ value }: { readonly value: unknown }): string {
  try {
    const text = run(BARE, { result: value }, (scope) =>
      compileString('for $item in $result return string($item)', scope),
    );
    return `"${String(text).slice(0, 120)}"`;
  } catch (error) {
    return String(error);
  }
}

function check(assertion: XmlElement, outcome: Outcome, environment: Environment): string | null {
  const children = assertion.children.filter((child): child is XmlElement => child.kind === 1);
  switch (assertion.local) {
    case 'any-of': {
      const faults = children.map((child) => check(child, outcome, environment));
      return faults.includes(null) ? null : faults[0]!;
    }
    case 'all-of':
      return children.map((child) => check(child, outcome, environment)).find((fault) => fault !== null) ?? null;
    case 'not':
      return check(children[0]!, outcome, environment) === null ? 'what must not be' : null;
    case 'error':
      return checkError(attributeOf(assertion, 'code')!, outcome);
  }
  if ('error' in outcome) return words(outcome);
  const text = stringValue(assertion);
  const that = (condition: string): string | null => holds(condition, outcome, environment);
  switch (assertion.local) {
    case 'assert-true':
      return that('count($result) = 1 and $result instance of xs:boolean and $result');
    case 'assert-false':
      return that('count($result) = 1 and $result instance of xs:boolean and not($result)');
    case 'assert-empty':
      return that('empty($result)');
    case 'assert-count':
      return that(`count($result) = ${text}`);
    case 'assert-eq':
      return that(`$result eq (${text})`);
    case 'assert-deep-eq':
      return that(`deep-equal($result, (${text}))`);
    case 'assert-type':
      return that(`$result instance of ${text}`);
    case 'assert':
      return that(text);
    case 'assert-permutation':
      return that(
        `count($result) = count((${text})) and (every $item in $result satisfies count(for $x in $result return if (deep-equal($x, $item)) then 1 else ()) = count(for $x in (${text}) return if (deep-equal($x, $item)) then 1 else ()))`,
      );
    case 'assert-string-value': {
      const normalized = attributeOf(assertion, 'normalize-space') === 'true';
      const shown = "string-join(for $item in $result return string($item), ' ')";
      const quoted = `'${text.replaceAll("'", "''")}'`;
      return normalized ? that(`normalize-space(${shown}) = normalize-space(${quoted})`) : that(`${shown} = ${quoted}`);
    }
    case 'assert-xml':
      return checkXml(assertion, outcome, environment);
  }
  return `the assertion ${assertion.local} is not known`;
}

function checkError(code: string, outcome: Outcome): string | null {
  if (!('error' in outcome)) return `expected ${code}, but ${textOf(outcome)}`;
  if (outcome.error === 'defect') return words(outcome);
  // An error without a code is the refusal of an unsupported construct at compile time.
  return code === '*' || outcome.error === code ? null : `expected ${code}, but ${words(outcome)}`;
}

function checkXml(
  assertion: XmlElement,
  outcome: { readonly value: unknown },
  environment: Environment,
): string | null {
  if (attributeOf(assertion, 'file') !== null) return 'assert-xml with a file is not compared';
  const expected = parse(`<result>${stringValue(assertion)}</result>`);
  learnNames(expected);
  const value = [...expected.root.children];
  const values = { result: outcome.value, expected: value };
  try {
    const same = run(environment, values, (scope) => compileCondition('deep-equal($result, $expected)', scope));
    return same === true ? null : `not the XML expected, but ${textOf(outcome)}`;
  } catch (error) {
    return String(error);
  }
}
