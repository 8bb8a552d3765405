import { once } from 'node:events';
import { connect } from 'node:net';
import { startApi } from '../../../src/composition/api.ts';
import { loadCatalog } from '../../catalog/installed.ts';
import { LEAST } from '../../drafts/drafts.ts';
import { fakeParts } from '../../http/fake-parts.ts';
import { fakeValidate } from '../../http/fake-validate.ts';
import { longestTurn } from './longest-turn.ts';
import { operationTargets } from './operation-targets.ts';
import type { Pump } from './pump.ts';
import { around, HEADER, MEBIBYTE, PARTS, type Send } from './request-parts.ts';
import type { Target } from './target.ts';

/** HTTP targets, and a function that stops their server. */
export type HttpTargets = { readonly targets: readonly Target[]; readonly close: () => Promise<void> };

/**
 * Requests over a socket to a real API, measured by the longest block of the event loop. The code behind the routes
 * is stubbed: its cost is measured separately.
 */
export async function openHttpTargets(): Promise<HttpTargets> {
  const catalog = await loadCatalog();
  const vatBatches = {
    receive: async () => ({ id: 'bat_1', status: 'received', total: 1, created_at: '2026-11-21T12:00:00.000Z' }),
  };
  const parts = { catalog, validator: { validate: fakeValidate, packs: [] }, vatBatches };
  const api = await startApi(fakeParts(parts as never));
  const { port } = new URL(api.url);

  /** Sends a request and waits until the server has responded and closed. */
  const send: Send = async (line, headers, body = '') => {
    const bytes = Buffer.from(body);
    const head = `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key: developer\r\n${headers}Content-Length: ${bytes.length}\r\n\r\n`;
    const socket = connect(Number(port), '127.0.0.1');
    // The connection of a rejected upload is closed, so the rest cannot be sent.
    socket.on('error', () => undefined);
    socket.on('data', () => undefined);
    const closed = once(socket, 'close');
    socket.write(Buffer.from(head, 'latin1'));
    socket.write(bytes);
    await closed;
  };
  const httpTarget = (
    name: string,
    maxSize: number,
    run: (input: string) => Promise<void>,
    seeds: readonly Pump[],
  ): Target => ({
    name: `http: ${name}`,
    maxSize,
    words: PARTS,
    seeds: [...PARTS.map((sign) => around('', sign)), ...seeds],
    run,
    cost: (input) => longestTurn(() => run(input)),
  });
  const header = (name: string, path: string, seeds: readonly Pump[] = []): Target =>
    httpTarget(
      name,
      HEADER,
      (input) => send(`GET ${path}`, `${name}: ${input.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '')}\r\n`),
      seeds,
    );
  const body = (name: string, path: string, type: string, maxSize: number, seeds: readonly Pump[]): Target =>
    httpTarget(name, maxSize, (input) => send(`POST ${path}`, `Content-Type: ${type}\r\n`, input), seeds);
  const json = 'application/json';
  const draft = JSON.stringify(LEAST);
  const line = JSON.stringify(LEAST.lines[0]);
  const call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"';
  return {
    targets: [
      header('Accept', '/api/rulesets', [around('"', ','), around('', 'a/a,'), around('a/a;a="', ';')]),
      header('Accept-Language', '/api/rulesets'),
      header('If-None-Match', '/api/error-catalog?limit=1', [around('', '"a№",')]),
      header('Prefer', '/api/rulesets', [around('', 'respond-async ')]),
      header('Origin', '/api/rulesets', [around('https://', 'a.')]),
      httpTarget(
        'query',
        HEADER,
        (input) => send(`GET /api/error-catalog?${input.replaceAll(/[^\x21-\x7e]/g, '%20')}`, ''),
        [around('', 'q=a№&'), around('q=', '%20'), around('', 'a[]=0&')],
      ),
      httpTarget('path', HEADER, (input) => send(`GET /${input.replaceAll(/[^\x21-\x7e]/g, '%20')}`, ''), [
        around('api/', '/'),
        around('api/error-catalog/', '%41'),
      ]),
      body('files as JSON', '/api/validate', json, MEBIBYTE, [
        around('{"files":[', '{"content":"<a/>"},', '{"content":""}]}'),
        around('{"files":[', '{"content":0},', '{}]}'),
        around('{"content":"', '\\n', '"}'),
        around('{"content":"', 'Ž', '"}'),
        around('{"content":"<?xml version=\\"1.0\\" encoding=\\"', 'a', '\\"?>"}'),
      ]),
      body('files as a form', '/api/validate', 'multipart/form-data; boundary=x', MEBIBYTE, [
        around('', '--x\r\nContent-Disposition: form-data; name="f"; filename="a№"\r\n\r\n<a/>\r\n', '--x--\r\n'),
        around('--x\r\nContent-Disposition: form-data; name="f"; filename="', 'a;', '"\r\n\r\n<a/>\r\n--x--\r\n'),
        around('--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n', '\r\n--', '\r\n--x--\r\n'),
      ]),
      body('VAT numbers', '/v1/vat/verify/batch', json, MEBIBYTE, [
        around('{"vats":[', '"SK2020317068",', '"a"]}'),
        around('{"vats":[', '0,', '0]}'),
        around('{"vats":["', 'SK', '"]}'),
      ]),
      body('draft', '/api/invoice-issue-preview', json, MEBIBYTE, [
        around(`{"invoice":${draft.slice(0, draft.indexOf(line))}`, '{},', `${line}]}}`),
        around('{"invoice":{', '"a№":0,', '"b":0}}'),
      ]),
      body('assistant', '/api/mcp', json, MEBIBYTE, [
        around(`${call}validate_peppol_xml","arguments":{"xml":"`, 'a', '"}}}'),
        around(`${call}search_peppol_rules","arguments":{"query":"`, 'dane ', '"}}}'),
        around(
          `${call}preview_invoice","arguments":{"invoice":${draft.slice(0, draft.indexOf(line))}`,
          '{},',
          `${line}]}}}}`,
        ),
        around('[', '{"jsonrpc":"2.0","id":1,"method":"tools/list"},', '0]'),
        around('{"jsonrpc":"2.0","id":1,"method":"', 'a', '"}'),
      ]),
      ...operationTargets(send),
    ],
    close: () => api.close(),
  };
}
