import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadStructure, readCodeList, type Structure } from '@e-invoice/validator/validation';

/** Structure of UBL 2.1. */
export function loadUblStructure(root: string): Structure {
  return loadStructure(readUblTables(root));
}

export function readUblTables(root: string): { readonly structure: string; readonly datatypes: string } {
  const read = (name: string): string => readFileSync(join(root, 'schematron/ubl-2.1', name), 'utf8');
  return { structure: read('structure.tsv'), datatypes: read('datatypes.tsv') };
}

export function loadCodeLists(root: string): ReadonlyMap<string, readonly string[]> {
  const folder = join(root, 'schematron/codelists');
  return new Map(readdirSync(folder).map((name) => readCodeList(readFileSync(join(folder, name), 'utf8'))));
}
