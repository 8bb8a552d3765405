import {
  DEFAULT_XML_LIMITS,
  type NamePool,
  parseXml,
  type XmlDocument,
  type XmlLimits,
} from '@e-invoice/schematron/xml';
import { type Comparison, type FileResult, type Issue, type Layer, SEMANTIC_DIGEST_VERSION } from '../issues/index.ts';
import { type Sha256, sha256 } from '../sha256.ts';
import { choose, chooseForNothing, type Repetition } from './choose-by-syntax.ts';
import { type Choice, isBeyond } from './choose-ruleset.ts';
import { type CiiParts, isCii } from './cii.ts';
import { compareResults, comparisonRequest } from './compare-results.ts';
import { describeRuleset, type SkipReason } from './describe-ruleset.ts';
import { explainIssues, kindOfFile } from './explain-causes.ts';
import { checkDocumentType } from './layers/document-type.ts';
import { envelopeIssues } from './layers/envelope.ts';
import { notApplicableIssue, notInstalledIssue } from './layers/not-installed.ts';
import { checkRules } from './layers/rules.ts';
import { openEnvelope } from './layers/sbdh/index.ts';
import { type Structure, structureWith } from './layers/structure/index.ts';
import { structureIssues } from './layers/structure.ts';
import { xmlIssues } from './layers/xml.ts';
import { maskResult } from './mask-cards.ts';
import { documentTypeOf, NO_SUMMARY } from './read-profile.ts';
import { isRulesRefusal, LayerNotInRuleset } from './refusals.ts';
import { renameElements } from './rename-elements.ts';
import { countUnreported, type FoundIssue, renderIssues } from './render-issues.ts';
import type { RulePack } from './rule-pack.ts';
import { layersOf } from './ruleset.ts';
import { DOCUMENT_MISSING, NOT_WELL_FORMED, UNSUPPORTED_DOCUMENT_TYPE } from './skip-reasons.data.ts';
import type { CodeLists } from './suggestions/index.ts';
import { hasRuleset, type SyntaxParts, syntaxesOf } from './syntax.ts';

export type ValidationRequest = {
  readonly filename: string | null;
  /** An installed ruleset, with or without a version; unset: chosen by the document's profile. */
  readonly ruleset?: string | undefined;
  /** `YYYY-MM-DD`: apply the releases in force on that day; unset: those of today, or the nearest. */
  readonly asOf?: string | undefined;
  /** Report only these layers. */
  readonly layers?: readonly Layer[] | undefined;
  /** Repeat an earlier validation with the packs that its result names. */
  readonly repeat?: Repetition | undefined;
  /** How to treat Cross Industry Invoices; unset: reported as unsupported, unless `ruleset` is one for CII. */
  readonly cii?: 'validate' | 'unsupported' | undefined;
  /** A ruleset, with or without a version, or a day (`YYYY-MM-DD`) to compare the result with. */
  readonly compare?: string | undefined;
  /** `today`: `YYYY-MM-DD`; `clock`: milliseconds, for `duration_ms`. */
  readonly today: string;
  readonly clock: () => number;
  /** Processor time in milliseconds, which limits the work on corrections; unset: `clock`. */
  readonly processor?: () => number;
  /**
   * Milliseconds; no correction is verified that could take the validation beyond this limit. Default:
   * `CORRECTIONS_MS`.
   */
  readonly correctionsLimit?: number;
};

/** Milliseconds for a validation with its corrections. The result is equally valid without corrections. */
const CORRECTIONS_MS = 5_000;

export type Validator = {
  /**
   * Validates any bytes. A file that is not XML gives a result with `XML-*` issues.
   *
   * @throws RulesetUnknown when the requested ruleset is not installed, or not in force on the requested day;
   *   LayerNotInRuleset when the ruleset of the document does not have the requested layers
   */
  readonly validate: (bytes: Uint8Array, request: ValidationRequest) => FileResult;
  readonly packs: readonly RulePack[];
  /** The packs for CII; unset: CII is not supported. */
  readonly ciiPacks?: () => readonly RulePack[];
};

export type ValidatorParts = {
  /** Packs for both syntaxes. Those for CII are applied only with `cii`. */
  readonly packs: readonly RulePack[];
  readonly structure: Structure;
  /**
   * Rules and structure of CII; unset: such invoices are reported as unsupported. Called once, at the
   * first such invoice; the packs share the name pool.
   */
  readonly cii?: () => CiiParts;
  /** Code lists for suggestions; unset: no codes are suggested. */
  readonly codeLists?: CodeLists;
  readonly limits?: Partial<XmlLimits>;
  /** Digests the business terms of a document; unset: results have no `semantic_digest`. */
  readonly digestTerms?: (document: XmlDocument, hash: Sha256) => string | null;
  /** A faster SHA-256 where the platform has one. */
  readonly sha256?: Sha256;
};

/** Creates a validator for a structure and packs. Pure: uses no files, clock or network. */
export function makeValidator(validatorParts: ValidatorParts): Validator {
  const { packs } = validatorParts;
  const structure = structureWith(validatorParts.structure, namesOf(packs) ?? validatorParts.structure.names);
  const parts: ValidationParts = {
    structure,
    codeLists: validatorParts.codeLists ?? NO_LISTS,
    limits: validatorParts.limits,
    ...syntaxesOf(packs, structure, validatorParts.cii ?? null),
  };
  const { cii } = parts;
  return {
    packs,
    ...(cii !== null && { ciiPacks: () => cii().packs }),
    validate(bytes, request) {
      const started = request.clock();
      const { processor = request.clock, correctionsLimit = CORRECTIONS_MS } = request;
      const startedAt = processor();
      const outcome = runLayers(parts, bytes, request);
      // Validating a changed copy costs about as much as validating the file.
      let once: number | null = null;
      let hasSkipped = false as boolean;
      const here = renderIssues(outcome.found);
      const { issues: reported, issues_left_out, ...counts } = here;
      const explained = explainIssues(reported, {
        document: outcome.document,
        kind: outcome.isXml ? null : kindOfFile(bytes),
        structure: outcome.syntax?.structure ?? parts.structure,
        codeLists: parts.codeLists,
        revalidate: (text) => {
          const spent = processor() - startedAt;
          once ??= spent;
          hasSkipped ||= spent + once > correctionsLimit;
          return hasSkipped ? null : validateCopy(parts, text, request, outcome);
        },
        ...(issues_left_out !== undefined && { unreported: countUnreported(outcome.found, reported) }),
      });
      const { issues, root_causes } = renameElements(explained, outcome.syntax?.naming ?? null);
      const comparison =
        request.compare === undefined ? null : compare(parts, bytes, request, request.compare, { ...here, issues });
      const { sha256: hash = sha256, digestTerms } = validatorParts;
      const redacted = maskResult({
        summary: outcome.summary,
        issues,
        root_causes,
        ...(comparison !== null && { comparison }),
      });
      return {
        filename: request.filename,
        sha256: hash(bytes),
        ...(digestTerms !== undefined && {
          semantic_digest: outcome.document === null ? null : digestTerms(outcome.document, hash),
          semantic_digest_version: SEMANTIC_DIGEST_VERSION,
        }),
        valid: counts.fatal_count === 0,
        document_type: outcome.type,
        sbdh: outcome.sbdh,
        summary: redacted.summary,
        ...counts,
        ruleset: outcome.applied,
        issues: redacted.issues,
        ...(issues_left_out !== undefined && { issues_left_out }),
        root_causes: redacted.root_causes,
        ...(hasSkipped && { corrections_left_out: true as const }),
        ...(redacted.comparison !== undefined && { comparison: redacted.comparison }),
        duration_ms: Math.round((request.clock() - started) * 1000) / 1000,
      };
    },
  };
}

/** Validates the file by other rules and compares the results. @throws RulesetUnknown; LayerNotInRuleset */
function compare(
  parts: ValidationParts,
  bytes: Uint8Array,
  request: ValidationRequest,
  ruleset: string,
  here: Pick<FileResult, 'issues' | 'issues_left_out' | 'fatal_count'>,
): Comparison {
  const otherRequest = { ...request, ...comparisonRequest(ruleset, request), repeat: undefined };
  const { found, applied, document, syntax } = runLayers(parts, bytes, otherRequest);
  const there = renderIssues(found);
  const { structure } = syntax ?? parts;
  const { codeLists } = parts;
  // Use the same fields as in the main result: `value` is the code, `expected` the correct one.
  const explained = explainIssues(there.issues, { document, structure, codeLists, revalidate: null });
  const { issues } = renameElements(explained, syntax?.naming ?? null);
  return compareResults(here, { ...there, issues }, applied);
}

/**
 * The name pool of all packs: a document is parsed once for all of them; undefined without packs.
 *
 * @throws Error when packs use different pools
 */
function namesOf(packs: readonly RulePack[]): NamePool | undefined {
  const [first, ...others] = packs.map(({ pack }) => pack.names);
  if (others.some((names) => names !== first)) throw new Error('The packs of a validator share one pool of names');
  return first;
}

const NO_LISTS: CodeLists = new Map();

/**
 * Validates a changed copy with the same rules. If the change is to the specification, its rules apply instead. The
 * copy is limited to the default size even when the caller may send larger files.
 *
 * @returns null when the rules of the changed specification are not available
 */
function validateCopy(
  parts: ValidationParts,
  text: string,
  { ruleset: _, ...request }: ValidationRequest,
  { specification, applied, type }: ValidationOutcome,
): readonly Issue[] | null {
  const limits = { ...parts.limits, bytes: DEFAULT_XML_LIMITS.bytes };
  const repeat = specification === undefined ? undefined : { ...applied, specification };
  // A ruleset for CII also requested its validation.
  const cii = type === 'cii' ? 'validate' : request.cii;
  try {
    return renderIssues(runLayers({ ...parts, limits }, toBytes(text), { ...request, repeat, cii }).found).issues;
  } catch (error) {
    if (isRulesRefusal(error)) return null;
    throw error;
  }
}

/** Encodes a changed text in UTF-8 and removes the encoding from its XML declaration. */
function toBytes(text: string): Uint8Array {
  const [declaration = ''] = /^<\?xml[^>]*>/.exec(text) ?? [];
  const plain = declaration.replace(/\sencoding\s*=\s*(?:"[^"]*"|'[^']*')/, '');
  return new TextEncoder().encode(plain + text.slice(declaration.length));
}

type ValidationParts = Required<Pick<ValidatorParts, 'structure' | 'codeLists'>> & {
  readonly limits: Partial<XmlLimits> | undefined;
  readonly ubl: SyntaxParts;
  /** Null when CII is not supported. */
  readonly cii: (() => SyntaxParts) | null;
};

type ValidationOutcome = Pick<FileResult, 'sbdh' | 'summary'> & {
  readonly isXml: boolean;
  /** The invoice; null when it cannot be read. */
  readonly document: XmlDocument | null;
  /** The claimed specification (BT-24); unset when it cannot be read. */
  readonly specification?: string | null;
  readonly found: readonly FoundIssue[];
  readonly type: FileResult['document_type'];
  readonly applied: FileResult['ruleset'];
  readonly syntax?: Pick<SyntaxParts, 'naming' | 'structure'>;
};

/** Runs the layers in order. Each adds issues, or is skipped with a reason in the result. */
function runLayers(parts: ValidationParts, bytes: Uint8Array, request: ValidationRequest): ValidationOutcome {
  const { structure, limits, ubl, cii } = parts;
  const leftOut = (validatedLayers: readonly Layer[], skip: SkipReason): FileResult['ruleset'] =>
    describeRuleset(chooseForNothing(ubl, cii, request), request, validatedLayers, skip);

  const parsed = parseXml(bytes, { names: structure.names, ...(limits !== undefined && { limits }) });
  if (!parsed.ok) {
    const applied = leftOut(['XML'], NOT_WELL_FORMED);
    const found = xmlIssues(parsed.faults).map(toFound);
    return { isXml: false, type: 'unknown', sbdh: false, summary: NO_SUMMARY, document: null, found, applied };
  }

  const envelope = openEnvelope(parsed.document);
  const sbdh = envelope?.isStandard ?? false;
  const around = envelope === null ? [] : envelopeIssues(envelope, parsed.document);
  // A file whose wrapper is not a standard envelope is not an acceptable invoice, even if it contains one.
  const wrapped = envelope === null || envelope.isStandard ? null : checkDocumentType('unknown', parsed.document);
  const before: readonly Layer[] = envelope === null ? ['XML'] : ['XML', 'SBDH'];
  const document = envelope === null ? parsed.document : envelope.inner;
  if (document === null) {
    const applied = leftOut(before, DOCUMENT_MISSING);
    const found = around.map(toFound);
    return { isXml: true, type: 'unknown', sbdh, summary: NO_SUMMARY, document: null, found, applied };
  }

  const reported = [...(isRequested(request, 'SBDH') ? around : []), ...(wrapped === null ? [] : [wrapped])];
  const type = documentTypeOf(document);
  const read = { type, document, before, reported, sbdh };
  if (cii !== null && isCii(document) && (request.cii === 'validate' || namesCii(ubl, cii, request))) {
    return validateInvoice(cii(), () => ubl, request, read);
  }
  const unknown = checkDocumentType(type, document);
  if (unknown === null) return validateInvoice(ubl, cii, request, read);
  const found = [...reported, unknown].map(toFound);
  const applied = leftOut(before, UNSUPPORTED_DOCUMENT_TYPE);
  return { isXml: true, type, sbdh, summary: NO_SUMMARY, document, found, applied };
}

const isRequested = ({ layers }: ValidationRequest, layer: Layer): boolean => layers?.includes(layer) ?? true;

/** Whether the request names a ruleset for CII. */
const namesCii = (ubl: SyntaxParts, cii: () => SyntaxParts, { ruleset }: ValidationRequest): boolean =>
  ruleset !== undefined && !hasRuleset(ubl, ruleset) && hasRuleset(cii(), ruleset);

/** Validates an invoice by the structure and the rules of its syntax. */
function validateInvoice(
  own: SyntaxParts,
  other: (() => SyntaxParts) | null,
  request: ValidationRequest,
  {
    type,
    document,
    before,
    reported,
    sbdh,
  }: Pick<ValidationOutcome, 'type' | 'sbdh'> & {
    readonly document: XmlDocument;
    readonly before: readonly Layer[];
    readonly reported: readonly Issue[];
  },
): ValidationOutcome {
  const { structure, rulesets } = own;
  const claim = own.readClaim(document);
  const now = Date.parse(request.today);
  const reaches = own.reachesOf(document, now);
  const choice = choose(own, other, request, claim, reaches);
  checkLayers(choice, request);
  const isOfOther = choice.ruleset.packs.some((pack) => !own.packs.includes(pack));
  const missing =
    isOfOther || isBeyond(choice.ruleset, reaches)
      ? notApplicableIssue(choice.ruleset, document, isOfOther)
      : request.layers === undefined
        ? notInstalledIssue(choice, claim.specification, document)
        : null;
  const found: FoundIssue[] = [
    ...reported.map(toFound),
    ...(missing === null ? [] : [toFound(missing)]),
    ...(isRequested(request, rulesets.structure) ? structureIssues(structure, document) : []),
    // Rules without a context of their syntax would report any element.
    ...(isOfOther ? [] : checkRules(choice.ruleset, document, (layer) => isRequested(request, layer), now)),
  ];
  const applied = describeRuleset(choice, request, before, null);
  const { identifier: specification } = claim.specification;
  const summary = own.readSummary(document);
  return { isXml: true, type, sbdh, summary, document, specification, found, applied, syntax: own };
}

const toFound = (issue: Issue): FoundIssue => ({
  ruleId: issue.rule_id,
  level: issue.level,
  render: () => issue,
});

/** Layers that are checked before any ruleset is chosen. */
const READING: readonly Layer[] = ['XML', 'SBDH'];

/** @throws LayerNotInRuleset */
function checkLayers({ ruleset }: Choice, { layers = [] }: ValidationRequest): void {
  const has = [...READING, ...layersOf(ruleset)];
  const missing = layers.filter((layer) => !has.includes(layer));
  if (missing.length > 0) throw new LayerNotInRuleset(missing, `${ruleset.id}@${ruleset.version}`, has);
}
