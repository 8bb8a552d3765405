import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CII_VOCABULARY, loadStructure, readCodeList, type Structure } from '@e-invoice/validator/validation';

/** Structure of UBL 2.1. */
export function loadUblStructure(root: string): Structure {
  return loadStructure(readUblTables(root));
}

export const readUblTables = (root: string): StructureTables => readTables(join(root, 'schematron/ubl-2.1'));

/** Structure of the Cross Industry Invoice D16B. */
export const loadCiiStructure = (root: string): Structure =>
  loadStructure(readCiiTables(root), undefined, CII_VOCABULARY);

export const readCiiTables = (root: string): StructureTables => readTables(join(root, 'schematron/cii-d16b'));

type StructureTables = { readonly structure: string; readonly datatypes: string };

function readTables(folder: string): StructureTables {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  return { structure: read('structure.tsv'), datatypes: read('datatypes.tsv') };
}

export function loadCodeLists(root: string): ReadonlyMap<string, readonly string[]> {
  const folder = join(root, 'schematron/codelists');
  return new Map(readdirSync(folder).map((name) => readCodeList(readFileSync(join(folder, name), 'utf8'))));
}
