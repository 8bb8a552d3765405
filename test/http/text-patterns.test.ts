import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { toFieldErrors, WITH_INPUT } from '../../src/http/problems/field-errors.ts';
import { namePattern } from '../../src/http/schemas/text-patterns.ts';

/** All patterns of the contract without a format. */
function patternsOf(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found;
  const { pattern, format } = schema as { pattern?: unknown; format?: unknown };
  if (typeof pattern === 'string' && format === undefined) found.add(pattern);
  for (const part of Object.values(schema)) patternsOf(part, found);
  return found;
}

const contract: unknown = JSON.parse(readFileSync(new URL('../contract/openapi.json', import.meta.url), 'utf8'));

it.each([...patternsOf(contract)])('the pattern %s has a description in both languages', (pattern) => {
  const words = namePattern(String(new RegExp(pattern)));
  expect(words).not.toBeNull();
  for (const text of Object.values(words!)) expect(text).not.toMatch(/[\\^$]/);
});

it('a pattern without a description is not shown in errors', () => {
  const { error } = z.string().regex(/^x+$/).safeParse('y', WITH_INPUT);
  const [fieldError] = toFieldErrors('body', error!);
  expect(fieldError).toMatchObject({ code: 'bad_format', detail: { en: expect.not.stringContaining('x+') } });
});
