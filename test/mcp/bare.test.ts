import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { EXAMPLE_DRAFT } from '../../src/modules/drafts/http/preview-schemas.ts';
import { call, type OpenAssistant, openAssistant, post } from './open-assistant.ts';

const INVOICE = readFileSync(new URL('../golden/wrong-amount-due/invoice.xml', import.meta.url), 'utf8');

/** Daily limit of validations without a key: more than the tests before the one that reaches it use. */
const DAILY = 6;

let assistant: OpenAssistant;
beforeAll(async () => {
  assistant = await openAssistant({ publicDailyLimit: DAILY, keyRateLimit: 40 });
});
afterAll(() => assistant.close());
afterEach(() => vi.restoreAllMocks());

const send = (body: unknown, headers?: Record<string, string>) => post(assistant.url, body, headers);
const withKey = (role: keyof OpenAssistant['keys']) => ({ 'X-API-Key': assistant.keys[role] });

/** Problem of a rejected tool call. */
const problemIn = (body: { result: { isError?: boolean; content: { text: string }[] } }) => {
  expect(body.result.isError).toBe(true);
  return JSON.parse(body.result.content[0]!.text) as Record<string, unknown>;
};

describe('service interface 4.8: a plain post without a session', () => {
  it('tools/list lists the tools', async () => {
    const { status, body } = await send({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ jsonrpc: '2.0', id: 1 });
    expect(body.result.tools).toHaveLength(7);
    // An assistant reads them all before its first call.
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(17 * 1024);
    const [validate] = body.result.tools;
    const { issues, ruleset } = validate.outputSchema.properties;
    expect(issues).toMatchObject({ type: 'array', items: { properties: { rule_id: {}, fix: {}, line: {} } } });
    expect(ruleset.properties).toMatchObject({ coverage: { enum: ['full', 'base', 'none', 'asked'] } });
  });

  it('tools/call works without a key, and links to the page of the rule', async () => {
    const { status, body } = await send(call('validate_peppol_xml', { xml: INVOICE }));
    expect(status).toBe(200);
    expect(body.result.structuredContent.issues[0]).toMatchObject({ ruleUrl: '/chyby/BR-CO-16/' });
    expect(JSON.stringify(body)).not.toContain('cbc:CustomizationID');
  });

  it('ids of both types are returned unchanged', async () => {
    const ping = async (id: unknown) => (await send({ jsonrpc: '2.0', id, method: 'ping' })).body;
    expect(await ping('a b')).toEqual({ jsonrpc: '2.0', id: 'a b', result: {} });
    expect(await ping(0)).toEqual({ jsonrpc: '2.0', id: 0, result: {} });
  });

  it('XML that is not an invoice, or not XML at all, is a result and not an error', async () => {
    const { body } = await send(call('validate_peppol_xml', { xml: 'faktúra' }), withKey('developer'));
    expect(body.result.structuredContent).toMatchObject({ valid: false, issues: [{ layer: 'XML' }] });
  });
});

describe('JSON-RPC 2.0, section 5.1: error codes', () => {
  const message = { jsonrpc: '2.0', id: 7, method: 'ping' };
  it.each([
    ['invalid JSON', '{"jsonrpc": "2.0", ', 400, -32700, null],
    ['deeply nested JSON', '['.repeat(200) + ']'.repeat(200), 400, -32700, null],
    ['a number', '7', 400, -32600, null],
    ['null', 'null', 400, -32600, null],
    ['another version', { ...message, jsonrpc: '1.0' }, 400, -32600, 7],
    ['no version', { id: 7, method: 'ping' }, 400, -32600, 7],
    ['no method', { jsonrpc: '2.0', id: 7 }, 400, -32600, 7],
    ['a method that is not a string', { ...message, method: 5 }, 400, -32600, 7],
    ['an id that is null', { ...message, id: null }, 400, -32600, null],
    ['an id that is an object', { ...message, id: {} }, 400, -32600, null],
    ['params that are a string', { ...message, params: 'x' }, 400, -32600, 7],
    ['an unknown method', { ...message, method: 'tools/destroy' }, 200, -32601, 7],
    ['a subscription method', { ...message, method: 'subscriptions/listen' }, 200, -32601, 7],
    ['positional params', { ...message, method: 'tools/call', params: ['x'] }, 200, -32602, 7],
    ['a call without a tool name', { ...message, method: 'tools/call' }, 200, -32602, 7],
    ['an unknown tool', { ...message, method: 'tools/call', params: { name: 'rm' } }, 200, -32602, 7],
    [
      'a tool named like an object property',
      { ...message, method: 'tools/call', params: { name: 'toString' } },
      200,
      -32602,
      7,
    ],
    [
      'a prompt without its argument',
      { ...message, method: 'prompts/get', params: { name: 'explain_validation_result' } },
      200,
      -32602,
      7,
    ],
    ['an invalid cursor', { ...message, method: 'resources/list', params: { cursor: 'x' } }, 200, -32602, 7],
    ['an empty batch', [], 400, -32600, null],
    ['a batch that is too long', Array.from({ length: 21 }, () => message), 400, -32600, null],
  ])('%s', async (_, body, status, code, id) => {
    const answered = await send(body);
    expect([answered.status, answered.body.error.code, answered.body.id]).toEqual([status, code, id]);
  });

  it('returns line, column and kind of a syntax error', async () => {
    const { body } = await send('{\n"jsonrpc": "2.0",}');
    expect(body.error).toEqual({
      code: -32700,
      message: 'Parse error: Line 2, column 18: A trailing comma precedes this bracket. Remove the comma.',
      data: { line: 2, column: 18, reason: 'trailing_comma' },
    });
  });

  it('names a duplicate field of a message', async () => {
    const { body } = await send('{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}');
    expect(body.error.message).toContain('/id');
  });

  it('names an invalid argument without returning its value', async () => {
    const { body } = await send(call('search_peppol_rules', { query: 'x', layer: '<secret/>', limit: 99 }));
    const { errors } = problemIn(body) as { errors: { pointer: string }[] };
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual(['/layer', '/limit']);
    expect(JSON.stringify(body)).not.toContain('secret');
  });
});

describe('notifications and batches (JSON-RPC 2.0, sections 4.1 and 6)', () => {
  const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
  it.each([
    ['a notification', note],
    ['only notifications', [note, note]],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }],
  ])('%s is answered with 202 and an empty body', async (_, body) =>
    expect(await send(body)).toMatchObject({ status: 202, body: null }),
  );

  it('a batch is answered with a list: one entry per request and error, none for notifications', async () => {
    const batch = [{ jsonrpc: '2.0', id: 'a', method: 'ping' }, note, 5, call('get_peppol_rule', { ruleId: 'BR-01' })];
    const { status, body } = await send(batch);
    expect(status).toBe(200);
    expect(body).toHaveLength(3);
    expect(body[0]).toEqual({ jsonrpc: '2.0', id: 'a', result: {} });
    expect(body[1]).toMatchObject({ id: null, error: { code: -32600 } });
    expect(body[2].result.structuredContent.rule_id).toBe('BR-01');
  });
});

describe('rejected tool calls', () => {
  it('an unknown rule is answered with similar ids', async () => {
    const { body } = await send(call('get_peppol_rule', { ruleId: 'BR-DE-15' }));
    expect(problemIn(body)).toMatchObject({
      code: 'rule_not_found',
      suggestions: expect.arrayContaining(['DE-R-015']),
    });
  });

  it('validates CII on request', async () => {
    const xml = readFileSync(new URL('../../schematron/canaries/en16931-cii.good.xml', import.meta.url), 'utf8');
    const ruleOf = async (args: object) => {
      const { body } = await send(call('validate_peppol_xml', { xml, ...args }), withKey('developer'));
      const { issues, document_type } = body.result.structuredContent;
      return [document_type, issues[0]?.rule_id];
    };
    expect(await ruleOf({})).toEqual(['cii', 'CII-UNSUPPORTED']);
    expect(await ruleOf({ cii: 'validate' })).toEqual(['cii', undefined]);
  });

  it("an unknown rule set is reported in the caller's language", async () => {
    const args = { xml: INVOICE, ruleset: 'no-such' };
    const { body } = await send(call('validate_peppol_xml', args), {
      ...withKey('developer'),
      'Accept-Language': 'en',
    });
    expect(problemIn(body)).toMatchObject({ code: 'ruleset_unknown', detail: expect.stringContaining('no-such') });
  });

  it('a file that is too large', async () => {
    const xml = `${INVOICE}<!--${'x'.repeat(2 * 1024 * 1024)}-->`;
    const { body } = await send(call('validate_peppol_xml', { xml }), withKey('developer'));
    expect(problemIn(body)).toMatchObject({ code: 'file_too_large' });
  });

  it('an invalid participant id, and an unreachable registry', async () => {
    const lookUp = async (participant: string) =>
      problemIn((await send(call('lookup_peppol_participant', { participant }), withKey('viewer'))).body);
    expect(await lookUp('sk firma')).toMatchObject({ code: 'participant_malformed', status: 400 });
    expect(await lookUp('0245:0000000004')).toMatchObject({ code: 'peppol_lookup_unavailable', registered: null });
    expect(await lookUp('0245:\u0000')).toMatchObject({ code: 'participant_malformed' });
  });

  it('U+0000 in an argument, with the name of the argument', async () => {
    const partner = await send(call('preflight_invoice', { xml: INVOICE, partner: 'a\u0000' }), withKey('developer'));
    expect(problemIn(partner.body)).toMatchObject({
      status: 400,
      errors: [{ pointer: '/partner', code: 'bad_format' }],
    });
    const draft = await send(
      call('preview_invoice', { invoice: { ...EXAMPLE_DRAFT.invoice, note: 'a\u0000' } }),
      withKey('developer'),
    );
    expect(problemIn(draft.body)).toMatchObject({ errors: [{ pointer: '/invoice/note', code: 'bad_format' }] });
  });

  it('an invalid VAT number, and an unresponsive register', async () => {
    const malformed = await send(call('verify_vat', { vat: 'XX1' }), withKey('viewer'));
    expect(problemIn(malformed.body)).toMatchObject({ code: 'vat_malformed', status: 400 });
    assistant.vies.trouble = () => ({ does: 'code', code: 'MS_UNAVAILABLE' });
    const silent = await send(call('verify_vat', { vat: 'DE811907980' }), withKey('viewer'));
    assistant.vies.trouble = () => null;
    expect(problemIn(silent.body)).toMatchObject({ code: 'vat_source_unavailable', country_code: 'DE' });
  });

  it('an internal error is reported without its cause, and logged', async () => {
    vi.spyOn(assistant.app.validationPool, 'validate').mockImplementation(() => {
      throw new Error('internal details');
    });
    const { body } = await send(call('validate_peppol_xml', { xml: INVOICE }), withKey('developer'));
    expect(problemIn(body)).toMatchObject({ code: 'internal' });
    expect(JSON.stringify(body)).not.toContain('internal details');
    vi.restoreAllMocks();
    vi.spyOn(await assistant.app.catalog(), 'find').mockImplementation(() => {
      throw new Error('internal details');
    });
    const own = await send(call('validate_peppol_xml', { xml: INVOICE }), withKey('developer'));
    expect(problemIn(own.body)).toMatchObject({ code: 'internal' });
    expect(JSON.stringify(own.body)).not.toContain('internal details');
  });
});

describe('keys and limits are those of the API', () => {
  it('an unknown key is rejected before anything is read', async () => {
    const { status, body } = await send('no JSON', { 'X-API-Key': 'inv_live_unknown' });
    expect([status, body.code]).toEqual([401, 'key_unknown']);
  });

  it('a viewer may verify numbers and read rules, but not submit', async () => {
    const refused = await send(call('validate_peppol_xml', { xml: INVOICE }), withKey('viewer'));
    expect(problemIn(refused.body)).toMatchObject({ code: 'role_too_small', status: 403 });
    const verified = await send(call('verify_vat', { vat: 'SK2020317068' }), withKey('viewer'));
    expect(verified.body.result.structuredContent.valid).toBe(true);
    expect(verified.headers.get('ratelimit-policy')).toBe('"per-key";q=40;w=1');
  });

  it.each([
    ['verify_vat', { vat: 'SK2020317068' }],
    ['lookup_peppol_participant', { participant: '0245:0000000001' }],
    [
      'preview_invoice',
      {
        invoice: {
          invoiceNumber: '',
          issueDate: '2027-01-15',
          sellerName: '',
          sellerDic: '',
          buyerName: '',
          buyerDic: '',
          lines: [{ description: '', quantity: '1', unit: 'ks', unitPrice: '1', vatRate: '23' }],
        },
      },
    ],
  ])('%s requires a key', async (name, args) => {
    expect(problemIn((await send(call(name, args))).body)).toMatchObject({ code: 'key_missing', status: 401 });
  });

  it('calls without a key have a daily limit of validations, also in a batch; the catalog is unlimited', async () => {
    const one = call('validate_peppol_xml', { xml: INVOICE });
    const { body, headers } = await send(Array.from({ length: DAILY }, (_, id) => ({ ...one, id })));
    expect(headers.get('ratelimit-policy')).toBe(`"public-daily";q=${DAILY};w=86400`);
    const refused = body.filter(({ result }: { result: { isError?: boolean } }) => result.isError);
    expect(refused).toHaveLength(1);
    expect(problemIn(refused[0])).toMatchObject({ code: 'public_soft_limit_reached', used: DAILY, limit: DAILY });
    const free = await send(call('get_peppol_rule', { ruleId: 'BR-01' }));
    expect(free.body.result.structuredContent.rule_id).toBe('BR-01');
    expect((await send(one, withKey('developer'))).body.result.structuredContent.valid).toBe(false);
  });
});

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
};

describe('Streamable HTTP', () => {
  it('GET returns 405, because the server offers no stream', async () => {
    const response = await fetch(assistant.url, { headers: { Accept: 'text/event-stream' } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  it.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['http://localhost:6274', 200],
    ['http://127.0.0.1:8080', 200],
  ])('a page of the origin %s gets %i', async (origin, status) => {
    expect((await send({ jsonrpc: '2.0', id: 1, method: 'ping' }, { Origin: origin })).status).toBe(status);
  });

  it('another media type is rejected', async () => {
    expect((await send('<x/>', { 'Content-Type': 'application/xml' })).status).toBe(415);
  });

  it('a malformed version header is reported as such', async () => {
    const { status, body } = await send(
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { 'MCP-Protocol-Version': 'not-a-version' },
    );
    expect(status).toBe(400);
    expect(body).toMatchObject({
      id: 1,
      error: { code: -32022, data: { requested: 'not-a-version', supported: expect.arrayContaining(['2025-06-18']) } },
    });
    expect(body.error.message).toMatch(/MCP-Protocol-Version.*2026-07-28/);
  });

  it.each([
    ['2025-03-26', 200],
    ['2025-06-18', 400],
    ['2025-11-25', 400],
    ['2026-07-28', 400],
  ])('a batch under the revision %s is answered with %i', async (version, status) => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const answered = await send([ping], { 'MCP-Protocol-Version': version });
    expect(answered.status).toBe(status);
    if (status === 400) expect(answered.body).toMatchObject({ id: null, error: { code: -32600 } });
  });

  it('a batch of messages of the revision without batches is rejected', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: META } };
    expect((await send([message])).status).toBe(400);
  });

  it('subscriptions/listen is an unknown method here', async () => {
    const callMethod = (method: string) =>
      send(
        { jsonrpc: '2.0', id: 1, method, params: { _meta: META } },
        { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method },
      );
    for (const method of ['subscriptions/listen', 'tools/destroy']) {
      expect(await callMethod(method)).toMatchObject({ status: 404, body: { id: 1, error: { code: -32601 } } });
    }
  });

  it('an unknown revision is rejected', async () => {
    const { status, body } = await send(
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { 'MCP-Protocol-Version': '1999-01-01' },
    );
    expect([status, typeof body.error.code]).toEqual([400, 'number']);
  });
});
