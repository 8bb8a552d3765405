import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { makeSshKey } from '../support/ssh-key.ts';

/** API call on behalf of a workspace: a path, and options of `fetch`. */
export type Call = (path: string, options?: RequestInit) => Promise<Response>;

/** Marker in everything that the owner sends; other workspaces must never see it. */
export const MARK = 'TAJNE-4711';

const XML = { 'Content-Type': 'application/xml', 'X-Filename': `${MARK}.xml` };
const JSON_BODY = { 'Content-Type': 'application/json' };

/** Creates an object through the API and returns the path parameters. */
type Maker = (call: Call) => Promise<Readonly<Record<string, string>>>;

async function idOf(response: Response, status: number): Promise<{ id: string }> {
  const body = (await response.json()) as { id: string };
  expect(response.status, JSON.stringify(body)).toBe(status);
  return { id: body.id };
}

/**
 * Creators of the objects of each kind, by path. A new path with a parameter fails the tests that read this table
 * until it is added here or to `SHARED`.
 */
export const OWNED: Readonly<Record<string, Maker>> = {
  '/api/documents/{id}': async (call) => {
    const headers = { ...XML, 'Idempotency-Key': randomUUID() };
    const body = `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">${MARK}</Invoice>`;
    const response = await call('/api/documents', { method: 'POST', headers, body });
    return { ...(await idOf(response, 202)), name: 'invoice.xml' };
  },
  '/api/batches/{id}': async (call) => {
    const headers = { ...XML, Prefer: 'respond-async' };
    const response = await call('/api/validate', { method: 'POST', headers, body: `<Invoice>${MARK}</Invoice>` });
    return idOf(response, 202);
  },
  '/v1/vat/verify/batch/{id}': async (call) => {
    const body = JSON.stringify({ vats: [MARK] });
    return idOf(await call('/v1/vat/verify/batch', { method: 'POST', headers: JSON_BODY, body }), 202);
  },
  '/api/keys/{id}': async (call) => {
    const body = JSON.stringify({ name: MARK, role: 'developer' });
    return idOf(await call('/api/keys', { method: 'POST', headers: JSON_BODY, body }), 201);
  },
  '/api/validation-evidence/{id}': async (call) => {
    const body = JSON.stringify({ filename: `${MARK}.xml`, content: `<Invoice>${MARK}</Invoice>` });
    return idOf(await call('/api/validation-evidence', { method: 'POST', headers: JSON_BODY, body }), 200);
  },
  '/api/peppol/radar/{id}': async (call) => {
    const body = JSON.stringify({ participants: ['0245:0000000001', MARK] });
    return idOf(await call('/api/peppol/radar', { method: 'POST', headers: JSON_BODY, body }), 202);
  },
  '/api/partners/{id}': async (call) => {
    // Avoids the limit per workspace.
    const { partners } = (await (await call('/api/partners')).json()) as { partners: { id: string }[] };
    for (const { id } of partners.slice(5)) await call(`/api/partners/${id}`, { method: 'DELETE' });
    const body = JSON.stringify({
      kind: 'sapi-sk',
      name: MARK,
      base_url: `http://127.0.0.1:9/${MARK}`,
      client_id: 'erp',
      client_secret: `${MARK}-secret`,
    });
    return idOf(await call('/api/partners', { method: 'POST', headers: JSON_BODY, body }), 201);
  },
  '/api/sftp-keys/{id}': async (call) => {
    // Avoids the limit per workspace.
    const { keys } = (await (await call('/api/sftp-keys')).json()) as { keys: { id: string; status: string }[] };
    for (const { id, status } of keys.slice(5))
      if (status === 'active') await call(`/api/sftp-keys/${id}`, { method: 'DELETE' });
    const body = JSON.stringify({ name: MARK, public_key: makeSshKey().line });
    return idOf(await call('/api/sftp-keys', { method: 'POST', headers: JSON_BODY, body }), 201);
  },
  '/api/webhooks/{id}': async (call) => {
    // Avoids the limit per workspace.
    const { webhooks } = (await (await call('/api/webhooks')).json()) as { webhooks: { id: string }[] };
    for (const { id } of webhooks.slice(5)) await call(`/api/webhooks/${id}`, { method: 'DELETE' });
    const body = JSON.stringify({ url: `http://127.0.0.1:9/${MARK}`, description: MARK });
    const made = await idOf(await call('/api/webhooks', { method: 'POST', headers: JSON_BODY, body }), 201);
    const { id: delivery } = await idOf(await call(`/api/webhooks/${made.id}/ping`, { method: 'POST' }), 202);
    return { ...made, delivery };
  },
};

/** Paths without data of a workspace, with the reason. */
export const SHARED: Readonly<Record<string, string>> = {
  '/api/peppol/participants/{participant}': 'data of the Peppol network, the same for every caller',
  '/v1/vat/verify': 'data of the registers of the member states, the same for every caller',
};

/** Objects that no call creates, with the file and name of the test that verifies their isolation. */
export const TESTED_BY: Readonly<Record<string, readonly [file: string, title: string]>> = {
  '/api/operations/failed-jobs/{id}': ['queues.test.ts', 'discards a job, and touches no job of another workspace'],
};

/** Lists that are never empty, with the reason; their content is checked anyway. */
export const NEVER_EMPTY: Readonly<Record<string, string>> = {
  '/api/keys': 'the caller has a key',
  '/api/sftp': 'it contains the user name and defaults',
  '/api/workspace': 'it contains the name and defaults',
  '/api/usage': 'it lists each product, with zero calls',
  '/api/operations/queues': 'it lists each worker pool, even when empty',
};
