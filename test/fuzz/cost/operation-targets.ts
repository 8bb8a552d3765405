import { readFileSync } from 'node:fs';
import type { Operation } from '../hostile/make-request.ts';
import { readOperations } from '../hostile/read-operations.ts';
import { longestTurn } from './longest-turn.ts';
import type { Pump } from './pump.ts';
import { around, HEADER, MEBIBYTE, PARTS, type Send } from './request-parts.ts';
import type { Target } from './target.ts';

const DOCUMENT = new URL('../../contract/openapi.json', import.meta.url);

/** All operations of the OpenAPI document: path, parameters, headers and each type of body. */
export function operationTargets(send: Send): readonly Target[] {
  const operations = readOperations(JSON.parse(readFileSync(DOCUMENT, 'utf8')));
  return operations.flatMap((operation) => targetsOf(operation, send));
}

function targetsOf(operation: Operation, send: Send): readonly Target[] {
  const { method, path, parameters, bodies } = operation;
  const filled = path.replaceAll(/\{\w+\}/g, 'x_1');
  const target = (
    part: string,
    maxSize: number,
    run: (input: string) => Promise<void>,
    seeds: readonly Pump[],
  ): Target => ({
    name: `http: ${method} ${path} ${part}`,
    maxSize,
    words: PARTS,
    seeds,
    run,
    cost: (input) => longestTurn(() => run(input)),
  });
  const inLine = (input: string): string => input.replaceAll(/[^\x21-\x7e]/g, '%20');
  const inHeader = (input: string): string => input.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '');
  const targets: Target[] = [];
  if (path !== filled) {
    const grow = (input: string) => send(`${method} ${path.replaceAll(/\{\w+\}/g, inLine(input))}`, '');
    targets.push(target('path', HEADER, grow, [around('', 'a'), around('', '%41'), around('', ':'), around('', '0')]));
  }
  for (const { name, in: place } of parameters) {
    if (place === 'query') {
      const grow = (input: string) => send(`${method} ${filled}?${name}=${inLine(input)}`, '');
      targets.push(target(`?${name}`, HEADER, grow, [around('', 'a '), around('', '0'), around('', `,&${name}=a№`)]));
    }
    if (place === 'header') {
      const grow = (input: string) => send(`${method} ${filled}`, `${name}: ${inHeader(input)}\r\n`);
      targets.push(target(name, HEADER, grow, [around('', 'a '), around('', ',;="')]));
    }
  }
  for (const [type, example] of bodies) {
    const parts = type.startsWith('multipart') ? `${type}; boundary=b` : type;
    const key = 'Idempotency-Key: fuzz\r\n';
    const grow = (input: string) => send(`${method} ${filled}`, `Content-Type: ${parts}\r\n${key}`, input);
    targets.push(target(type, MEBIBYTE, grow, bodySeeds(type, example)));
  }
  return targets;
}

function bodySeeds(type: string, example: unknown): readonly Pump[] {
  if (type.includes('ndjson') || type.includes('jsonl')) {
    return [around('', '\n'), around('', '{"content":"<a/>"}\n'), around('', '{"a№":0}\n'), around('', '[]\n')];
  }
  if (type.includes('json')) return jsonSeeds(example);
  if (type.startsWith('multipart')) {
    const part = '--b\r\nContent-Disposition: form-data; name="a№"; filename="a№"\r\n\r\n';
    return [around('', `${part}<a/>\r\n`, '--b--\r\n'), around(part, '\r\n--', '\r\n--b--\r\n')];
  }
  return [around('<a>', '<b/>', '</a>'), around('PK\u0003\u0004', '\0'), around('%PDF-1.7\n', '1 0 obj<<>>endobj\n')];
}

/** Example of a body in which one text, one list or the number of members grows. */
function jsonSeeds(example: unknown): readonly Pump[] {
  const written = JSON.stringify(example ?? {});
  const seeds = [
    around('{', '"a№":0,', written.length > 2 ? written.slice(1) : '"b":0}'),
    around('', '[', '', 500),
    around('[', '{},', '{}]'),
  ];
  const text = /:"([^"\\]*)"/.exec(written);
  if (text !== null) {
    const at = text.index + 2;
    for (const sign of ['a', ' ', 'ž№', '\\n']) seeds.push(around(written.slice(0, at), sign, written.slice(at)));
  }
  const list = /:\[("[^"]*"|\d+|\{[^{}[\]]*\})/.exec(written);
  if (list !== null) {
    const at = list.index + 2;
    seeds.push(around(written.slice(0, at), `${list[1]},`, written.slice(at)));
  }
  return seeds;
}
