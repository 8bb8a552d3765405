import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { checkArguments, checkOpening } from '../../packages/validator/src/open/check-arguments.ts';
import type { OpenOptions, ValidateOptions } from '../../packages/validator/src/open/options.ts';

const bytes = new Uint8Array();
const check = (options: unknown) => () => checkArguments(bytes, options as ValidateOptions);
const open = (options: unknown) => () => checkOpening(options as OpenOptions);

describe('arguments of validate from untyped programs', () => {
  it.each([
    ['<Invoice/>', 'not a text: new TextEncoder().encode(text)'],
    [new ArrayBuffer(1), 'not ArrayBuffer: new Uint8Array(buffer)'],
    [[60, 97, 62], 'not Array'],
    [new Uint16Array(1), 'not Uint16Array'],
    [null, 'not null'],
    [undefined, 'not undefined'],
  ])('rejects the file %j', (value: unknown, message) => {
    expect(() => checkArguments(value as Uint8Array, {})).toThrow(message);
  });

  it('accepts a Node buffer and bytes from another realm', () => {
    for (const value of [Buffer.from('<a/>'), runInNewContext('new Uint8Array(3)')])
      expect(() => checkArguments(value, {})).not.toThrow();
  });

  it.each([
    [{ asOf: '31.3.2026' }, 'asOf of validate is a day, YYYY-MM-DD, not "31.3.2026"'],
    [{ asOf: '2026-02-31' }, 'asOf of validate is a day'],
    [{ asOf: new Date(0) }, 'not Date'],
    [{ today: 'yesterday' }, 'today of validate is a day'],
    [{ as_of: '2026-03-31' }, 'validate has no option as_of; there are filename, ruleset, asOf'],
    [{ layers: [] }, 'layers of validate is some of XML'],
    [{ layers: ['sk'] }, 'layers of validate is some of XML'],
    [{ layers: 'SK' }, 'layers of validate is some of XML'],
    [{ language: 'de' }, 'language of validate is sk or en, not "de"'],
    [{ cii: true }, 'cii of validate is validate or unsupported, not true'],
    [{ cii: 'on' }, 'cii of validate is validate or unsupported, not "on"'],
    [{ ruleset: 5 }, 'ruleset of validate is a text such as'],
    [{ constructor: 1 }, 'no option constructor'],
    ['en', 'options as an object, not "en"'],
    [null, 'options as an object, not null'],
  ])('rejects options that would otherwise be ignored: %j', (options, message) => {
    expect(check(options)).toThrow(TypeError);
    expect(check(options)).toThrow(message);
  });

  it('accepts undefined options', () => {
    expect(
      check({
        asOf: undefined,
        cii: 'unsupported',
        ruleset: 'peppol-bis-3',
        layers: ['SK'],
        language: 'en',
        compare: '2026-01-01',
      }),
    ).not.toThrow();
  });
});

it.each([
  [{ limits: { maxBytes: 10 } }, 'limits of openValidator is numbers by the names bytes, depth'],
  [{ limits: { bytes: '10 MB' } }, 'limits of openValidator'],
  [{ rules: [] }, 'rules of openValidator is modules of rules'],
  [{ rules: [{ default: {} }] }, 'rules of openValidator is modules of rules'],
  [{ rules: [import('../../packages/validator/src/issues/index.ts')] }, 'rules of openValidator is modules of rules'],
  [{ sha256: 'fast' }, 'sha256 of openValidator is a function'],
  [{ ruleset: 'en16931' }, 'openValidator has no option ruleset; there are rules, limits, sha256'],
])('openValidator rejects %j', (options, message) => {
  expect(open(options)).toThrow(message);
});
