import { documentsOf, type RulePack } from '@e-invoice/validator/validation';
import { loadCiiStructure, loadUblStructure } from './load-tables.ts';

/** Describes for the operator which documents a compiled pack applies to. */
export function describeBinding(root: string, pack: RulePack): string {
  const isForCii = pack.info.syntax === 'cii';
  const documents = documentsOf(pack, isForCii ? loadCiiStructure(root) : loadUblStructure(root));
  const name = `${pack.info.id}@${pack.info.version}`;
  if (documents.length === 0)
    return `Note: no rule of ${name} can match an invoice or credit note in UBL or CII, so it is not applied to any document.`;
  if (isForCii)
    return `${name} is applied to invoices in CII (CrossIndustryInvoice) when their validation is requested (cii=validate).`;
  const only = documents.length === 1 ? ' only' : '';
  return `${name} is applied to ${documents.join(' and ')} documents${only}.`;
}
