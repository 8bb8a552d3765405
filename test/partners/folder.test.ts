import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { type NewPartner, type Partners, USUAL_LIMITS } from '../../src/modules/exchange/partners/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeTestPartners, makeWorkspace } from '../support/records.ts';
import { DOCUMENT, envelopeOf } from './envelope.ts';

// Folder partner on a real disk: complete files, written once, with checksums; reads confirmations.

let test: TestDatabase;
let partners: Partners;
let scope: Scope;
let folder: string;
let id: string;
const root = mkdtempSync(join(tmpdir(), 'partner-folders-'));
const never = new AbortController().signal;

beforeAll(async () => {
  test = await makeTestDatabase();
  partners = makeTestPartners(test.db, Date.now, root);
});
afterAll(async () => {
  rmSync(root, { recursive: true });
  await test.drop();
});
beforeEach(async () => {
  scope = await makeWorkspace(test.db);
  folder = join(root, scope.workspaceId, 'out');
  mkdirSync(folder, { recursive: true });
  id = await connect();
});

const connect = async (changes: object = {}): Promise<string> => {
  const settings = {
    folder: 'out',
    content: 'envelope' as const,
    confirmation: true,
    inbox: false,
    mls: null,
    limits: USUAL_LIMITS,
    ...changes,
  };
  const input = { kind: 'folder', name: 'ERP', settings, secrets: {}, sendingEnabled: true } as const;
  return (await partners.create(scope, input)).id;
};
const submit = (instance: string, to = id, content = envelopeOf(instance)) =>
  partners.submit(scope, to, async () => ({ content, key: 'unused' }), never);
const files = () =>
  readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .sort();

describe('folder partner', () => {
  it('writes the complete file with its checksum and leaves no temporary file', async () => {
    const instance = randomUUID();
    expect(await submit(instance)).toEqual({ outcome: 'accepted', reference: `${instance}.xml` });
    expect(files()).toEqual([`${instance}.xml`, `${instance}.xml.sha256`]);
    expect(readFileSync(join(folder, `${instance}.xml`))).toEqual(envelopeOf(instance));
    execFileSync('sha256sum', ['--check', '--strict', `${instance}.xml.sha256`], { cwd: folder, stdio: 'pipe' });
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual(['.known']);
  });

  it('writes the document without its envelope when configured', async () => {
    const instance = randomUUID();
    await submit(instance, await connect({ content: 'document' }));
    expect(readFileSync(join(folder, `${instance}.xml`), 'utf8')).toBe(DOCUMENT);
  });

  it('does not write a document again after the partner removed it', async () => {
    const instance = randomUUID();
    await submit(instance);
    for (const name of files()) rmSync(join(folder, name));
    expect(await submit(instance)).toMatchObject({ outcome: 'accepted' });
    expect(files()).toEqual([]);
  });

  it('writes a document once for concurrent submits', async () => {
    const instance = randomUUID();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => submit(instance)));
    expect(outcomes).toEqual(outcomes.map(() => ({ outcome: 'accepted', reference: `${instance}.xml` })));
    expect(files()).toEqual([`${instance}.xml`, `${instance}.xml.sha256`]);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual(['.known']);
  });

  it('completes a write that was interrupted before its rename', async () => {
    const instance = randomUUID();
    const content = envelopeOf(instance);
    const sha256 = createHash('sha256').update(content).digest('hex');
    mkdirSync(join(folder, '.known'));
    writeFileSync(join(folder, '.run_1.part'), content);
    writeFileSync(join(folder, '.run_1.part.sha256'), `${sha256}  ${instance}.xml\n`);
    writeFileSync(join(folder, '.known', `${instance}.xml`), `${sha256} .run_1.part\n`);
    expect(await submit(instance)).toMatchObject({ outcome: 'accepted' });
    expect(files()).toEqual([`${instance}.xml`, `${instance}.xml.sha256`]);
    expect(readFileSync(join(folder, `${instance}.xml`))).toEqual(content);
  });

  it('reports a conflict for other bytes under the same name', async () => {
    const instance = randomUUID();
    await submit(instance);
    const other = Buffer.from(envelopeOf(instance).toString().replace('/>', ' />'));
    expect(await submit(instance, id, other)).toMatchObject({ outcome: 'conflict' });
  });

  describe('cleanup', () => {
    const DAY = 24 * 60 * 60 * 1000;
    const hidden = () => readdirSync(folder).filter((name) => name.startsWith('.'));
    const known = () => readdirSync(join(folder, '.known')).sort();
    const age = (name: string) => utimesSync(join(folder, name), 0, 0);
    const forget = (...open: string[]) =>
      partners.forgetHandedOver(
        Date.now() - 2 * DAY,
        async (workspaceId, names) =>
          new Set(workspaceId === scope.workspaceId ? names.filter((one) => open.includes(one)) : names),
        never,
      );

    it('deletes marks of documents that cannot be submitted again, and no documents', async () => {
      const [ended, open, young] = [randomUUID(), randomUUID(), randomUUID()];
      for (const instance of [ended, open, young]) await submit(instance);
      for (const instance of [ended, open]) age(join('.known', `${instance}.xml`));
      const before = files();
      await forget(open);
      expect(known()).toEqual([`${open}.xml`, `${young}.xml`].sort());
      expect(files()).toEqual(before);
      rmSync(join(folder, `${open}.xml`));
      expect(await submit(open)).toMatchObject({ outcome: 'accepted' });
      expect(files()).not.toContain(`${open}.xml`);
    });

    it('deletes temporary files of ended processes, except those of documents that may be submitted again', async () => {
      const [open, ended] = [randomUUID(), randomUUID()];
      mkdirSync(join(folder, '.known'));
      const content = envelopeOf(open);
      const sha256 = createHash('sha256').update(content).digest('hex');
      for (const [instance, run] of [
        [open, 'run_1'],
        [ended, 'run_2'],
      ]) {
        writeFileSync(join(folder, '.known', `${instance}.xml`), `${sha256} .${run}.part\n`);
        writeFileSync(join(folder, `.${run}.part`), content);
        age(join('.known', `${instance}.xml`));
      }
      writeFileSync(join(folder, '.run_3.part'), content);
      writeFileSync(join(folder, '.run_3.part.mark'), '');
      writeFileSync(join(folder, '.run_4.part'), content);
      writeFileSync(join(folder, '.theirs.part'), '');
      for (const name of ['.run_1.part', '.run_2.part', '.run_3.part', '.run_3.part.mark', '.theirs.part']) age(name);
      await forget(open);
      expect(hidden().sort()).toEqual(['.known', '.run_1.part', '.run_4.part', '.theirs.part']);
      expect(await submit(open)).toMatchObject({ outcome: 'accepted' });
      expect(readFileSync(join(folder, `${open}.xml`))).toEqual(content);
    });

    it('deletes files of deleted partners and workspaces', async () => {
      const [left, other] = [randomUUID(), randomUUID()];
      await submit(left);
      await partners.remove(scope, id);
      const gone = join(root, 'wsp_gone', 'out', '.known');
      mkdirSync(gone, { recursive: true });
      for (const at of [folder, join(gone, '..')]) {
        writeFileSync(join(at, '.run_9.part'), '');
        utimesSync(join(at, '.run_9.part'), 0, 0);
      }
      writeFileSync(join(gone, `${other}.xml`), `${'0'.repeat(64)} .run_8.part\n`);
      utimesSync(join(gone, `${other}.xml`), 0, 0);
      age(join('.known', `${left}.xml`));
      const calls: [string, readonly string[]][] = [];
      await partners.forgetHandedOver(
        Date.now() - 2 * DAY,
        async (workspaceId, names) => {
          if (names.includes(left) || names.includes(other)) calls.push([workspaceId, names]);
          return new Set();
        },
        never,
      );
      expect(calls.sort()).toEqual(
        [
          [scope.workspaceId, [left]],
          ['wsp_gone', [other]],
        ].sort(),
      );
      expect([known(), readdirSync(gone)]).toEqual([[], []]);
      expect([hidden(), readdirSync(join(gone, '..'))]).toEqual([['.known'], ['.known']]);
      expect(files()).toEqual([`${left}.xml`, `${left}.xml.sha256`]);
    });

    it('continues after a missing folder', async () => {
      const first = await makeWorkspace(test.db);
      const settings = {
        folder: 'gone',
        content: 'envelope',
        confirmation: false,
        inbox: false,
        mls: null,
        limits: USUAL_LIMITS,
      };
      const input = { kind: 'folder', name: 'ERP', settings, secrets: {}, sendingEnabled: true } as NewPartner;
      await partners.create(first, input);
      await submit(id);
      await expect(forget()).resolves.toBeUndefined();
    });
  });

  it('reads the delivery status from a confirmation file', async () => {
    const [fine, bad] = [randomUUID(), randomUUID()];
    await submit(fine);
    await submit(bad);
    expect(await partners.readStatus(scope, id, `${fine}.xml`, never)).toEqual({ status: 'open' });
    writeFileSync(join(folder, `${fine}.xml.ok`), '');
    writeFileSync(join(folder, `${bad}.xml.error`), 'Neznámy\u0000 príjemca\n');
    expect(await partners.readStatus(scope, id, `${fine}.xml`, never)).toEqual({ status: 'delivered' });
    expect(await partners.readStatus(scope, id, `${bad}.xml`, never)).toEqual({
      status: 'failed',
      partnerMessage: 'Neznámy  príjemca',
    });
    expect(await partners.readStatus(scope, id, '../../etc/passwd', never)).toEqual({ status: 'open' });
  });

  it('does not follow symbolic links or paths in marks out of the folder', async () => {
    const outside = join(folder, '..', 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'theirs.xml'), 'theirs');
    utimesSync(join(outside, 'theirs.xml'), 0, 0);
    symlinkSync(outside, join(folder, '.known'));
    const instance = randomUUID();
    expect(await submit(instance)).toMatchObject({ why: 'precondition', code: 'access_refused' });
    await partners.forgetHandedOver(Date.now(), async () => new Set(), never);
    expect([files(), readdirSync(outside)]).toEqual([[], ['theirs.xml']]);

    rmSync(join(folder, '.known'));
    mkdirSync(join(folder, '.known'));
    const sha256 = createHash('sha256').update(envelopeOf(instance)).digest('hex');
    writeFileSync(join(folder, '.known', `${instance}.xml`), `${sha256} ../outside/theirs.xml\n`);
    expect(await submit(instance)).toMatchObject({ outcome: 'conflict' });
    symlinkSync('/etc/hostname', join(folder, `${instance}.xml.error`));
    expect(await partners.readStatus(scope, id, `${instance}.xml`, never)).toEqual({ status: 'open' });
    expect([files(), readdirSync(outside)]).toEqual([[`${instance}.xml.error`], ['theirs.xml']]);
  });

  it('reports a missing folder as a precondition and does not create it', async () => {
    const missing = await connect({ folder: 'absent' });
    expect(await submit(randomUUID(), missing)).toMatchObject({ why: 'precondition', code: 'access_refused' });
    expect((await partners.check(scope, missing, never)).connection).toMatchObject({
      fault: { code: 'access_refused', isFinal: true },
    });
    expect((await partners.check(scope, id, never)).connection).toEqual({ ok: true });
  });

  it.skipIf(process.getuid?.() === 0)('reports a folder without write permission as a precondition', async () => {
    chmodSync(folder, 0o500);
    expect(await submit(randomUUID())).toMatchObject({ why: 'precondition', code: 'access_refused' });
    chmodSync(folder, 0o700);
  });

  it('rejects folder partners when the operator configured no folder', async () => {
    const none = makeTestPartners(test.db);
    const settings = {
      folder: 'out',
      content: 'envelope',
      confirmation: false,
      inbox: false,
      mls: null,
      limits: USUAL_LIMITS,
    } as const;
    const input = { kind: 'folder', name: 'ERP', settings, secrets: {}, sendingEnabled: true } as const;
    await expect(none.create(scope, input)).rejects.toMatchObject({ code: 'partner_folders_not_configured' });
    expect(await none.submit(scope, id, async () => ({ content: envelopeOf('x'), key: 'k' }), never)).toMatchObject({
      why: 'precondition',
      code: 'address_refused',
    });
  });
});
