import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsOfModule from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { writeOpenApi } from '../../src/composition/api.ts';

// Requirements of linters and of code generators for other languages.

type Part = { readonly [name: string]: unknown };
type Found = { readonly at: string; readonly part: Part };

const contract = JSON.parse(writeOpenApi()) as Part & {
  readonly info: Part;
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly tags: readonly string[] }>>>>;
  readonly components: { readonly schemas: Part };
};

const step = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Every object of the contract with its JSON pointer, except the content of examples. */
function partsOf(value: unknown, at = ''): Found[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value)
    .filter(([name]) => name !== 'example')
    .flatMap(([name, member]) => partsOf(member, `${at}/${step(name)}`));
  return Array.isArray(value) ? inner : [{ at, part: value as Part }, ...inner];
}

const parts = partsOf(contract);

describe('portability of the contract', () => {
  it('declares each tag with a description, and uses each tag', () => {
    const declared = contract.tags.map(({ name }) => name);
    const used = Object.values(contract.paths).flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags));
    expect([...new Set(used)].sort()).toEqual(declared.toSorted());
    expect(contract.tags.filter(({ description = '' }) => description === '')).toEqual([]);
  });

  it('names the contact and the licence', () => {
    expect(contract.info).toMatchObject({
      contact: { name: expect.any(String) },
      license: { name: expect.any(String) },
    });
  });

  it('names schemas with valid type names', () => {
    const names = Object.keys(contract.components.schemas);
    expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(50);
  });

  it('does not forbid additional properties next to a reference, which would forbid those of the reference', () => {
    const outside = parts.filter(
      ({ part }) => ('$ref' in part || 'allOf' in part) && part.additionalProperties === false,
    );
    expect(outside.map(({ at }) => at)).toEqual([]);
  });

  it('has no recursive schema, which some generators do not support', () => {
    const refersTo = new Map(
      Object.entries(contract.components.schemas).map(([name, schema]) => [
        name,
        partsOf(schema).flatMap(({ part }) => (typeof part.$ref === 'string' ? part.$ref.split('/').at(-1)! : [])),
      ]),
    );
    const reaches = (from: string, target: string, seen = new Set<string>()): boolean =>
      (refersTo.get(from) ?? []).some((next) => {
        if (next === target) return true;
        if (seen.has(next)) return false;
        seen.add(next);
        return reaches(next, target, seen);
      });
    expect([...refersTo.keys()].filter((name) => reaches(name, name))).toEqual([]);
  });

  it('uses only portable regular expressions: no Unicode properties, no language-specific escapes, no lookaround', () => {
    const patterns = parts.flatMap(({ part }) => (typeof part.pattern === 'string' ? part.pattern : []));
    expect(patterns.filter((pattern) => /\\[pPuck]|\(\?[=!<]/.test(pattern))).toEqual([]);
    expect(patterns.length).toBeGreaterThan(20);
  });

  it('has examples that match their schemas', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    const addFormats = addFormatsOfModule as unknown as (to: Ajv2020) => void;
    addFormats(ajv);
    ajv.addSchema(contract, 'contract');
    const shown = parts.filter(({ part }) => 'example' in part);
    const faults = shown.flatMap(({ at, part }) => {
      const check = ajv.getSchema(`contract#${at}${'schema' in part ? '/schema' : ''}`);
      return check?.(part.example) === true ? [] : [`${at}: ${ajv.errorsText(check?.errors)}`];
    });
    expect(faults).toEqual([]);
    expect(shown.length).toBeGreaterThan(50);
  });
});
