import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRoot } from '../../src/platform/index.ts';
import { makeInvoice } from '../support/invoice-builder.ts';
import { type Sketch, sketch } from './sketch.ts';

/** Base document for mutations; parsed on demand, since a thousand trees take a lot of memory. */
export type Base = () => Sketch;

/** Documents of the project: canaries, golden files, the builder's. */
export function projectBases(): Base[] {
  const root = findRoot();
  const files = ['schematron/canaries', 'test/golden'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.xml') && !name.startsWith('not-well-formed'))
      .map((name) => readFileSync(join(root, folder, name))),
  );
  return [...files, Buffer.from(makeInvoice())].map(toBase);
}

/**
 * All bases, weighted so that about a fifth is from the project, since the corpus does not cover all of its rules.
 */
export function allBases(): Base[] {
  const [own, corpus] = [projectBases(), corpusBases()];
  const times = Math.max(1, Math.round(corpus.length / 4 / own.length));
  return [...Array.from({ length: times }, () => own).flat(), ...corpus];
}

/** Larger documents take time and cover no further rules. */
const MAX_BYTES = 200_000;

/** Well-formed documents of usual size in the conformance corpus; empty when it is not available. */
export function corpusBases(): Base[] {
  const folder = join(process.env.CONFORMANCE_DIR ?? join(findRoot(), '../shared/conformance'), 'corpus');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.xml'))
    .sort()
    .flatMap((name) => {
      const bytes = readFileSync(join(folder, name));
      try {
        return bytes.length > MAX_BYTES ? [] : [read(bytes)];
      } catch {
        return [];
      }
    });
}

function toBase(bytes: Uint8Array): Base {
  const known = sketch(bytes);
  return () => known;
}

function read(bytes: Uint8Array): Base {
  sketch(bytes);
  return () => sketch(bytes);
}
