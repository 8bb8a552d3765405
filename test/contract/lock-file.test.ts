import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type LockedPackage = { optionalDependencies?: Record<string, string> };

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, LockedPackage> };

// `npm ci` refuses a lock file that leaves out the packages of other platforms, and npm leaves out those which the
// registry it was written with did not have.
test('the lock file names the packages of every platform', () => {
  const missing = Object.entries(lock.packages).flatMap(([where, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`${where}/node_modules/${name}` in lock.packages) && !(`node_modules/${name}` in lock.packages),
    ),
  );
  expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

// NODE_ENV=production makes `npm ci` leave the development packages out, and `npm start` still has to build.
test('what the build needs is no development package', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  expect(dependencies).toMatchObject({ typescript: expect.any(String), '@types/node': expect.any(String) });
  expect(Object.keys(dependencies).filter((name) => `@types/${name}` in devDependencies)).toEqual([]);
});
