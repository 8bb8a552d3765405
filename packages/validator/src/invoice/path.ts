/**
 * The path language of the declarations in `model/`:
 *
 *     cac:PartyTaxScheme[cac:TaxScheme/cbc:ID=VAT]/cbc:CompanyID
 *
 * Steps name child elements. A predicate compares the text of a path inside the step with a literal or with a
 * variable of the invoice (`$currency`, `$vatCurrency`):
 *
 * - `=` must match when reading and is written when writing;
 * - `!=` must match when reading;
 * - `:=` is written when writing and ignored when reading.
 *
 * For repeated content the writer repeats the step at the `+`; without one, the first step in UBL and the last in CII. A last step `@name` is an
 * attribute. A prefix `invoice|` or `creditnote|` restricts a path to one kind of document. A leading `/` starts at
 * the document element (only for reading). `.` is the element of the group.
 */
export type Operator = '=' | '!=' | ':=';
export type Step = {
  readonly uri: string;
  /** With the usual prefix. */
  readonly name: string;
  readonly local: string;
  readonly predicates: readonly Predicate[];
};
export type Predicate = {
  readonly steps: readonly Step[];
  /** Name of the attribute to compare instead of the element's text. */
  readonly attribute: string | null;
  readonly operator: Operator;
  /** A literal, or `$` and the name of a variable. */
  readonly value: string;
};
export type Path = {
  readonly only: DocumentKind | null;
  readonly fromRoot: boolean;
  readonly steps: readonly Step[];
  /** Index of the step that the writer repeats; null: as usual for the syntax. */
  readonly repeats: number | null;
  /** Name of the attribute, if the path ends in one. */
  readonly attribute: string | null;
};

/** UBL has a separate document type for credit notes. */
export type DocumentKind = 'invoice' | 'creditnote';

const CAC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2';
const CBC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';
const CII = 'urn:un:unece:uncefact:data:standard:';

/** The namespaces of both syntaxes by their usual prefixes. */
export const NAMESPACES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cac: CAC,
    cbc: CBC,
    rsm: `${CII}CrossIndustryInvoice:100`,
    ram: `${CII}ReusableAggregateBusinessInformationEntity:100`,
    udt: `${CII}UnqualifiedDataType:100`,
    qdt: `${CII}QualifiedDataType:100`,
  }),
);

const known = new Map<string, Path>();

/**
 * Parses a declared path; results are cached.
 *
 * @throws Error if the declaration is not a path, which is a bug in the model
 */
export function toPath(text: string): Path {
  let path = known.get(text);
  if (path === undefined) {
    path = readPath(text);
    known.set(text, path);
  }
  return path;
}

const SHAPE = /^(?:(invoice|creditnote)\|)?(\/?)(.*?)(?:\/@([A-Za-z]+))?$/;

function readPath(text: string): Path {
  const [, only, slash, elements, attribute] = SHAPE.exec(text)!;
  const steps = toSteps(elements!.replace('+', ''));
  const marked = elements!.indexOf('+');
  return {
    only: (only as DocumentKind | undefined) ?? null,
    fromRoot: slash === '/',
    steps,
    repeats: marked === -1 ? null : toSteps(elements!.slice(0, marked)).length - 1,
    attribute: attribute ?? null,
  };
}

const STEP = /^([a-z]+):([A-Za-z0-9]+)((?:\[[^\]]+\])*)(?:\/|$)/;
const PREDICATE = /\[([^[\]=]+?)(!=|:=|=)([^[\]]*)\]/g;

function toSteps(text: string): Step[] {
  const steps: Step[] = [];
  if (text === '.') return steps;
  for (let rest = text; rest !== ''; ) {
    const found = STEP.exec(rest);
    const uri = found === null ? undefined : NAMESPACES.get(found[1]!);
    if (found === null || uri === undefined) throw new Error(`Not a path of the model: ${text}`);
    steps.push({ uri, name: `${found[1]}:${found[2]}`, local: found[2]!, predicates: toPredicates(found[3]!) });
    rest = rest.slice(found[0].length);
  }
  return steps;
}

function toPredicates(text: string): Predicate[] {
  return [...text.matchAll(PREDICATE)].map(([, path, operator, value]) => {
    const [, steps, attribute] = /^(.*?)\/?(?:@([A-Za-z]+))?$/.exec(path!)!;
    return {
      steps: toSteps(steps === '' ? '.' : steps!),
      attribute: attribute ?? null,
      operator: operator as Operator,
      value: value!,
    };
  });
}
