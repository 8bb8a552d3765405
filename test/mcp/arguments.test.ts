import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectClient, type OpenAssistant, openAssistant } from './open-assistant.ts';

type FieldError = { pointer: string; code: string; detail: string; expected: Record<string, unknown> };

let assistant: OpenAssistant;
beforeAll(async () => {
  assistant = await openAssistant();
});
afterAll(() => assistant.close());

describe.each(['2025', '2026'] as const)(
  'invalid arguments are a result visible to the model, revision of %s',
  (revision) => {
    let client: Client;
    beforeAll(async () => {
      client = await connectClient(assistant.url, revision, assistant.keys.developer);
    });
    afterAll(() => client.close());

    /** Problem in the result of a call; the client throws protocol errors. */
    const errorsOf = async (name: string, args: Record<string, unknown>): Promise<FieldError[]> => {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: args });
      expect([isError, structuredContent]).toEqual([true, undefined]);
      return (JSON.parse((content as { text: string }[])[0]!.text) as { errors: FieldError[] }).errors;
    };

    it.each<[string, Record<string, unknown>, [pointer: string, code: string, expected: Record<string, unknown>][]]>([
      [
        'verify_vat',
        { number: 'x' },
        [
          ['/number', 'field_unknown', { properties: ['vat'] }],
          ['/vat', 'missing', { type: 'string', examples: ['SK2020317068'] }],
        ],
      ],
      ['verify_vat', { vat: 2020317068 }, [['/vat', 'wrong_type', { type: 'string' }]]],
      ['verify_vat', { vat: '' }, [['/vat', 'too_short', { type: 'string', minLength: 1 }]]],
      ['validate_peppol_xml', {}, [['/xml', 'missing', { type: 'string' }]]],
      ['validate_peppol_xml', { xml: '<a/>', layers: 'UBL' }, [['/layers', 'wrong_type', { type: 'array' }]]],
      ['validate_peppol_xml', { xml: '<a/>', as_of: 'today' }, [['/as_of', 'bad_format', { format: 'date' }]]],
      ['get_peppol_rule', { ruleId: ['BR-01'] }, [['/ruleId', 'wrong_type', { type: 'string' }]]],
      [
        'get_peppol_rule',
        { rule_id: 'BR-01' },
        [
          ['/ruleId', 'missing', {}],
          ['/rule_id', 'field_unknown', {}],
        ],
      ],
      ['search_peppol_rules', { query: 'x', limit: '5' }, [['/limit', 'wrong_type', { type: 'integer', maximum: 50 }]]],
      [
        'search_peppol_rules',
        { query: 'x', layer: 'PEPOL' },
        [['/layer', 'not_allowed', { enum: expect.arrayContaining(['PEPPOL']) }]],
      ],
      ['lookup_peppol_participant', { participant: null }, [['/participant', 'wrong_type', { type: 'string' }]]],
      ['preflight_invoice', { xml: 5 }, [['/xml', 'wrong_type', { type: 'string' }]]],
    ])('%s %j', async (name, args, expected) => {
      const errors = await errorsOf(name, args);
      const inOrder = errors.toSorted((a, b) => (a.pointer < b.pointer ? -1 : 1));
      expect(inOrder.map(({ pointer, code }) => [pointer, code])).toEqual(
        expected.map(([pointer, code]) => [pointer, code]),
      );
      for (const [index, [, , described]] of expected.entries()) {
        expect(inOrder[index]!.expected).toMatchObject(described);
        expect(inOrder[index]!.detail).not.toBe('');
      }
    });

    it('preview_invoice: names missing fields of the draft and of its lines', async () => {
      const missing = await errorsOf('preview_invoice', { invoice: {} });
      expect(missing.map(({ pointer }) => pointer)).toContain('/invoice/sellerDic');
      const lines = await errorsOf('preview_invoice', { invoice: { lines: [{ vatRate: { percent: 23 } }] } });
      expect(lines.find(({ pointer }) => pointer === '/invoice/lines/0/description')).toMatchObject({
        code: 'missing',
      });
    });

    it('an unknown tool is a protocol error', async () => {
      await expect(client.callTool({ name: 'rm', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    });

    it('valid arguments work after invalid ones', async () => {
      await errorsOf('get_peppol_rule', {});
      const { isError } = await client.callTool({ name: 'get_peppol_rule', arguments: { ruleId: 'BR-01' } });
      expect(isError).toBeFalsy();
    });
  },
);
