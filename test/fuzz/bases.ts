import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRoot } from '../../src/platform/index.ts';
import { makeInvoice } from '../support/invoice-builder.ts';
import { type Sketch, sketch } from './sketch.ts';

/** A document from which others are made; read when it is wanted, because a thousand trees take a lot of memory. */
export type Base = () => Sketch;

/** The documents of the project: canaries, goldens, the builder's. */
export function projectBases(): Base[] {
  const root = findRoot();
  const files = ['schematron/canaries', 'test/golden'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.xml') && !name.startsWith('not-well-formed'))
      .map((name) => readFileSync(join(root, folder, name))),
  );
  return [...files, Buffer.from(makeInvoice())].map(kept);
}

/** Everything to start from, so that about every fifth document comes from the project, whose rules the corpus knows not all. */
export function allBases(): Base[] {
  const [own, corpus] = [projectBases(), corpusBases()];
  const times = Math.max(1, Math.round(corpus.length / 4 / own.length));
  return [...Array.from({ length: times }, () => own).flat(), ...corpus];
}

/** Larger documents add time and no rules. */
const MAX_BYTES = 200_000;

/** The documents of the conformance corpus that are well-formed and of a usual size; none where it is not at hand. */
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

function kept(bytes: Uint8Array): Base {
  const known = sketch(bytes);
  return () => known;
}

function read(bytes: Uint8Array): Base {
  sketch(bytes);
  return () => sketch(bytes);
}
