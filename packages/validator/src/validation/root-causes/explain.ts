import type { XmlDocument } from '@e-invoice/schematron/xml';
import type { Issue, RootCause } from '../../issues/index.ts';
import type { Structure } from '../layers/ubl-structure/index.ts';
import type { CodeLists } from '../suggestions/index.ts';
import { type Correction, type Mistake, makeCase } from './case.ts';
import { sayCause } from './cause-texts.ts';
import { detectMistakes } from './detect/index.ts';
import { enrichIssues } from './enrich.ts';
import { type Proof, prove, type Rejudge } from './prove.ts';

export type Explanation = { readonly issues: readonly Issue[]; readonly root_causes: readonly RootCause[] };

export type ExplainParts = {
  /** The document that was judged; null when there is none. */
  readonly document: XmlDocument | null;
  readonly structure: Structure;
  readonly codeLists: CodeLists;
  /** Judges a changed copy; null where corrections are not to be tried. */
  readonly rejudge: Rejudge | null;
};

/** Above this a file's corrections are not tried: its causes stay unproven. */
const MOST_CHARACTERS = 200_000;
const MOST_ISSUES = 500;
/** So many corrections of one file are tried, and so many characters judged again in all. */
const MOST_TRIALS = 12;
const MOST_JUDGED = 1_000_000;

/**
 * What stands behind the issues of a file: issues with what can be computed, and their root causes. Every fatal issue
 * and every warning belongs to exactly one cause. The work grows with the number of issues; without issues there is none.
 */
export function explainIssues(told: readonly Issue[], parts: ExplainParts): Explanation {
  if (told.length === 0) return { issues: told, root_causes: [] };
  const { document, structure, codeLists } = parts;
  const issues = enrichIssues(makeCase(told, document, structure), codeLists);
  if (told.every(({ level }) => level === 'info')) return { issues, root_causes: [] };
  const mistakes = detectMistakes(makeCase(issues, document, structure));
  const proofs = proveMistakes(mistakes, issues, parts);
  return { issues, root_causes: toCauses(mistakes, proofs, issues) };
}

function proveMistakes(
  mistakes: readonly Mistake[],
  issues: readonly Issue[],
  { document, rejudge }: ExplainParts,
): Map<Mistake, Proof> {
  const proofs = new Map<Mistake, Proof>();
  if (document === null || rejudge === null || issues.length > MOST_ISSUES) return proofs;
  const { text } = document;
  if (text.length > MOST_CHARACTERS || issues.every(({ level }) => level !== 'fatal')) return proofs;
  let trials = Math.min(MOST_TRIALS, Math.floor(MOST_JUDGED / text.length));
  for (const mistake of mistakes) {
    for (const make of mistake.corrections ?? []) {
      const correction: Correction | null = trials > 0 ? make() : null;
      if (correction === null) continue;
      trials -= 1;
      const proof = prove(text, issues, correction, rejudge);
      if (proof === null || !isWorthOffering(mistake, proof)) continue;
      proofs.set(mistake, proof);
      break;
    }
  }
  return proofs;
}

function isWorthOffering({ issues, isWholeOnly }: Mistake, { resolves }: Proof): boolean {
  const isResolved = (index: number): boolean => resolves.includes(index);
  return isWholeOnly === true ? issues.every(isResolved) : issues.some(isResolved);
}

/** What a proof resolves belongs to its cause, whatever the model thought; each issue to the first that has it. */
function toCauses(
  mistakes: readonly Mistake[],
  proofs: ReadonlyMap<Mistake, Proof>,
  issues: readonly Issue[],
): RootCause[] {
  const owner = new Map<number, Mistake>();
  for (const [mistake, { resolves }] of proofs)
    for (const index of resolves) if (!owner.has(index)) owner.set(index, mistake);
  const own = new Map<Mistake, number[]>(mistakes.map((mistake) => [mistake, []]));
  for (const mistake of mistakes) for (const index of mistake.issues) own.get(owner.get(index) ?? mistake)!.push(index);
  for (const [index, mistake] of owner) if (!own.get(mistake)!.includes(index)) own.get(mistake)!.push(index);
  const causes = mistakes
    .filter((mistake) => own.get(mistake)!.length > 0)
    .map((mistake) =>
      toCause(
        mistake,
        own.get(mistake)!.sort((a, b) => a - b),
        proofs.get(mistake) ?? null,
        issues,
      ),
    );
  const isFatal = (cause: RootCause): boolean => cause.issue_indexes.some((index) => issues[index]!.level === 'fatal');
  return causes.sort(
    (a, b) =>
      Number(isFatal(b)) - Number(isFatal(a)) ||
      b.issue_indexes.length - a.issue_indexes.length ||
      a.issue_indexes[0]! - b.issue_indexes[0]!,
  );
}

function toCause(
  mistake: Mistake,
  indexes: readonly number[],
  proof: Proof | null,
  issues: readonly Issue[],
): RootCause {
  const isProven = proof !== null && indexes.every((index) => proof.resolves.includes(index));
  return {
    id: mistake.id,
    ...sayCause(mistake.id, mistake.values ?? {}, indexes.length),
    issue_indexes: indexes,
    rule_ids: [...new Set(indexes.map((index) => issues[index]!.rule_id))],
    location: mistake.location ?? issues[indexes[0]!]!.location,
    confidence: mistake.confidence,
    proven: isProven,
    ...(proof !== null && toPatch(proof)),
  };
}

const OWED_NOTE = {
  sk: 'Pozor, oprava mení sumu, ktorú má kupujúci zaplatiť. Použite ju iba vtedy, keď je podľa vašich podkladov správna.',
  en: 'Note that this correction changes what the buyer has to pay. Take it only when your records say that it is right.',
};

function toPatch({ correction, resolves, makesValid }: Proof): Partial<RootCause> {
  const { edits, changesAmountDue = false, note } = correction;
  const said = changesAmountDue ? OWED_NOTE : note;
  return {
    patch: edits.map(({ op, xpath, before, after }) => ({ op, xpath, before, after })),
    resolves,
    makes_valid: makesValid,
    changes_amount_due: changesAmountDue,
    ...(said !== undefined && { patch_note: said }),
  };
}
