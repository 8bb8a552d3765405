import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type LockedPackage = { optionalDependencies?: Record<string, string> };

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, LockedPackage> };

// `npm ci` rejects a lock file without the packages of other platforms, and npm omits those that its registry lacked
// when the lock file was written.
test('the lock file contains the packages of every platform', () => {
  const missing = Object.entries(lock.packages).flatMap(([where, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`${where}/node_modules/${name}` in lock.packages) && !(`node_modules/${name}` in lock.packages),
    ),
  );
  expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

// NODE_ENV=production makes `npm ci` skip development packages, but `npm start` still has to build.
test('the packages for the build are not development dependencies', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  expect(dependencies).toMatchObject({ typescript: expect.any(String), '@types/node': expect.any(String) });
  expect(Object.keys(dependencies).filter((name) => `@types/${name}` in devDependencies)).toEqual([]);
});
