import type { Correction, FileResult } from '@e-invoice/validator/issues';
import { makeValidator, type ValidationRequest } from '@e-invoice/validator/validation';
import { loadCodeLists, loadRulePacks, loadUblStructure } from '../../../src/app.ts';
import { findRoot } from '../../../src/platform/index.ts';

export type ValidateFile = (xml: string | Uint8Array, request?: Partial<ValidationRequest>) => FileResult;

/** A validator with all packs and code lists, for a fixed day of 2026. */
export async function makeFileValidator(): Promise<ValidateFile> {
  const root = findRoot();
  const { validate } = makeValidator({
    packs: await loadRulePacks(root),
    structure: loadUblStructure(root),
    codeLists: loadCodeLists(root),
  });
  return (xml, request = {}) =>
    validate(typeof xml === 'string' ? new TextEncoder().encode(xml) : xml, {
      filename: null,
      today: '2026-11-21',
      clock: () => 0,
      ...request,
    });
}

/**
 * Checks that corrections of money are classified as such; the expected class is derived only from the numbers of the
 * patch.
 */
function faultsOfCorrection(id: string, { patch, changes, note, title, resolves }: Correction): string[] {
  const faults: string[] = [];
  const isMoney = patch.some(
    ({ op, xpath, before, after }) =>
      op === 'replace' &&
      /Amount(\[\d+\])?$/.test(xpath) &&
      /^-?\d+(\.\d+)?$/.test(before ?? '') &&
      Number(before) !== Number(after),
  );
  if (isMoney && !changes.some((it) => ['amount_due', 'tax', 'line'].includes(it))) faults.push(`${id} hides money`);
  if (changes.length === 0 || (changes.includes('none') && changes.length > 1)) faults.push(`${id} changes ${changes}`);
  if (changes[0] !== 'none' && note === null) faults.push(`${id} has a correction without a note`);
  if (resolves.length === 0 || patch.length === 0) faults.push(`${id} corrects nothing`);
  if (title.sk === '' || title.en === '') faults.push(`${id} has a correction without a title`);
  return faults;
}

/** Violations of the contract of root causes in a result; empty when there are no violations. */
export function faultsOfCauses({ issues, root_causes }: FileResult): string[] {
  const faults: string[] = [];
  const owners = new Map<number, number>();
  for (const cause of root_causes) {
    const { id, issue_indexes, rule_ids, confidence, proven, corrections } = cause;
    for (const index of issue_indexes) {
      owners.set(index, (owners.get(index) ?? 0) + 1);
      if (!rule_ids.includes(issues[index]?.rule_id ?? '')) faults.push(`${id} has issue ${index} without its rule`);
    }
    if (issue_indexes.length === 0) faults.push(`${id} has no issue`);
    if (confidence <= 0 || confidence > 1) faults.push(`${id} has confidence ${confidence}`);
    const [only] = corrections;
    const isHarmless = corrections.length === 1 && only?.changes.join() === 'none';
    if (proven && !(isHarmless && issue_indexes.every((index) => only?.resolves.includes(index)))) {
      faults.push(`${id} is proven without one harmless correction`);
    }
    if (proven !== (cause.patch !== undefined)) faults.push(`${id} has a patch that is not proven`);
    for (const correction of corrections) faults.push(...faultsOfCorrection(id, correction));
    for (const text of [cause.title, cause.explanation, cause.fix, cause.fix.program, cause.fix.xml]) {
      if (/[{}]|undefined|\bnull\b|\(\s*\)|„“|""|\s[.,;:]\s|^\s*$|[^\d] – [).,]/.test(text.sk) || text.en === '') {
        faults.push(`${id} has the text ${text.sk} / ${text.en}`);
      }
    }
    if (/<?\b(cbc|cac):/.test(cause.fix.program.sk))
      faults.push(`${id} names XML elements in the text for accountants`);
    if (/[a-z]:/.test(cause.location) && cause.fix.xml.sk === cause.fix.program.sk) {
      faults.push(`${id} has no text for developers`);
    }
  }
  for (const [index, { level, rule_id }] of issues.entries()) {
    const count = owners.get(index) ?? 0;
    if (count > 1 || (count === 0 && level !== 'info')) faults.push(`${rule_id} (${index}) has ${count} causes`);
  }
  return faults;
}
