import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nearestName } from '../../src/lib/nearest-name.ts';
import { fieldsAt, withoutNulls } from '../../src/lib/schema-fields.ts';

const schema = z.strictObject({
  needed: z.string(),
  absent: z.string().optional(),
  filled: z.number().default(3),
  known: z.string().nullish(),
  anything: z.unknown().optional(),
  free: z.record(z.string(), z.unknown()).optional(),
  inner: z.strictObject({ street: z.string().optional() }).optional(),
  lines: z.array(z.strictObject({ unit: z.string().optional(), price: z.string() })).max(10),
});

describe('an optional field that is null', () => {
  const cleaned = (value: unknown): unknown => withoutNulls(schema, value);

  it('is removed at every depth', () => {
    expect(
      cleaned({ absent: null, filled: null, lines: [{ unit: null, price: '1' }], inner: { street: null } }),
    ).toEqual({
      lines: [{ price: '1' }],
      inner: {},
    });
    expect(schema.parse(cleaned({ needed: 'a', absent: null, filled: null, lines: [] }))).toEqual({
      needed: 'a',
      filled: 3,
      lines: [],
    });
  });

  it('remains where null is a valid value, where the field is required, and where the schema does not define it', () => {
    const value = { needed: null, known: null, anything: null, free: { a: null }, other: null, lines: [null] };
    expect(cleaned(value)).toBe(value);
    expect(cleaned(null)).toBe(null);
    expect(cleaned([null])).toEqual([null]);
  });

  it('does not affect fields in free-form objects', () => {
    const value = JSON.parse('{"__proto__":{"a":1},"constructor":null,"absent":null}') as object;
    const left = cleaned(value) as object;
    expect(Object.keys(left)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(left)).toBe(Object.prototype);
  });
});

it('lists the fields at a path', () => {
  expect(fieldsAt(schema, ['lines', 3])).toEqual(['unit', 'price']);
  expect(fieldsAt(schema, ['inner'])).toEqual(['street']);
  expect(fieldsAt(schema, [])).toContain('lines');
  for (const path of [['free'], ['constructor'], ['needed'], ['lines', 0, 'unit', 'x']])
    expect(fieldsAt(schema, path)).toEqual([]);
});

it('suggests the nearest name, ignoring case, at most two edits away', () => {
  expect(nearestName('FileName', ['files', 'filename'])).toBe('filename');
  expect(nearestName('sellerNmae', ['sellerDic', 'sellerName'])).toBe('sellerName');
  expect(nearestName('rules', ['filename'])).toBe('');
});
