/**
 * Single mistakes in valid invoices made from seeds: the true cause comes first or second, the corrections include
 * the original value, and no correction that changes money is proven. `FAULT_SEEDS=200 npx vitest run
 * test/validation/root-causes/single-faults.test.ts` runs more seeds.
 */
import type { FileResult, PatchEdit } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { casesOf } from '../../support/cases.ts';
import { add, attribute, find, type Mutation, mutate, type Part, remove, text } from '../../support/invoice-builder.ts';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './file-validator.ts';
import { makeRandom, makeRandomInvoice } from './random-invoice.ts';
import { type Fault, faults } from './single-faults.ts';

const SEEDS = Number(process.env.FAULT_SEEDS ?? casesOf(4, 1));
const isPrinted = process.env.FAULT_SEEDS !== undefined;

let validate: ValidateFile;

beforeAll(async () => {
  validate = await makeFileValidator();
});

/** Applies a patch with an independent XPath reader. */
function carryOut(xml: string, patch: readonly PatchEdit[]): string {
  const mutations = patch.map(({ op, xpath, before, after }): Mutation => {
    const [, path = '', name] = /^\/[^/]+\/(.*?)(?:\/@(.*))?$/.exec(xpath) ?? [];
    if (op === 'move') return () => {};
    if (name !== undefined) return attribute(path, name, op === 'remove' ? null : after);
    if (op === 'remove') return remove(path);
    if (op === 'insert') return add(path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '', after ?? '');
    if (before?.startsWith('<') === true) {
      return (document) => {
        find(document, path).name = (after ?? '').slice(1, -1);
      };
    }
    return text(path, after ?? '');
  });
  return mutate(xml, ...mutations);
}

/** The values of a document with their paths, in sorted order, for comparison. */
function textIn(xml: string): string {
  const elements: string[] = [];
  mutate(xml, (document) => {
    const read = (part: Part, path: string): void => {
      const own = [...part.attributes].filter(([name]) => !name.startsWith('xmlns')).sort();
      elements.push(`${path} ${own.map(([name, value]) => `${name}=${value}`).join(' ')} ${part.text.trim()}`);
      let lines = 0;
      for (const child of part.children) {
        if (child.name.endsWith('Line')) lines += 1;
        read(child, `${path}/${child.name}${child.name.endsWith('Line') ? lines : ''}`);
      }
    };
    read(document, '');
  });
  return elements.sort().join('\n');
}

type Outcome = { readonly isNamed: boolean; readonly isRestored: boolean; readonly wrong: readonly string[] };

function tryOut({ causes }: Fault, xml: string, damaged: string): Outcome & { readonly result: FileResult } {
  const result = validate(damaged);
  const wrong = faultsOfCauses(result);
  const corrections = result.root_causes.flatMap((cause) => cause.corrections);
  const original = textIn(xml);
  const isRestored = corrections.some(({ patch }) => textIn(carryOut(damaged, patch)) === original);
  for (const { patch, makes_valid } of corrections) {
    if (patch.some(({ op }) => op === 'move')) continue;
    const after = validate(carryOut(damaged, patch));
    const before = new Set(result.issues.map(({ rule_id }) => rule_id));
    const isWorse = after.issues.some(({ level, rule_id }) => level === 'fatal' && !before.has(rule_id));
    // The reader appends inserted elements at the end, so the order of elements is ignored here.
    const isOrder = after.issues.some(({ rule_id }) => rule_id === 'UBL-STRUCTURE-ELEMENT-MISPLACED');
    if (!isOrder && (isWorse || (makes_valid && !after.valid))) wrong.push('a correction brings a fatal issue');
  }
  const isNamed = result.root_causes.slice(0, 2).some(({ id }) => causes.includes(id));
  return { isNamed, isRestored, wrong, result };
}

describe('single mistakes', () => {
  it('cover at least 25 kinds, and the invoices are valid before', () => {
    expect(faults.length).toBeGreaterThanOrEqual(25);
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const { valid, warning_count, issues } = validate(makeRandomInvoice(seed));
      expect({ valid, warning_count, issues }).toMatchObject({ valid: true, warning_count: 0 });
    }
  });

  it('are named first or second in 95 of 100 cases, and undone by a correction in 90 of 100 where possible', () => {
    const count = { tried: 0, named: 0, deterministic: 0, restored: 0 };
    const wrong: string[] = [];
    const missed: string[] = [];
    for (const [index, fault] of faults.entries()) {
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        const xml = makeRandomInvoice(seed * 100 + index);
        const damaged = fault.put(xml, makeRandom(seed * 7_919 + index));
        if (damaged === null || validate(damaged).valid) continue;
        const outcome = tryOut(fault, xml, damaged);
        wrong.push(...outcome.wrong.map((what) => `${fault.kind} (${seed}): ${what}`));
        count.tried += 1;
        if (outcome.isNamed) count.named += 1;
        if (fault.isDeterministic) count.deterministic += 1;
        if (fault.isDeterministic && outcome.isRestored) count.restored += 1;
        if (!outcome.isNamed || (fault.isDeterministic && !outcome.isRestored)) {
          const titles = outcome.result.root_causes.map(
            ({ id, corrections }) => `${id} [${corrections.map(({ title }) => title.en).join(' | ')}]`,
          );
          missed.push(
            `${fault.kind} (${seed}) ${outcome.isNamed ? 'not restored' : 'not named'}: ${titles.join('; ')}`,
          );
        }
      }
    }
    if (isPrinted) console.log(JSON.stringify(count), `\n${missed.join('\n')}`);
    expect(wrong).toEqual([]);
    expect(count.tried).toBeGreaterThan(faults.length * SEEDS * 0.5);
    expect(count.named / count.tried).toBeGreaterThanOrEqual(0.95);
    expect(count.restored / count.deterministic).toBeGreaterThanOrEqual(0.9);
  });
});
