import { documentsOf, type RulePack } from '@e-invoice/validator/validation';
import { loadUblStructure } from './load-tables.ts';

/**
 * Describes for the operator which documents a compiled pack applies to. Rules for CII can be installed like others,
 * but apply to no document.
 */
export function describeBinding(root: string, pack: RulePack): string {
  const documents = documentsOf(pack, loadUblStructure(root));
  const name = `${pack.info.id}@${pack.info.version}`;
  if (documents.length === 0)
    return `Note: no rule of ${name} can match a UBL Invoice or CreditNote, so it is not applied to any document. Only UBL is validated; invoices in CII are reported as CII-UNSUPPORTED.`;
  const only = documents.length === 1 ? ' only' : '';
  return `${name} is applied to ${documents.join(' and ')} documents${only}.`;
}
