import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadReferencePack, type SaxonValidator } from '../../src/modules/validation/reference-validator/index.ts';
import { makeInvoice, remove, text } from '../support/invoice-builder.ts';
import { makeBothValidators, referenceSetup, type ValidateWithBoth } from '../support/reference.ts';
import { differencesIn } from './find-differences.ts';
import { makeSaxonHe, type SaxonHe, SaxonHeEnded, whyNoSaxonHe } from './saxon-he.ts';

/** Debian's path; on other systems the tests that need it are skipped. */
const JAR = '/usr/share/java/Saxon-HE.jar';
const missing = whyNoSaxonHe(JAR);

it('names the required packages when Saxon-HE is missing', () => {
  expect(() => makeSaxonHe(join(tmpdir(), 'none.jar'))).toThrow(/There is no .*none\.jar .*libsaxonhe-java/);
});

describe.skipIf(missing !== null)(`Saxon-HE${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  let both: ValidateWithBoth;
  let he: SaxonValidator;
  let started: SaxonHe | null = null;
  afterAll(() => started?.close());
  beforeAll(async () => {
    started = makeSaxonHe(JAR);
    both = await makeBothValidators(started.makeValidator);
    he = (await loadReferencePack(referenceSetup.packs[0]!, started.makeValidator)).judges[0]!;
    expect(await started.start()).toMatch(/^Saxon-HE \d/);
  });

  it.each([
    ['a valid invoice', makeInvoice(), 0],
    ['an invoice that violates rules', makeInvoice(remove('cbc:ID'), text('cbc:IssueDate', 'soon')), 2],
    ['supplementary characters, also in comments', makeInvoice(text('cbc:ID', '\u{1f4b6}<!-- č -->')), 0],
    ['a further invoice', makeInvoice(remove('cbc:ID')), 1],
  ])('agrees with the engine on %s', (_, xml, least) => {
    const bytes = Buffer.from(xml);
    expect(differencesIn(both, bytes)).toEqual([]);
    expect(both(bytes).reference.issues.length).toBeGreaterThanOrEqual(least);
  });

  it('rejects the year 0000, as in XML Schema 1.0 (PEPPOL-EN16931-F001)', () => {
    const bytes = Buffer.from(makeInvoice(text('cbc:IssueDate', '0000-01-01')));
    expect(differencesIn(both, bytes, 'peppol-bis-3')).toEqual([]);
    const rules = both(bytes, 'peppol-bis-3').reference.issues.map(({ rule_id }) => rule_id);
    expect(rules).toContain('PEPPOL-EN16931-F001');
  });

  it('rejects a document type even without the preceding filter', () => {
    const { error, findings } = he.validate('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/hostname">]><a>&b;</a>');
    expect(findings).toEqual([]);
    expect(error?.message).toMatch(/DOCTYPE/);
    expect(he.validate('<a/>').error).toBeNull();
  });

  it('does not report its own crash as a difference', () => {
    const gone: ValidateWithBoth = () => {
      throw new SaxonHeEnded('Saxon-HE ended');
    };
    expect(() => differencesIn(gone, Buffer.from('<a/>'))).toThrow(SaxonHeEnded);
  });
});
