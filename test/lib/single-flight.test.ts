import { expect, it } from 'vitest';
import { makeSingleFlight } from '../../src/lib/single-flight.ts';

it('shares one call, including its failure, between concurrent callers and starts a new one afterwards', async () => {
  const share = makeSingleFlight<number>();
  let works = 0;
  const finish: ((fails: boolean) => void)[] = [];
  const work = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const made = ++works;
      finish.push((fails) => (fails ? reject(new Error('no')) : resolve(made)));
    });
  const first = [share('a', work), share('a', work), share('b', work)];
  expect(works).toBe(2);
  finish[0]!(false);
  finish[1]!(false);
  expect(await Promise.all(first)).toEqual([1, 1, 2]);
  const second = [share('a', work), share('a', work)];
  finish[2]!(true);
  expect((await Promise.allSettled(second)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const third = share('a', work);
  finish[3]!(false);
  expect(await third).toBe(4);
});
