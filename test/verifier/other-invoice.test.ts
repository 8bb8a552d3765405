import { beforeAll, describe, expect, it } from 'vitest';
import { readZip } from '../../src/modules/rules/loader/index.ts';
import { renderVerification } from '../../web/verify/show-verification.ts';
import { makeZip } from '../support/make-zip.ts';
import { makeWhole } from './complete-archive.ts';
import { codesOf, keySet, verifyOne } from './verify-one.ts';

const OTHER = Buffer.from('<other/>');

let archive: Awaited<ReturnType<typeof makeWhole>>;
let files: ReadonlyMap<string, Uint8Array>;
beforeAll(async () => {
  archive = await makeWhole();
  files = await readZip(archive.bytes);
});

const verify = (bytes: Uint8Array, options = {}) =>
  verifyOne(bytes, archive.key, { trusted: archive.trusted, invoice: OTHER, ...options });

describe('genuine evidence with another invoice', () => {
  it('has its own verdict, for an archive and for a bare report', async () => {
    for (const bytes of [archive.bytes, files.get('evidence.json')!]) {
      const verification = await verify(bytes);
      expect([verification.verdict, codesOf(verification)]).toEqual(['other_invoice', ['other_invoice']]);
      expect(verification.grade).not.toBeNull();
    }
  });

  it('is shown in amber with the name of the right invoice, and the mismatch is not listed as verified', async () => {
    const text = renderVerification(await verify(archive.bytes), 'sk').text;
    expect(text).toContain('class="verdict check"');
    expect(text).toContain('Protokol je pravý, ale patrí k inej faktúre (');
    const [wrong, verified] = text.split('Čo sa overilo');
    expect(wrong).toContain('Faktúra: je to iný súbor.');
    expect(verified).toContain('Podpis protokolu');
    expect(verified).not.toContain('iný súbor');
  });

  it('is not called genuine if the signer is not confirmed', async () => {
    const verification = await verify(archive.bytes, { trusted: null });
    expect(verification.verdict).toBe('other_invoice_unconfirmed');
    expect(renderVerification(verification, 'en').text).not.toContain('genuine');
  });

  it('cannot be verified if the signing key is not among the supplied keys', async () => {
    const verification = await verify(archive.bytes, { trusted: await keySet([]) });
    expect([verification.verdict, codesOf(verification)]).toEqual(['unverifiable', ['other_invoice']]);
  });

  it('is not genuine if the invoice inside the archive was replaced too', async () => {
    const entries = [...files].map(([name, content]) => ({ name, content: name === 'invoice.xml' ? OTHER : content }));
    const verification = await verify(makeZip(entries));
    expect(verification.verdict).toBe('not_genuine');
    expect(codesOf(verification)).toEqual(expect.arrayContaining(['invoice_differs invoice.xml', 'other_invoice']));
  });

  it('is not genuine if another file of the archive was changed', async () => {
    const entries = [...files].map(([name, content]) => ({ name, content: name === 'report.html' ? OTHER : content }));
    expect((await verify(makeZip(entries))).verdict).toBe('not_genuine');
  });
});
