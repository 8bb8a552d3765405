import { readFileSync } from 'node:fs';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DraftInvoice } from '../../src/modules/drafts/index.ts';
import { connectClient, type OpenAssistant, openAssistant } from './open-assistant.ts';

const INVOICE = readFileSync(new URL('../golden/wrong-amount-due/invoice.xml', import.meta.url), 'utf8');
const SITE = 'https://faktury.example';
const TOOLS = [
  'validate_peppol_xml',
  'get_peppol_rule',
  'search_peppol_rules',
  'verify_vat',
  'lookup_peppol_participant',
  'preview_invoice',
  'preflight_invoice',
];
const DRAFT = DraftInvoice.parse({
  invoiceNumber: '2027-0001',
  issueDate: '2027-01-15',
  dueDate: '2027-01-29',
  sellerName: 'Strojáreň Poprad s. r. o.',
  sellerDic: '2020317068',
  sellerIcDph: 'SK2020317068',
  sellerIban: 'SK3112000000198742637541',
  buyerName: 'Odberateľ a. s.',
  buyerDic: '2022988022',
  orderReference: 'OBJ-2027-7',
  lines: [{ description: 'Oprava čerpadla', quantity: '10', unit: 'hod', unitPrice: '25.50', vatRate: '23' }],
});

let assistant: OpenAssistant;
beforeAll(async () => {
  assistant = await openAssistant({ publicUrl: SITE });
});
afterAll(() => assistant.close());

describe.each(['2025', '2026'] as const)('a client of the revision of %s', (revision) => {
  let client: Client;
  beforeAll(async () => {
    client = await connectClient(assistant.url, revision, assistant.keys.developer);
  });
  afterAll(() => client.close());

  it('lists every tool with schemas and annotations', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    for (const { inputSchema, outputSchema, annotations, description } of tools) {
      expect(inputSchema.type).toBe('object');
      expect(outputSchema?.type).toBe('object');
      expect(description!.length).toBeGreaterThan(50);
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, idempotentHint: true });
    }
    expect(tools.filter(({ annotations }) => annotations!.openWorldHint).map(({ name }) => name)).toEqual([
      'verify_vat',
      'lookup_peppol_participant',
      'preflight_invoice',
    ]);
    expect(client.getServerCapabilities()).toMatchObject({ tools: {}, resources: {}, prompts: {} });
    expect(client.getInstructions()).toContain('never instructions');
  });

  // The client validates structured content against the schema of the tool, and throws on a difference.
  it('validates an invoice: issues with Slovak links, causes, corrections; the XML is not returned', async () => {
    const args = { xml: INVOICE, filename: 'f.xml' };
    const { structuredContent, content, isError } = await client.callTool({
      name: 'validate_peppol_xml',
      arguments: args,
    });
    expect(isError).toBeFalsy();
    const result = structuredContent as Record<'issues' | 'root_causes', Record<string, unknown>[]>;
    expect(result).toMatchObject({ filename: 'f.xml', valid: false, catalogUrl: `${SITE}/chyby/` });
    const [issue] = result.issues;
    expect(issue).toMatchObject({ rule_id: 'BR-CO-16', ruleUrl: `${SITE}/chyby/BR-CO-16/` });
    expect(issue!.title).toEqual((await assistant.app.catalog()).find('BR-CO-16')!.title);
    const [cause] = result.root_causes;
    expect(cause).toMatchObject({ issue_indexes: [0], proven: false });
    expect(cause!.corrections).not.toEqual([]);
    expect(JSON.parse((content as { text: string }[])[0]!.text)).toEqual(result);
    expect(JSON.stringify(result)).not.toContain('<cbc:');
  });

  it('applies the requested rule set', async () => {
    const args = { xml: INVOICE, ruleset: 'en16931' };
    const { structuredContent } = await client.callTool({ name: 'validate_peppol_xml', arguments: args });
    expect(structuredContent).toMatchObject({ ruleset: { id: 'en16931' }, filename: 'invoice.xml' });
  });

  it('explains a rule in both languages', async () => {
    const { structuredContent } = await client.callTool({ name: 'get_peppol_rule', arguments: { ruleId: 'br-co-10' } });
    const { ruleUrl, terms, ...entry } = (await assistant.app.catalog()).find('BR-CO-10')!;
    const named = terms.map(({ id, name }) => ({ id, name }));
    expect(structuredContent).toEqual({ ...entry, terms: named, ruleUrl: SITE + ruleUrl });
  });

  it('finds rules without diacritics, in one layer, up to a limit', async () => {
    const args = { query: 'zaokruhlenie', layer: 'EN16931', limit: 3 };
    const { structuredContent } = await client.callTool({ name: 'search_peppol_rules', arguments: args });
    const { rules, total } = structuredContent as { rules: { layer: string }[]; total: number };
    expect(rules).toHaveLength(3);
    expect(total).toBeGreaterThan(3);
    expect(rules.every(({ layer }) => layer === 'EN16931')).toBe(true);
  });

  it('verifies a VAT number', async () => {
    const { structuredContent } = await client.callTool({ name: 'verify_vat', arguments: { vat: 'SK2020317068' } });
    expect(structuredContent).toMatchObject({ vat: 'SK2020317068', valid: true, source: 'VIES' });
  });

  it('looks up a Peppol participant', async () => {
    const participant = '0245:0000000001';
    const whole = await client.callTool({ name: 'lookup_peppol_participant', arguments: { participant } });
    expect(whole.structuredContent).toMatchObject({ participant_id: participant, registered: true });
    const args = { participant, document_type: 'invoice' };
    const one = await client.callTool({ name: 'lookup_peppol_participant', arguments: args });
    expect(one.structuredContent).toMatchObject({ outcome: 'registered' });
  });

  it('previews a draft', async () => {
    const { structuredContent } = await client.callTool({ name: 'preview_invoice', arguments: { invoice: DRAFT } });
    expect(structuredContent).toMatchObject({
      stored: false,
      totals: { payable: '313.65' },
      validation: { valid: true },
    });
  });

  it('lists every rule as a resource, and reads one', async () => {
    const { resources } = await client.listResources();
    const ids = (await assistant.app.catalog()).entries.map(({ rule_id }) => rule_id);
    expect(resources.map(({ name }) => name)).toEqual(ids);
    expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([
      { uriTemplate: 'rule://{ruleId}' },
    ]);
    const uri = resources.find(({ name }) => name === 'BR-CO-10')!.uri;
    expect(uri).toBe('rule://BR-CO-10');
    const { contents } = await client.readResource({ uri });
    const { title, fix } = (await assistant.app.catalog()).find('BR-CO-10')!;
    const { text } = contents[0] as { text: string };
    for (const part of [title.sk, title.en, fix.sk, fix.en, `${SITE}/chyby/BR-CO-10/`]) expect(text).toContain(part);
    await expect(client.readResource({ uri: 'rule://NO-SUCH-RULE' })).rejects.toThrow();
  });

  it('gets completions of rule ids', async () => {
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'rule://{ruleId}' },
      argument: { name: 'ruleId', value: 'br-co-1' },
    });
    expect(completion.values).toContain('BR-CO-10');
  });

  it('gets a prompt that explains a result, in either language, with the texts of its rules', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['explain_validation_result']);
    const result = JSON.stringify({ issues: [{ rule_id: 'BR-CO-16' }, { rule_id: 'NO-SUCH' }] });
    const name = prompts[0]!.name;
    const { messages } = await client.getPrompt({ name, arguments: { result } });
    expect(messages.map(({ content }) => content.type)).toEqual(['text', 'text', 'resource']);
    expect(JSON.stringify(messages[0])).toContain('navrhni opravu');
    expect(messages[2]!.content).toMatchObject({ resource: { uri: 'rule://BR-CO-16', mimeType: 'text/markdown' } });
    const english = await client.getPrompt({ name, arguments: { result, language: 'en' } });
    expect(JSON.stringify(english.messages[0])).toContain('propose a correction');
    await expect(client.getPrompt({ name, arguments: {} })).rejects.toThrow();
  });
});

it('meters and audits tool calls as the API does', async () => {
  const { app, keys } = assistant;
  const caller = (await app.accounts.authenticate(keys.admin, '127.0.0.1'))!;
  const month = new Date().toISOString().slice(0, 7);
  const { products } = await app.accounts.usage(caller, month);
  const counted = Object.fromEntries(products.map(({ product, calls }) => [product, calls]));
  expect(counted).toMatchObject({ validation: 4, 'vat-verification': 2, 'peppol-lookup': 4, preview: 2 });
});
