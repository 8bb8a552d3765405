import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/lib/scope.ts';
import { type Intake, openIntake, UPLOADER } from '../support/intake.ts';

const NOBODY = 65_534;
const isRoot = process.geteuid?.() === 0;

let intake: Intake;
beforeAll(async () => {
  intake = await openIntake();
});
afterAll(() => intake.close());

/** Uploads files, some of which are readable only by another user. */
async function put(scope: Scope, files: Readonly<Record<string, string>>, locked: readonly string[]): Promise<void> {
  for (const [name, content] of Object.entries(files)) await intake.put(scope, name, content);
  // Root can read every file, so the intake runs as another user.
  if (isRoot) execFileSync('chown', ['-R', String(NOBODY), dirname(intake.root)]);
  const { inbox } = intake.pathsOf(scope);
  for (const name of locked) {
    if (isRoot) execFileSync('chown', ['0', join(inbox, name)]);
    chmodSync(join(inbox, name), isRoot ? 0o600 : 0);
  }
}

async function arrive(scope: Scope, names: readonly string[]): Promise<void> {
  if (isRoot) process.seteuid!(NOBODY);
  try {
    for (const name of names) intake.dropbox.arrived(scope.workspaceId, name, UPLOADER);
    await intake.dropbox.idle();
  } finally {
    if (isRoot) process.seteuid!(0);
  }
}

describe('file with owner-only permissions, as created by `put -p` of OpenSSH', () => {
  it('is reported, alone or in a group, without delaying the other files', async () => {
    const scope = await intake.addWorkspace();
    await put(scope, { 'a.xml': '<valid/>' }, ['a.xml']);
    await arrive(scope, ['a.xml']);
    await put(scope, { 'b.xml': '<valid/>', 'c.xml': '<valid/>', 'd.xml': '<wrong/>' }, ['b.xml']);
    await arrive(scope, ['b.xml', 'c.xml', 'd.xml']);
    for (const name of ['a.xml', 'b.xml'])
      expect(await intake.readJson(scope, `${name}.err`)).toMatchObject({ code: 'drop_unreadable', file: { name } });
    expect((await intake.documents(scope)).map(({ filename }) => filename).sort()).toEqual(['c.xml', 'd.xml']);
    expect(await readdir(intake.pathsOf(scope).staging)).toEqual([]);
  });

  it('is an error of the manifest that lists it, and an error when it is the manifest itself', async () => {
    const scope = await intake.addWorkspace();
    await intake.records.accounts.sftp.changeSettings(scope, { manifest: true });
    const list = `${'ab'.repeat(32)}  a.xml\n`;
    await put(scope, { 'a.xml': '<valid/>', SHA256SUMS: list }, ['a.xml']);
    await arrive(scope, ['SHA256SUMS']);
    expect(await intake.readJson(scope, 'SHA256SUMS.err')).toMatchObject({
      code: 'drop_manifest_refused',
      entries: [{ name: 'a.xml', fault: 'unreadable' }],
    });
    await put(scope, { SHA256SUMS: list }, ['SHA256SUMS']);
    await arrive(scope, ['SHA256SUMS']);
    expect(await intake.readJson(scope, 'SHA256SUMS.err')).toMatchObject({
      code: 'drop_manifest_refused',
      entries: [{ name: 'SHA256SUMS', fault: 'unreadable' }],
    });
    expect(await readdir(intake.pathsOf(scope).staging)).toEqual([]);
  });
});
