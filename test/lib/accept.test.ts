import { describe, expect, it } from 'vitest';
import { chooseMediaType } from '../../src/lib/accept.ts';

const OFFERS = ['application/json', 'text/html', 'application/pdf'];
const choose = (header: string | undefined, offers: readonly string[] = OFFERS): string | null =>
  chooseMediaType(header, offers);

describe('chooseMediaType', () => {
  it.each([
    ['application/json; charset=utf-8', 'application/json'],
    ['application/json;odata=verbose', 'application/json'],
    ['text/html;level=1;charset=ISO-8859-1', 'text/html'],
    ['TEXT/HTML;Charset="UTF-8"', 'text/html'],
    ['text/html ; charset=utf-8 ;q=0.5', 'text/html'],
    ['text/html;profile="a,application/json;q=1"', 'text/html'],
    ['text/html;profile="a\\",application/json"', 'text/html'],
    ['text/html;a', 'text/html'],
    ['text/html;', 'text/html'],
    ['text/html;q=0.5;ext=1', 'text/html'],
  ])('ignores parameters other than q: %s', (header, chosen) => {
    expect(choose(header)).toBe(chosen);
  });

  it.each([
    ['application/json;q=0.5, text/html', 'text/html'],
    ['application/json;q=0.5, text/html;charset=utf-8;q=0.6', 'text/html'],
    ['application/json;Q=0.5,text/html;Q=0.4', 'application/json'],
    ['application/json;q=.2, text/html;q=.3', 'text/html'],
    ['application/json;q=0.1234, text/html;q=0.12345', 'text/html'],
    ['application/json;q=1., text/html;q=7', 'application/json'],
    ['application/json;v=1;q=0.1, text/html;q=0.5, application/json;v=2;q=0.9', 'application/json'],
  ])('prefers the highest weight: %s', (header, chosen) => {
    expect(choose(header)).toBe(chosen);
  });

  it.each([
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['text/*, application/json;q=0.9', 'text/html'],
    ['*/*, text/html', 'text/html'],
    ['application/*;q=0.3, application/pdf;q=0.2, application/json;q=0.1', 'application/pdf'],
    ['text/html, application/json', 'text/html'],
    ['application/*, application/json;q=0.1', 'application/pdf'],
    ['*;q=.2', 'application/json'],
  ])('prefers the most specific range, then the order of the header, then of the offers: %s', (header, chosen) => {
    expect(choose(header)).toBe(chosen);
  });

  it.each([
    ['application/json;q=0', null],
    ['application/json;charset=utf-8;q=0', null],
    ['application/json;q=0, */*', 'text/html'],
    ['*/*;q=0', null],
    ['*/*;q=0, text/html;q=0.1', 'text/html'],
    ['application/*;q=0, */*;q=0.1', 'text/html'],
    ['image/png', null],
    ['application/json;version=2;q=0, application/json', 'application/json'],
    ['application/json;version=2;q=0, */*', 'application/json'],
  ])('excludes with a weight of 0: %s', (header, chosen) => {
    expect(choose(header)).toBe(chosen);
  });

  it.each([
    [undefined],
    [''],
    [' , ,, '],
    ['nonsense'],
    ['/json'],
    ['*/json'],
    ['text/html;q=high'],
    ['text/html;q=-1'],
    ['text/html;q='],
    ['text html/plain'],
    ['"text/html"'],
    [';q=1'],
    ['=;,"'],
  ])('treats a header without a valid member as absent: %s', (header) => {
    expect(choose(header)).toBe('application/json');
  });

  it('ignores invalid and empty members', () => {
    expect(choose(',nonsense, text/html;q=0.1,,image/*;q=up,')).toBe('text/html');
  });

  it('takes time linear in the length of the header', () => {
    const cost = (length: number): number => {
      const headers = ['a/a,', 'a/a;a="', ';', '"', 'a/a;q=0.1,', '\\"', ',', 'a'].map((part) =>
        part.repeat(length / part.length),
      );
      const times = Array.from({ length: 5 }, () => {
        const start = process.cpuUsage();
        for (const header of headers) choose(header);
        const { user, system } = process.cpuUsage(start);
        return user + system;
      });
      return Math.min(...times);
    };
    cost(1_024);
    // If the cost were quadratic, sixteen times the length would cost 256 times as much.
    expect(cost(16 * 65_536)).toBeLessThan(100 * Math.max(cost(65_536), 1_000));
  });
});
