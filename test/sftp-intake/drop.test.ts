import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createLocalJWKSet, flattenedVerify } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { EXAMPLE_DRAFT } from '../../src/modules/drafts/http/preview-schemas.ts';
import { claim } from '../../src/modules/sftp/intake/drop.ts';
import { ValidationLimitExceeded } from '../../src/modules/validation/index.ts';
import { system } from '../../src/platform/db/index.ts';
import { type Intake, openIntake, UPLOADER } from '../support/intake.ts';
import { makeZip } from '../support/make-zip.ts';

let intake: Intake;
beforeAll(async () => {
  intake = await openIntake();
});
afterAll(() => intake.close());

const sha = (content: string): string => createHash('sha256').update(content).digest('hex');
const SHA = sha('<valid/>');
const isCurrent = (name: string): boolean => name.startsWith('faktúra');

async function archived(scope: Scope): Promise<string[]> {
  const { archive } = intake.pathsOf(scope);
  return (await readdir(archive, { recursive: true })).filter((name) => name.includes('/')).sort();
}

/** Verifies with an independent library and the published keys (RFC 7515, appendix F). */
async function verify(payload: Buffer, jws: string) {
  const [header, , signature] = jws.split('.');
  const keys = createLocalJWKSet((await intake.records.evidence.keys.published()) as never);
  return flattenedVerify({ protected: header!, payload: payload.toString('base64url'), signature: signature! }, keys);
}

it('validates CII as the workspace is set when the file arrives, and a changed setting makes another document', async () => {
  const scope = await intake.addWorkspace();
  const { workspaces } = intake.records.accounts;
  await intake.drop(scope, 'a.xml', '<valid/>');
  await workspaces.changeSettings(scope, { cii: 'validate' });
  await intake.drop(scope, 'a.xml', '<valid/>');
  await intake.drop(scope, 'b.zip', makeZip([{ name: 'a.xml', content: '<valid/>' }]));
  const documents = await intake.documents(scope);
  expect(documents.map(({ options }) => options)).toEqual([{ cii: 'validate' }, {}]);
  const { rows } = await sql<{ options: unknown }>`
    select options from batches where workspace_id = ${scope.workspaceId}`.execute(system(intake.db));
  expect(rows).toEqual([{ options: { cii: 'validate' } }]);
});

describe('uploaded invoice (contract 12)', () => {
  it('becomes a document; result, reports and signature are in /results, the original in /archive', async () => {
    const scope = await intake.addWorkspace();
    await intake.drop(scope, 'faktúra 1.xml', '<valid/>');
    const [document] = await intake.documents(scope);
    expect(document).toMatchObject({ filename: 'faktúra 1.xml', status: 'validated', sha256: sha('<valid/>') });
    const names = await intake.results(scope);
    expect(names).toEqual(
      ['report.html', 'report.md', 'result.json', 'result.json.jws'].map((ending) => `faktúra 1.xml.${ending}`),
    );
    expect(names.every(isCurrent)).toBe(true);
    expect(await intake.readJson(scope, 'faktúra 1.xml.result.json')).toMatchObject({
      document_id: document!.id,
      status: 'validated',
      replayed: false,
      file: { name: 'faktúra 1.xml', sha256: sha('<valid/>'), size_bytes: 8 },
      valid: true,
      filename: 'faktúra 1.xml',
      issues: [],
    });
    expect(await intake.read(scope, 'faktúra 1.xml.report.md')).toContain('Doklad vyhovuje použitým pravidlám.');
    const day = new Date().toISOString().slice(0, 10);
    expect(await archived(scope)).toEqual([`${day}/faktúra 1.xml`]);
    expect(await readdir(intake.pathsOf(scope).inbox)).toEqual([]);
    expect(await readdir(intake.pathsOf(scope).staging)).toEqual([]);
  });

  it('has a result whose signature an independent library verifies, and for no other bytes (RFC 7515, appendix F)', async () => {
    const scope = await intake.addWorkspace();
    await intake.drop(scope, 'a.xml', '<wrong/>');
    const bytes = await readFile(join(intake.pathsOf(scope).results, 'a.xml.result.json'));
    const jws = await intake.read(scope, 'a.xml.result.json.jws');
    expect((await verify(bytes, jws)).protectedHeader).toMatchObject({ alg: 'EdDSA', typ: 'result+jws' });
    await expect(verify(Buffer.concat([bytes, Buffer.from(' ')]), jws)).rejects.toThrow();
    expect(JSON.parse(bytes.toString('utf8'))).toMatchObject({ valid: false, issues: [{ rule_id: 'BR-02' }] });
  });

  it('is the same document when uploaded again, marked as replayed; both originals are archived', async () => {
    const scope = await intake.addWorkspace();
    await intake.drop(scope, 'a.xml', '<valid/>');
    await intake.drop(scope, 'a.xml', '<valid/>');
    expect(await intake.documents(scope)).toHaveLength(1);
    expect(await intake.readJson(scope, 'a.xml.result.json')).toMatchObject({ replayed: true });
    expect(await archived(scope)).toHaveLength(2);
  });

  it('is another document with other bytes under the same name; both results are published', async () => {
    const scope = await intake.addWorkspace();
    await intake.drop(scope, 'a.xml', '<valid/>');
    await intake.drop(scope, 'a.xml', '<wrong/>');
    expect(await intake.documents(scope)).toHaveLength(2);
    const short = sha('<wrong/>').slice(0, 8);
    expect(await intake.readJson(scope, `a.xml.${short}.result.json`)).toMatchObject({ valid: false });
    expect(await intake.readJson(scope, 'a.xml.result.json')).toMatchObject({ valid: true });
  });

  it('is another document when uploaded again with other settings, also within a group', async () => {
    const scope = await intake.addWorkspace();
    await intake.drop(scope, 'a.xml', '<valid/>');
    await intake.records.accounts.sftp.changeSettings(scope, { steps: ['validate', 'evidence'] });
    const names = ['first.xml', 'a.xml', 'b.xml', 'c.xml'];
    for (const name of names) await intake.put(scope, name, '<valid/>');
    for (const name of names) intake.dropbox.arrived(scope.workspaceId, name, UPLOADER);
    await intake.dropbox.idle();
    const documents = await intake.documents(scope);
    const found = documents.map(({ filename, steps }) => `${filename} ${steps.join('+')}`);
    const anew = names.map((name) => `${name} validate+evidence`);
    expect(found.sort()).toEqual(['a.xml validate', ...anew].sort());
  });

  it('is processed with the settings of the workspace: English, steps, trigger files', async () => {
    const scope = await intake.addWorkspace();
    const steps = ['validate', 'evidence'] as const;
    await intake.records.accounts.sftp.changeSettings(scope, { language: 'en', steps, trigger_files: true });
    await intake.drop(scope, 'a.xml', '<wrong/>');
    expect(await intake.results(scope)).toEqual(
      ['err', 'evidence.zip', 'report.html', 'report.md', 'result.json', 'result.json.jws'].map(
        (end) => `a.xml.${end}`,
      ),
    );
    expect(await intake.readJson(scope, 'a.xml.result.json')).toMatchObject({
      issues: [{ message: 'The invoice number is missing.' }],
    });
    expect(await intake.read(scope, 'a.xml.report.html')).toContain('The document does not comply');
  });

  it('reports why its preparation failed, and is not marked as done although it is valid', async () => {
    const scope = await intake.addWorkspace();
    const steps = ['validate', 'send_preparation'] as const;
    // Like a partner that was deleted after it was configured.
    const partner = 'prt_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a';
    await intake.records.accounts.sftp.changeSettings(scope, { steps, partner, trigger_files: true });
    await intake.drop(scope, 'a.xml', '<valid/>');
    expect(await intake.readJson(scope, 'a.xml.result.json')).toMatchObject({
      status: 'send_failed',
      valid: true,
      preparation: { partner, error: { code: 'partner_not_found' } },
    });
    const names = await intake.results(scope);
    expect(names).toContain('a.xml.err');
    expect(names).not.toContain('a.xml.ok');
  });

  it('has no files of an earlier result with other bytes whose main file a client deleted', async () => {
    const scope = await intake.addWorkspace();
    const { results } = intake.pathsOf(scope);
    await intake.records.accounts.sftp.changeSettings(scope, { steps: ['validate', 'evidence'] });
    await intake.drop(scope, 'a.xml', '<valid/>');
    await intake.records.accounts.sftp.changeSettings(scope, { steps: ['validate'] });
    await rm(join(results, 'a.xml.result.json'));
    await intake.drop(scope, 'a.xml', '<wrong/>');
    const endings = ['report.html', 'report.md', 'result.json', 'result.json.jws'];
    expect(await intake.results(scope)).toEqual(endings.map((ending) => `a.xml.${ending}`));
    await rm(join(results, 'a.xml.result.json'));
    await intake.drop(scope, 'a.xml', makeZip([{ name: 'b.xml', content: '<valid/>' }]));
    const ofBatch = ['csv', 'results', 'summary.json', 'summary.json.jws'].map((ending) => `a.xml.${ending}`);
    expect(await intake.results(scope)).toEqual(ofBatch);
    await rm(join(results, 'a.xml.summary.json'));
    await intake.put(scope, 'a.xml.sha256', sha('another'));
    await intake.drop(scope, 'a.xml', '<valid/>');
    expect(await intake.results(scope)).toEqual(['a.xml.err']);
  });

  it('has an audit record with uploader and address', async () => {
    const scope = await intake.addWorkspace();
    await intake.drop(scope, 'a.xml', '<valid/>');
    const [document] = await intake.documents(scope);
    const { items } = await intake.records.accounts.audit.list(scope, { limit: 10 });
    expect(items).toMatchObject([
      { action: 'sftp.take', actor: 'sfk_test', client_address: '192.0.2.7', resource: document!.id, outcome: 'done' },
    ]);
  });
});

describe('files of an earlier upload of the same name', () => {
  it('an error file is removed when a corrected file is uploaded', async () => {
    const scope = await intake.addWorkspace();
    await intake.put(scope, 'a.xml.sha256', sha('another'));
    await intake.drop(scope, 'a.xml', '<valid/>');
    expect(await intake.results(scope)).toEqual(['a.xml.err']);
    await intake.drop(scope, 'a.xml', '<valid/>');
    expect(await intake.results(scope)).toEqual(
      ['report.html', 'report.md', 'result.json', 'result.json.jws'].map((ending) => `a.xml.${ending}`),
    );
  });

  it('an error for other bytes is published under another name next to the existing result', async () => {
    const scope = await intake.addWorkspace();
    await intake.drop(scope, 'a.xml', '<valid/>');
    await intake.put(scope, 'a.xml.sha256', sha('another'));
    await intake.drop(scope, 'a.xml', '<wrong/>');
    const names = await intake.results(scope);
    expect(names).not.toContain('a.xml.err');
    expect(names).toContain(`a.xml.${sha('<wrong/>').slice(0, 8)}.err`);
  });

  it('a trigger file is replaced by the next one: never both exist', async () => {
    const scope = await intake.addWorkspace();
    await intake.records.accounts.sftp.changeSettings(scope, { trigger_files: true });
    await intake.drop(scope, 'a.xml', '<valid/>');
    expect(await intake.results(scope)).toContain('a.xml.ok');
    await intake.drop(scope, 'a.xml.sha256', sha('another'));
    const names = await intake.results(scope);
    expect(names).toContain('a.xml.err');
    expect(names).not.toContain('a.xml.ok');
  });
});

describe('other kinds of files', () => {
  it('processes a ZIP as a batch: a summary, its signature, a table, and the result of each file', async () => {
    const scope = await intake.addWorkspace();
    const zip = makeZip([
      { name: 'máj/a.xml', content: '<Invoice>valid</Invoice>' },
      { name: 'b.xml', content: '<Invoice/>' },
    ] as never);
    await intake.drop(scope, 'máj.zip', zip);
    expect(await intake.results(scope)).toEqual(
      ['csv', 'results', 'summary.json', 'summary.json.jws'].map((end) => `máj.zip.${end}`),
    );
    expect(await intake.readJson(scope, 'máj.zip.summary.json')).toMatchObject({
      status: 'completed',
      total: 2,
      valid: 1,
      invalid: 1,
    });
    expect((await readdir(join(intake.pathsOf(scope).results, 'máj.zip.results'))).sort()).toEqual([
      '00001-a.xml.result.json',
      '00002-b.xml.result.json',
      'SHA256SUMS',
      'SHA256SUMS.jws',
    ]);
    expect((await intake.read(scope, 'máj.zip.csv')).split('\r\n')[1]).toBe(
      '1,máj/a.xml,true,0,0,0,F-1,,00001-a.xml.result.json',
    );
  });

  it('lists archive members that are no invoices, and opens a nested ZIP', async () => {
    const scope = await intake.addWorkspace();
    const inner = makeZip([{ name: 'a.xml', content: '<Invoice>valid</Invoice>' }]);
    await intake.drop(
      scope,
      'jún.zip',
      makeZip([
        { name: 'inner.zip', content: inner },
        { name: 'blok.jpg', content: Buffer.from('ffd8ffe0', 'hex') },
      ]),
    );
    expect(await intake.readJson(scope, 'jún.zip.summary.json')).toMatchObject({
      total: 1,
      valid: 1,
      skipped: 1,
      skipped_files: [{ filename: 'blok.jpg', code: 'not_an_invoice' }],
    });
    const lines = (await intake.read(scope, 'jún.zip.csv')).split('\r\n');
    expect(lines[1]).toBe('1,inner.zip/a.xml,true,0,0,0,F-1,,00001-a.xml.result.json');
    expect(lines[2]).toBe(',blok.jpg,,,,,,not_an_invoice,');
  });

  it('signs the table and each result of a batch by a digest list that sha256sum can check', async () => {
    const scope = await intake.addWorkspace();
    const zip = makeZip([
      { name: 'a.xml', content: '<Invoice>valid</Invoice>' },
      { name: 'b.xml', content: '<Invoice/>' },
    ] as never);
    await intake.drop(scope, 'máj 1.zip', zip);
    const folder = join(intake.pathsOf(scope).results, 'máj 1.zip.results');
    const list = await readFile(join(folder, 'SHA256SUMS'));
    const names = ['00001-a.xml.result.json', '00002-b.xml.result.json', '../máj 1.zip.csv'];
    const lines = names.map(async (name) => `${sha(await readFile(join(folder, name), 'utf8'))}  ${name}\n`);
    expect(list.toString('utf8')).toBe((await Promise.all(lines)).join(''));
    const jws = await readFile(join(folder, 'SHA256SUMS.jws'), 'utf8');
    expect((await verify(list, jws)).protectedHeader).toMatchObject({ alg: 'EdDSA', typ: 'result+jws' });
    await expect(verify(list.subarray(1), jws)).rejects.toThrow();
  });

  it('explains a batch file that was not validated like a single file', async () => {
    const scope = await intake.addWorkspace();
    await intake.drop(
      scope,
      'a.ndjson',
      '{"filename":"x.xml","content":"<valid/>","content":"<valid/>"}\n{"filename":"y.xml"}\n',
    );
    const results = join(intake.pathsOf(scope).results, 'a.ndjson.results');
    for (const [name, code] of [
      ['00001-x.xml.result.json', 'field_repeated'],
      ['00002-y.xml.result.json', 'line_malformed'],
    ] as const) {
      const result = JSON.parse(await readFile(join(results, name), 'utf8')) as unknown;
      const text = { sk: expect.stringMatching(/./), en: expect.stringMatching(/./) };
      expect(result).toMatchObject({ error: { code, detail: text, remedy: text } });
    }
  });

  it('processes NDJSON as a batch, and previews a JSON draft', async () => {
    const scope = await intake.addWorkspace();
    await intake.drop(scope, 'a.ndjson', `${JSON.stringify({ filename: 'x.xml', content: '<valid/>' })}\n`);
    expect(await intake.readJson(scope, 'a.ndjson.summary.json')).toMatchObject({ total: 1, valid: 1 });
    await intake.drop(scope, 'návrh.json', JSON.stringify(EXAMPLE_DRAFT));
    expect(await intake.readJson(scope, 'návrh.json.result.json')).toMatchObject({ stored: false, readiness: {} });
    expect(await intake.read(scope, 'návrh.json.preview.xml')).toContain('<Invoice');
    expect(await intake.documents(scope)).toEqual([]);
  });

  it.each([
    ['a.txt', 'hello', 'drop_type_unknown'],
    ['a.pdf', '', 'drop_empty'],
    ['a.zip', '', 'drop_empty'],
    ['a.zip', `PK\x05\x06${'\0'.repeat(18)}`, 'no_file'],
    ['SHA256SUMS', 'a', 'drop_manifest_unexpected'],
    ['a.manifest.json', '{"files":[]}', 'drop_manifest_unexpected'],
    ['a.zip', 'PK\x03\x04 but no archive', 'archive_unreadable'],
    ['a.json', '{"invoice":{}}', 'invalid_request'],
    ['a.json', '{', 'malformed_json'],
    ['a.pdf', '%PDF-1.7 but no PDF', 'pdf_unreadable'],
    ['a.xml', 'x'.repeat(1024 * 1024 + 1), 'file_too_large'],
  ])('%s that cannot be processed gets an error file and is archived', async (name, content, code) => {
    const scope = await intake.addWorkspace();
    await intake.drop(scope, name, content);
    expect(await intake.results(scope)).toEqual([`${name}.err`]);
    const problem = await intake.readJson(scope, `${name}.err`);
    expect(problem).toMatchObject({ code, file: { name }, remedy: expect.stringMatching(/./) });
    if (code === 'malformed_json') expect(problem).toMatchObject({ line: 1, column: 2, reason: 'incomplete' });
    // The text must not mention a request, because the client sent none.
    expect([problem.title, problem.detail].join()).not.toMatch(/požiadavk|telo|operácia/i);
    expect(await archived(scope)).toHaveLength(1);
  });

  it('reports a draft whose validation was terminated, and does not retry endlessly', async () => {
    const scope = await intake.addWorkspace();
    const preview = () => Promise.reject(new ValidationLimitExceeded('time', '20 s'));
    const other = intake.makeOther({ preview });
    await intake.put(scope, 'a.json', JSON.stringify(EXAMPLE_DRAFT));
    other.arrived(scope.workspaceId, 'a.json', UPLOADER);
    await other.idle();
    expect(await intake.readJson(scope, 'a.json.err')).toMatchObject({ code: 'validation_limit_reached', status: 422 });
    expect(await archived(scope)).toHaveLength(1);
  });

  it('does not follow a symbolic link', async () => {
    const scope = await intake.addWorkspace();
    await symlink('/etc/passwd', join(intake.pathsOf(scope).inbox, 'a.xml'));
    intake.dropbox.arrived(scope.workspaceId, 'a.xml', UPLOADER);
    await intake.dropbox.idle();
    expect(await intake.readJson(scope, 'a.xml.err')).toMatchObject({ code: 'drop_not_a_file' });
  });
});

describe('manifests and checksums', () => {
  it('accepts a file with a matching checksum, removes the sidecar, and rejects a mismatch', async () => {
    const scope = await intake.addWorkspace();
    await intake.put(scope, 'a.xml.sha256', `${sha('<valid/>')}  a.xml\n`);
    await intake.drop(scope, 'a.xml', '<valid/>');
    expect(await intake.documents(scope)).toHaveLength(1);
    await intake.put(scope, 'b.xml.sha256', sha('another'));
    await intake.drop(scope, 'b.xml', '<valid/>');
    expect(await intake.documents(scope)).toHaveLength(1);
    expect(await intake.readJson(scope, 'b.xml.err')).toMatchObject({ code: 'drop_checksum_mismatch' });
    expect(await readdir(intake.pathsOf(scope).inbox)).toEqual([]);
  });

  it('cancels and reports the document when a late checksum does not match', async () => {
    const scope = await intake.addWorkspace();
    await intake.drop(scope, 'a.xml', '<valid/>');
    await intake.drop(scope, 'a.xml.sha256', sha('another'));
    expect(await intake.readJson(scope, 'a.xml.err')).toMatchObject({ code: 'drop_checksum_mismatch' });
    expect(await intake.documents(scope)).toMatchObject([{ status: 'canceled' }]);
  });

  it('validates a file canceled by a wrong checksum when it is uploaded again with the right one', async () => {
    const scope = await intake.addWorkspace();
    await intake.drop(scope, 'a.xml', '<valid/>');
    await intake.drop(scope, 'a.xml.sha256', sha('another'));
    await intake.put(scope, 'a.xml.sha256', sha('<valid/>'));
    await intake.drop(scope, 'a.xml', '<valid/>');
    const [second, first] = await intake.documents(scope);
    expect([first!.status, second!.status]).toEqual(['canceled', 'validated']);
    const expected = { document_id: second!.id, status: 'validated', valid: true, replayed: false };
    expect(await intake.readJson(scope, 'a.xml.result.json')).toMatchObject(expected);
    expect(await intake.results(scope)).not.toContain('a.xml.err');
    await intake.drop(scope, 'a.xml', '<valid/>');
    expect(await intake.documents(scope)).toHaveLength(2);
    expect(await intake.readJson(scope, 'a.xml.result.json')).toMatchObject({ ...expected, replayed: true });
  });

  it('accepts checksums written by Windows programs, before and after the file', async () => {
    const scope = await intake.addWorkspace();
    await intake.put(scope, 'a.xml.SHA256', `\uFEFF${sha('<valid/>').toUpperCase()}\r\n`);
    await intake.drop(scope, 'a.xml', '<valid/>');
    await intake.put(scope, 'b.xml.SHA256', sha('another'));
    await intake.drop(scope, 'b.xml', '<valid/>');
    await intake.drop(scope, 'c.xml', '<valid/>');
    await intake.drop(scope, 'c.xml.SHA256', sha('another'));
    expect((await intake.results(scope)).filter((name) => name.endsWith('.err'))).toEqual(['b.xml.err', 'c.xml.err']);
    expect(await readdir(intake.pathsOf(scope).inbox)).toEqual([]);
    const { items } = await intake.records.accounts.audit.list(scope, { limit: 10 });
    // Newest first: the mismatch of c.xml is a separate record after its claim.
    expect(items.map(({ code }) => code)).toEqual(['drop_checksum_mismatch', null, 'drop_checksum_mismatch', null]);
  });

  it('in manifest mode, claims no file before its manifest, then all of its files', async () => {
    const scope = await intake.addWorkspace();
    await intake.records.accounts.sftp.changeSettings(scope, { manifest: true });
    await intake.drop(scope, 'a.xml', '<valid/>');
    await intake.drop(scope, 'b.xml', '<wrong/>');
    await intake.drop(scope, 'c.xml', '<valid/>');
    expect(await intake.documents(scope)).toEqual([]);
    await intake.drop(scope, 'SHA256SUMS', `${sha('<valid/>')}  a.xml\n${sha('<wrong/>')}  b.xml\n`);
    expect((await intake.documents(scope)).map(({ filename }) => filename).sort()).toEqual(['a.xml', 'b.xml']);
    expect(await readdir(intake.pathsOf(scope).inbox)).toEqual(['c.xml']);
  });

  it('rejects a manifest with an error as a whole and lists each error', async () => {
    const scope = await intake.addWorkspace();
    await intake.records.accounts.sftp.changeSettings(scope, { manifest: true });
    await intake.put(scope, 'a.xml', '<valid/>');
    const files = [
      { name: 'a.xml', sha256: sha('<valid/>'), size: 9 },
      { name: 'b.xml', sha256: sha('<valid/>') },
      { name: '../a.xml', sha256: sha('<valid/>') },
    ];
    await intake.drop(scope, 'x.manifest.json', JSON.stringify({ files }));
    expect(await intake.readJson(scope, 'x.manifest.json.err')).toMatchObject({
      code: 'drop_manifest_refused',
      entries: [
        { name: 'a.xml', fault: 'size' },
        { name: 'b.xml', fault: 'missing' },
        { name: '../a.xml', fault: 'name' },
      ],
    });
    expect(await intake.documents(scope)).toEqual([]);
    expect(await readdir(intake.pathsOf(scope).inbox)).toEqual(['a.xml']);
    await intake.drop(
      scope,
      'x.manifest.json',
      JSON.stringify({ files: [{ name: 'a.xml', sha256: sha('<valid/>') }] }),
    );
    await intake.dropbox.idle();
    expect(await intake.results(scope)).not.toContain('x.manifest.json.err');
    const { items } = await intake.records.accounts.audit.list(scope, { limit: 10 });
    const outcomes = items.filter(({ action }) => action === 'sftp.take').map(({ outcome, code }) => [outcome, code]);
    expect(outcomes.sort()).toEqual([
      ['done', null],
      ['done', null],
      ['failed', 'drop_manifest_refused'],
    ]);
  });

  it.each([
    ['SHA256SUMS', `${SHA}  a.xml\n# comment\n\n${SHA}\nabc  b.xml\n`, '4', [{ line: 4 }, { line: 5 }]],
    ['x.manifest.json', '{"files":[\n  {"name":"a.xml",}\n]}', '2:19', [{ line: 2, column: 19 }]],
    ['x.manifest.json', '{"files":[{"name":"a.xml"', '1:26', [{ line: 1, column: 26 }]],
    ['x.manifest.json', '{}', '/files', [{ pointer: '/files' }]],
    [
      'x.manifest.json',
      JSON.stringify({ files: [{ name: 'a.xml', sha256: SHA }, { name: 'b.xml', sha256: 'ab' }, 7] }),
      '/files/1/sha256',
      [{ pointer: '/files/1/sha256', name: 'b.xml' }, { pointer: '/files/2/name' }],
    ],
    ['x.manifest.json', JSON.stringify({ files: [{ name: 'a', sha256: SHA, size: '9' }] }), '/files/0/size', [{}]],
  ])('names the position of each error in the manifest %s: %j', async (name, content, first, positions) => {
    const scope = await intake.addWorkspace();
    await intake.records.accounts.sftp.changeSettings(scope, { manifest: true });
    await intake.drop(scope, name, content);
    const shown = await intake.readJson(scope, `${name}.err`);
    expect(shown).toMatchObject({
      code: 'drop_manifest_refused',
      entries: positions.map((position) => ({ ...position, fault: 'malformed' })),
    });
    expect(JSON.stringify(shown)).toContain(`${positions.length}, prvá: ${first}.`);
  });

  it.each([
    ['# nothing\n', 'empty'],
    [`${SHA}  a.xml\n`.repeat(10_001), 'too_many'],
  ])('states why a manifest cannot be used: %#', async (content, fault) => {
    const scope = await intake.addWorkspace();
    await intake.records.accounts.sftp.changeSettings(scope, { manifest: true });
    await intake.drop(scope, 'SHA256SUMS', content);
    const shown = await intake.readJson(scope, 'SHA256SUMS.err');
    expect(shown).toMatchObject({ entries: [{ name: 'SHA256SUMS', fault }] });
  });
});

it('states the limits in both languages in README.txt', async () => {
  const scope = await intake.addWorkspace();
  const text = await readFile(join(intake.pathsOf(scope).home, 'README.txt'), 'utf8');
  expect(text).toContain('sem vkladajte súbory');
  for (const limit of [
    'faktúra má najviac 1 MB, PDF s faktúrou 1 MB',
    'invoice has at most 1 MB, a PDF with an invoice 1 MB',
  ])
    expect(text).toContain(limit);
  expect(text).toContain('the server');
});

it('lets clients log in although README.txt cannot be written', async () => {
  const scope = await intake.addWorkspace();
  const path = join(intake.pathsOf(scope).home, 'README.txt');
  await rm(path);
  await mkdir(path);
  await intake.dropbox.open(scope.workspaceId);
  expect(await readdir(intake.pathsOf(scope).work)).toEqual(['open', 'staging']);
});

it('leaves nothing behind when claiming fails, as on a full disk', async () => {
  const scope = await intake.addWorkspace();
  const folders = intake.pathsOf(scope);
  await intake.put(scope, 'a.xml', '<valid/>');
  // Makes writing the claim record fail.
  const settings = { ...(await intake.records.accounts.sftp.settings(scope)), language: 1n as never };
  const taking = { ...UPLOADER, at: 0, settings };
  const files = [{ name: 'a.xml', expected: null }];
  await expect(claim(folders, { workspaceId: scope.workspaceId, id: 'drp_1' }, files, taking)).rejects.toThrow();
  expect(await readdir(folders.staging)).toEqual([]);
  expect(await readdir(folders.inbox)).toEqual(['a.xml']);
});
