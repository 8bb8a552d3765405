import { parseXml } from '@e-invoice/schematron/xml';
import type { RuleSources } from './open-sources.ts';
import { PackRefused } from './pack-refused.ts';

const SCHEMATRON = 'http://purl.oclc.org/dsdl/schematron';

/**
 * Returns the Schematron schema of a release: the named one, or the only one.
 *
 * @throws PackRefused when there is no schema, or several and no name was passed; the message lists them
 */
export function findSchema(sources: RuleSources, named: string | null): string {
  const schemas = sources.paths.filter((path) => path.endsWith('.sch') && isSchema(sources.read(path)));
  if (named !== null) {
    if (schemas.includes(named)) return named;
    throw new PackRefused(`No schema ${named}; available: ${schemas.join(', ') || '(no schema)'}`);
  }
  if (schemas.length === 1) return schemas[0]!;
  if (schemas.length === 0) throw new PackRefused('No Schematron schema (*.sch) found');
  throw new PackRefused(`Several schemas found; select one with --schema: ${schemas.join(', ')}`);
}

/** Whether the file is a complete schema, not a part included by another one. */
function isSchema(bytes: Uint8Array): boolean {
  const parsed = parseXml(bytes);
  return parsed.ok && parsed.document.root.local === 'schema' && parsed.document.root.uri === SCHEMATRON;
}
