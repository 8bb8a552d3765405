import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../../support/cases.ts';
import { find, type Mutation, makeCreditNote, makeInvoice, type Part, text } from '../../support/invoice-builder.ts';
import { makePackValidator, type PackValidator } from '../../support/pack-validator.ts';

let sk: PackValidator;
beforeAll(async () => {
  sk = await makePackValidator('sk/1.0.0');
});

/** The indexes of all elements below the root, in document order. */
function elementsOf(make: typeof makeInvoice): number[] {
  const countIn = ({ children }: Part): number => children.reduce((sum, child) => sum + 1 + countIn(child), 0);
  let count = 0;
  make((document) => {
    count = countIn(document);
  });
  return Array.from({ length: count }, (_, index) => index);
}

/** Changes the element with that index in document order. */
function atElement(document: Part, index: number, change: (parent: Part, position: number) => void): void {
  let left = index;
  const walk = (parent: Part): boolean =>
    parent.children.some((child, position) => {
      if (left === 0) change(parent, position);
      left -= 1;
      return left < 0 || walk(child);
    });
  walk(document);
}

const changes: Record<string, (parent: Part, position: number) => void> = {
  'an element too many': ({ children }, position) => {
    children.splice(position, 0, structuredClone(children[position]!));
  },
  'an element with another text': ({ children }, position) => {
    children[position]!.text = '0245: SK-x/ž %';
  },
  'an element without content': ({ children }, position) => {
    Object.assign(children[position]!, { text: '', children: [] });
  },
  'an element without attributes': ({ children }, position) => {
    children[position]!.attributes.clear();
  },
  'an element too few': ({ children }, position) => {
    children.splice(position, 1);
  },
};

describe('no rule is undetermined, which would count as fatal', () => {
  for (const [name, change] of Object.entries(changes)) {
    it.each([
      ['an invoice', makeInvoice],
      ['a credit note', makeCreditNote],
    ])(`by ${name}, anywhere in %s`, (_, make) => {
      const open: string[] = [];
      for (const index of sampleOf(elementsOf(make), 4)) {
        const found = sk.validate(make((document) => atElement(document, index, change)));
        open.push(...found.filter((id) => id.endsWith('?')).map((id) => `${id} ${index}`));
      }
      expect(open).toEqual([]);
    });
  }
});

describe('severities', () => {
  it('every rule is at most a warning and names its source', () => {
    for (const { id, flag, see } of sk.pack.rules) {
      expect([id, flag]).toEqual([id, expect.stringMatching(/^(warning|information)$/)]);
      expect([id, see]).toEqual([id, expect.stringMatching(/\w/)]);
    }
  });
});

describe('the table of rules', () => {
  it('lists every rule with its severity and source', () => {
    const table = readFileSync(new URL('../../../schematron/sk/README.md', import.meta.url), 'utf8');
    const listed = [...table.matchAll(/^\| (SK-R-\d+) \| (\w+) \| .+ \| (.+?) \| [ASK][^|]*\|$/gm)];
    const rules = sk.pack.rules.map(({ id, flag, see }) => [id, flag === 'information' ? 'info' : flag, see]);
    expect(listed.map(([, ...row]) => row)).toEqual(rules.sort(([a], [b]) => (a! < b! ? -1 : 1)));
  });
});

describe('an invoice between foreign parties', () => {
  const foreign: Mutation[] = [
    (document) => {
      const walk = (at: Part): void => {
        if (at.name === 'cbc:IdentificationCode') at.text = 'AT';
        if (at.name === 'cbc:CompanyID' || at.name === 'cbc:EndpointID') {
          at.text = 'ATU00000000';
          at.attributes.clear();
        }
        at.children.forEach(walk);
      };
      walk(document);
    },
    text('cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID', 'AT000000000000000000'),
    text('cac:PaymentMeans/cbc:PaymentID', 'RE-2026-000000000042'),
    text('cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:Percent', '20'),
    text('cbc:DueDate', '2020-01-01'),
    text('cbc:DocumentCurrencyCode', 'CHF'),
    (document) => {
      find(document, 'cac:AccountingSupplierParty/cac:Party/cac:PostalAddress').children.splice(0, 3);
    },
  ];

  it('has no findings', () => {
    expect(sk.validate(makeInvoice(...foreign))).toEqual([]);
  });
});
