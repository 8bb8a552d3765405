import { parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import { termsAt } from '../../catalog/index.ts';
import type { Issue, RootCause, Text } from '../../issues/index.ts';
import { askQuestions } from './ask-questions.ts';
import type { Books } from './books.ts';
import { type Correction, type Mistake, makeCase } from './case.ts';
import { type CauseId, type CauseTexts, describeCause } from './cause-texts.ts';
import { changesOf } from './changes.ts';
import { type BooksCheck, checkBooks } from './check-books.ts';
import { type CountUnlisted, makeCountUnlisted } from './count-unlisted.ts';
import { describeEdits } from './describe-edits.ts';
import { describeEffect } from './describe-effect.ts';
import { type DescribeLines, makeDescribeLines } from './describe-lines.ts';
import { detectMistakes, detectors, detectorsOfInfos } from './detect/index.ts';
import { enrichIssues } from './enrich.ts';
import { type ExplainParts, type Explanation, explainInfos } from './explain-infos.ts';
import { noteOf } from './note-of.ts';
import { applyEdits } from './patch/edit.ts';
import { rememberSplices } from './patch/remembered.ts';
import { makePathFinder } from './paths.ts';
import { readBooksOf, readCopy } from './read-books.ts';
import { prove, type Proof as Verified } from './verify-correction.ts';
import { whenComputable } from './when-computable.ts';

type OfferedCorrection = RootCause['corrections'][number];

/** A verified correction and what it does to the books; null when it changes no number. */
type Proof = Verified & { readonly books: BooksCheck | null };

/**
 * Causes whose corrections are also tried in a valid file. The rules of a misspelt specification did not run; an
 * attribute with the wrong name and a VAT identifier under another tax have a certain correction.
 */
const TRIED_IN_VALID: ReadonlySet<CauseId> = new Set([
  'customization-misspelt',
  'scheme-attribute-name',
  'vat-number-under-other-tax',
  'ico-dic-swapped',
  'city-post-code-swapped',
  'account-name-swapped',
  'rounding-as-line',
]);

/** Corrections are not tried in files above these limits. */
const MAX_CHARACTERS = 200_000;
const MAX_ISSUES = 500;
/** Maximum number of corrections tried per mistake and per file, and of characters revalidated in total. */
const MAX_OF_ONE = 6;
const MAX_TRIALS = 12;
const MAX_VALIDATED = 240_000;

/**
 * Explains the issues of a file: adds computed data to the issues and finds their root causes. Every fatal issue and
 * every warning belongs to exactly one cause. The cost grows with the number of issues and is zero without issues.
 */
export function explainIssues(reported: readonly Issue[], parts: ExplainParts): Explanation {
  const infos = explainInfos(reported, parts);
  if (infos !== null) return infos;
  const { document, codeLists } = parts;
  const issues = enrichIssues(makeCase(reported, parts), codeLists);
  const isInfo = issues.every(({ level }) => level === 'info');
  const mistakes = detectMistakes(makeCase(issues, parts), isInfo ? detectorsOfInfos : detectors);
  const proofs = proveMistakes(mistakes, issues, parts);
  const root_causes = toCauses(
    mistakes,
    proofs,
    issues,
    makeDescribeLines(document?.root ?? null),
    makePathFinder(document),
    makeCountUnlisted(issues, parts.unreported),
  );
  return { issues: withoutContradiction(issues, root_causes), root_causes };
}

/** Drops computed expected values that the best correction of the cause does not write: they would contradict it. */
function withoutContradiction(issues: readonly Issue[], causes: readonly RootCause[]): readonly Issue[] {
  const dropped = new Set<number>();
  for (const { issue_indexes, corrections } of causes) {
    const [first] = corrections;
    if (first === undefined) continue;
    for (const index of issue_indexes) {
      const { calculation, expected, business_terms } = issues[index]!;
      const right = calculation === undefined || expected === null ? null : parseDecimal(expected);
      if (right === null) continue;
      const isWritten = first.patch.some(
        ({ xpath, after }) =>
          parseDecimal(after ?? '')?.compare(right) === 0 &&
          termsAt(xpath).some(({ id }) => business_terms.includes(id)),
      );
      if (!isWritten) dropped.add(index);
    }
  }
  return dropped.size === 0
    ? issues
    : issues.map((issue, index) => (dropped.has(index) ? { ...issue, expected: null } : issue));
}

function proveMistakes(
  mistakes: readonly Mistake[],
  issues: readonly Issue[],
  { document, revalidate }: ExplainParts,
): Map<Mistake, readonly Proof[]> {
  const proofs = new Map<Mistake, readonly Proof[]>();
  if (document === null || revalidate === null || issues.length > MAX_ISSUES) return proofs;
  const { text } = document;
  const shouldTry = issues.some(({ level }) => level === 'fatal') || mistakes.some(({ id }) => TRIED_IN_VALID.has(id));
  if (text.length > MAX_CHARACTERS || !shouldTry) return proofs;
  let trials = Math.min(MAX_TRIALS, Math.floor(MAX_VALIDATED / text.length));
  // A correction that falsifies the invoice costs no validation; reading its copy is cheap, but not free.
  let checks = 2 * trials;
  let books: Books | null = null;
  for (const mistake of mistakes) {
    const accepted: Proof[] = [];
    const tried = new Set<string>();
    for (const make of mistake.corrections ?? []) {
      const isTried = trials > 0 && checks > 0 && tried.size < MAX_OF_ONE;
      const correction: Correction | null = isTried ? whenComputable(make, () => null) : null;
      if (correction === null) continue;
      const changed = applyEdits(text, correction.edits);
      if (changed === null || tried.has(changed)) continue;
      let check: BooksCheck | null = null;
      if (isOfBooks(correction)) {
        checks -= 1;
        books ??= readBooksOf(document.root);
        const copy = readCopy(changed);
        check = copy === null ? null : checkBooks(books, copy, correction.isRounding);
        if (check?.isFalse === true) continue;
      }
      tried.add(changed);
      trials -= 1;
      const proof = prove(changed, text, issues, correction, revalidate);
      if (proof === null || (proof.makesValid && check?.isUnbalanced === true)) continue;
      if (shouldOffer(mistake, proof, issues)) accepted.push({ ...proof, books: check });
    }
    if (accepted.length > 0) proofs.set(mistake, bestOf(mistake, accepted, issues));
  }
  return proofs;
}

/** Whether a correction changes numbers, categories or groups of the lines, the breakdown or the totals. */
const isOfBooks = ({ edits }: Correction): boolean =>
  edits.some(({ xpath }) =>
    /\/(?:cac:(?:TaxTotal|LegalMonetaryTotal|AllowanceCharge|InvoiceLine|CreditNoteLine)|ram:(?:ApplicableTradeTax|SpecifiedTradeSettlementHeaderMonetarySummation|SpecifiedTradeAllowanceCharge|IncludedSupplyChainTradeLineItem))\b/.test(
      xpath,
    ),
  );

function shouldOffer({ issues, isWholeOnly }: Mistake, { resolves }: Verified, all: readonly Issue[]): boolean {
  const isResolved = (index: number): boolean => resolves.includes(index);
  if (isWholeOnly !== true) return issues.some(isResolved);
  // Information may remain unresolved.
  return issues.every((index) => isResolved(index) || all[index]!.level === 'info');
}

/** Operators that leave a trace in the wrong number: the same digits, or a scale. */
const TRACED = ['swap', 'turn-digits', 'percent', 'cents', 'without-vat', 'sign', 'decimal-point'];

/**
 * The corrections that leave the fewest issues of the mistake, other than information; those that make the file valid
 * first, then those with a trace of the mistake, then those that keep more of what accounting holds, then the likeliest.
 */
function bestOf({ issues, isOrdered }: Mistake, proofs: readonly Proof[], all: readonly Issue[]): Proof[] {
  const needed = issues.filter((index) => all[index]!.level !== 'info');
  const left = ({ resolves }: Proof): number => needed.filter((index) => !resolves.includes(index)).length;
  const fewest = Math.min(...proofs.map(left));
  const isTraced = ({ correction }: Proof): boolean => isOrdered !== true && TRACED.includes(correction.id ?? '');
  const weightOf = ({ books }: Proof): number => (isOrdered === true ? 0 : (books?.weight ?? 0));
  return proofs
    .filter((proof) => left(proof) === fewest)
    .sort(
      (a, b) =>
        Number(b.makesValid) - Number(a.makesValid) ||
        Number(isTraced(b)) - Number(isTraced(a)) ||
        weightOf(a) - weightOf(b),
    );
}

/**
 * Assigns issues to causes. An issue that the first correction of a mistake resolves belongs to that mistake, even if
 * another detector claimed it.
 */
function toCauses(
  mistakes: readonly Mistake[],
  proofs: ReadonlyMap<Mistake, readonly Proof[]>,
  issues: readonly Issue[],
  describeLines: DescribeLines,
  pathAt: (location: string) => string,
  countUnlisted: CountUnlisted,
): RootCause[] {
  const owner = new Map<number, Mistake>();
  // Corrections that make the file valid take precedence over others that resolve the same issue.
  const makesAll = ([, [first]]: readonly [Mistake, readonly Proof[]]): boolean => first?.makesValid === true;
  for (const [mistake, [first]] of [...proofs].sort((a, b) => Number(makesAll(b)) - Number(makesAll(a))))
    for (const index of first?.resolves ?? []) if (!owner.has(index)) owner.set(index, mistake);
  const own = new Map<Mistake, number[]>(mistakes.map((mistake) => [mistake, []]));
  for (const mistake of mistakes) for (const index of mistake.issues) own.get(owner.get(index) ?? mistake)!.push(index);
  for (const [index, mistake] of owner) if (!own.get(mistake)!.includes(index)) own.get(mistake)!.push(index);
  const causes = mistakes
    .filter((mistake) => own.get(mistake)!.length > 0)
    .map((mistake) =>
      toCause(
        mistake,
        own.get(mistake)!.sort((a, b) => a - b),
        proofs.get(mistake) ?? [],
        issues,
        describeLines,
        pathAt,
        countUnlisted,
      ),
    );
  const isFatal = (cause: RootCause): boolean => cause.issue_indexes.some((index) => issues[index]!.level === 'fatal');
  const makesValid = ({ corrections }: RootCause): boolean => corrections[0]?.makes_valid === true;
  return causes.sort(
    (a, b) =>
      Number(isFatal(b)) - Number(isFatal(a)) ||
      Number(makesValid(b)) - Number(makesValid(a)) ||
      b.confidence - a.confidence ||
      b.issue_indexes.length - a.issue_indexes.length ||
      a.issue_indexes[0]! - b.issue_indexes[0]!,
  );
}

function toCause(
  mistake: Mistake,
  indexes: readonly number[],
  proofs: readonly Proof[],
  issues: readonly Issue[],
  describeLines: DescribeLines,
  pathAt: (location: string) => string,
  countUnlisted: CountUnlisted,
): RootCause {
  const [first] = proofs;
  const gone = indexes.filter((index) => first?.resolves.includes(index) === true);
  // An alternative that leaves a warning is still offered: only the accounting records show the intended value.
  const needed = gone.filter((index) => issues[index]!.level === 'fatal');
  const offered = proofs.filter(({ resolves }) =>
    (needed.length > 0 ? needed : gone).every((index) => resolves.includes(index)),
  );
  const corrections = offered.map(toCorrection).map(withUniqueId);
  const [only] = corrections;
  const isProven =
    only !== undefined &&
    corrections.length === 1 &&
    mistake.isDoubtful !== true &&
    only.changes.every((change) => change === 'none') &&
    indexes.every((index) => only.resolves.includes(index));
  const { id, values = {}, location: place } = first?.correction.texts ?? mistake;
  const questions = askQuestions(
    corrections.map(({ id: name, title }, at) => ({ id: name, title, edits: offered[at]!.correction.edits })),
  );
  const own = indexes.map((index) => issues[index]!);
  const location = place ?? own[0]!.location;
  const business_terms = own.slice(0, MAX_OF_ONE).flatMap((issue) => issue.business_terms);
  return {
    id,
    ...atLines(
      describeCause(
        id,
        values,
        indexes.length,
        { location, path: pathAt(location), business_terms },
        countUnlisted(indexes),
      ),
      describeLines(place === undefined ? own.slice(0, MAX_OF_ONE).map((issue) => issue.location) : [place]),
    ),
    issue_indexes: indexes,
    rule_ids: [...new Set(own.map(({ rule_id }) => rule_id))],
    location,
    confidence: mistake.confidence,
    proven: isProven,
    corrections,
    ...(questions.length > 0 && { questions }),
    ...(isProven && {
      patch: only.patch,
      resolves: only.resolves,
      makes_valid: only.makes_valid,
      changes_amount_due: false,
    }),
  };
}

/** Adds the line numbers unless the texts already state them. */
function atLines({ namesLine, ...texts }: ReturnType<typeof describeCause>, lines: Text): CauseTexts {
  if (lines.sk === '' || namesLine) return texts;
  const { explanation } = texts;
  return {
    ...texts,
    explanation: { sk: `${explanation.sk} ${lines.sk}`.trim(), en: `${explanation.en} ${lines.en}`.trim() },
  };
}

function toCorrection({ correction, resolves, makesValid, books }: Proof): OfferedCorrection {
  const patch = correction.edits.map(({ op, xpath, before, after }) => ({ op, xpath, before, after }));
  const splices = correction.edits.flatMap((edit) => edit.splices);
  rememberSplices(patch, splices);
  const changes = changesOf(patch);
  return {
    id: correction.id ?? 'replace',
    title: describeEffect(describeEdits(correction.edits), patch, books),
    patch,
    resolves,
    makes_valid: makesValid,
    changes,
    note: correction.note ?? noteOf(changes, patch),
    money: { amount_due: (books?.due ?? ZERO).toString(), tax: (books?.vat ?? ZERO).toString() },
  };
}

/** Several corrections of a cause may come from one method; questions name them by id. */
function withUniqueId(
  correction: OfferedCorrection,
  index: number,
  all: readonly OfferedCorrection[],
): OfferedCorrection {
  const { id } = correction;
  const earlier = all.slice(0, index).filter((it) => it.id === id).length;
  return earlier === 0 ? correction : { ...correction, id: `${id}-${earlier + 1}` };
}
