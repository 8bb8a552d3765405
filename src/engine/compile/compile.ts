import { NamePool } from '../../xml/index.ts';
import { instantiate } from '../run/pack.ts';
import { makeRunnable, type RunnablePack } from '../run/run.ts';
import type { SchematronSource } from '../schematron/source-files.ts';
import { compileSchematron } from './compile-schema.ts';
import type { RuleIndexEntry } from './rule-index.ts';

/** Compiled rules: ready to run, and as code that can be kept and loaded elsewhere. */
export type Rules = RunnablePack & { readonly code: string; readonly index: readonly RuleIndexEntry[] };

/**
 * Compiles an ISO Schematron schema (ISO/IEC 19757-3, query bindings xslt, xslt2, xslt3).
 *
 * @param names shared by rules that are applied together: documents are then read and walked once
 * @throws SchemaRefused with file, line, rule id and reason of everything that cannot be compiled
 */
export function compile(source: SchematronSource, names = new NamePool()): Rules {
  const { code, rules } = compileSchematron(source);
  return { ...makeRunnable(instantiate(code, names), names), code, index: rules };
}
