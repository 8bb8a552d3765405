import { describe, expect, it } from 'vitest';
import { readRestrictions } from '../../../packages/validator/src/validation/layers/restrictions/index.ts';

const HEADER = 'rule_id\tlevel\toccurs\twithin\tpath\n';
const CAC = '{urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2}';
const CBC = '{urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2}';

const read = (...rows: string[]) => readRestrictions(`${HEADER}${rows.join('\n')}\n`);

describe('table of restrictions', () => {
  it('reads relative paths, paths from anywhere, attributes and both kinds of lines', () => {
    expect(read('A\twarning\t0\t/\tcac:Delivery/cbc:ID/@schemeID')[0]).toEqual({
      ruleId: 'A',
      level: 'warning',
      occurs: { least: 0, most: 0 },
      within: null,
      path: { anywhere: false, steps: [[`${CAC}Delivery`], [`${CBC}ID`]], attribute: 'schemeID' },
      written: 'cac:Delivery/cbc:ID/@schemeID',
      writtenWithin: null,
    });
    expect(read('A\tfatal\t0\t/\t//@format')[0]?.path).toEqual({ anywhere: true, steps: [], attribute: 'format' });
    expect(read('A\tfatal\t0\t/\t@languageID')[0]?.path).toEqual({
      anywhere: false,
      steps: [],
      attribute: 'languageID',
    });
    expect(read('A\tfatal\t0..1\tline\tcbc:Note')[0]?.within).toEqual({
      of: [{ anywhere: true, steps: [[`${CAC}InvoiceLine`, `${CAC}CreditNoteLine`]] }],
      except: [],
    });
  });

  it('reads alternatives, exceptions and ends of names in the scope', () => {
    expect(read('A\tfatal\t0\t/cac:Item/cbc:Name | cac:*Party except *:*Party\tcbc:ID')[0]?.within).toEqual({
      of: [
        { anywhere: false, steps: [[`${CAC}Item`], [`${CBC}Name`]] },
        { anywhere: true, steps: [[`${CAC}*Party`]] },
      ],
      except: [{ anywhere: true, steps: [['{*}*Party']] }],
    });
  });

  it('reads the number of occurrences', () => {
    const occurs = (text: string) => read(`A\tfatal\t${text}\t/\tcbc:ID`)[0]?.occurs;
    expect(occurs('1')).toEqual({ least: 1, most: 1 });
    expect(occurs('0..2')).toEqual({ least: 0, most: 2 });
    expect(occurs('1..*')).toEqual({ least: 1, most: Number.POSITIVE_INFINITY });
  });

  it('accepts both kinds of line ends', () => {
    expect(readRestrictions(`${HEADER}A\tfatal\t0\t/\tcbc:ID\n`.replaceAll('\n', '\r\n'))).toHaveLength(1);
  });

  it.each([
    ['A\tfatal\t0\t/', 'line 2: a row has five cells'],
    ['A\terror\t0\t/\tcbc:ID', 'line 2: "error" is no level'],
    ['A\tfatal\tmany\t/\tcbc:ID', 'line 2: "many" is no number of occurrences'],
    ['A\tfatal\t2..1\t/\tcbc:ID', 'line 2: "2..1" ends before it begins'],
    ['A\tfatal\t0\t/\tfoo:ID', 'line 2: "foo:ID" is no element name'],
    ['A\tfatal\t0\t/\tcbc:ID[1]', 'line 2: "cbc:ID[1]" is no element name'],
    ['A\tfatal\t0\t*:ID\tcbc:ID', 'line 2: "*:ID" is no element name'],
    ['A\tfatal\t0\tline except line except line\tcbc:ID', 'has exceptions of exceptions'],
    ['A\tfatal\t0\tID\tcbc:ID', 'line 2: "ID" is no element name'],
  ])('rejects %j', (row, reason) => {
    expect(() => read(row)).toThrow(reason);
  });

  it('rejects a repeated rule id and an unknown header', () => {
    expect(() => read('A\tfatal\t0\t/\tcbc:ID', 'A\tfatal\t0\t/\tcbc:Name')).toThrow('line 3: A comes twice');
    expect(() => readRestrictions('id\tpath\n')).toThrow('must begin with the columns rule_id');
  });
});
