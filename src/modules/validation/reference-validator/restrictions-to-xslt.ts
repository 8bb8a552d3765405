import { XSLT } from './read-schema.ts';
import type { Check, Translation } from './schematron-to-xslt.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';
const CII = 'urn:un:unece:uncefact:data:standard:';
const HEADER = 'rule_id\tlevel\toccurs\twithin\tpath';

/**
 * Translates a table of restrictions (`rule_id`, `level`, `occurs`, `within`, `path`) to an XSLT stylesheet whose
 * result has the format of a translated schema. A finding is located at the first surplus occurrence, or at the
 * parent that lacks one. Parses the table independently of the main validator.
 *
 * @throws Error naming the rule, when a row is invalid
 */
export function restrictionsToXslt(table: string): Translation {
  const [header, ...lines] = table.trimEnd().split(/\r?\n/);
  if (header !== HEADER) throw new Error('the table of restrictions has unexpected columns');
  const checks: Check[] = [];
  const templates = lines.map((line, index) => {
    const [ruleId = '', level = '', occurs = '', within = '', path = ''] = line.split('\t');
    checks.push({ ruleId, kind: 'assert', flag: level, role: null });
    const [least, most] = readOccurs(occurs, ruleId);
    const found = path.startsWith('//') ? `.${path}` : path;
    return `<xsl:for-each select="${scopes(within)}"><xsl:variable name="n" select="${named(found)}"/>${[
      ...(most === null
        ? []
        : [`<xsl:if test="count($n) gt ${most}">${finding(index, `$n[${most + 1}]`, line)}</xsl:if>`]),
      ...(least === 0 ? [] : [`<xsl:if test="count($n) lt ${least}">${finding(index, '.', line)}</xsl:if>`]),
    ].join('')}</xsl:for-each>`;
  });
  const stylesheet = [
    `<xsl:stylesheet version="3.0" xmlns:xsl="${XSLT}" xmlns:cac="${UBL}CommonAggregateComponents-2" xmlns:cbc="${UBL}CommonBasicComponents-2" xmlns:ext="${UBL}CommonExtensionComponents-2" xmlns:rsm="${CII}CrossIndustryInvoice:100" xmlns:ram="${CII}ReusableAggregateBusinessInformationEntity:100" xmlns:qdt="${CII}QualifiedDataType:100" xmlns:udt="${CII}UnqualifiedDataType:100" exclude-result-prefixes="#all">`,
    `<xsl:template match="/"><findings>${templates.join('\n')}</findings></xsl:template>`,
    '</xsl:stylesheet>',
  ].join('\n');
  return { stylesheet, checks };
}

/** The elements in which occurrences are counted: alternatives, and exceptions after `except`. */
function scopes(within: string): string {
  if (within === '/') return '/*';
  const toXpath = (places: string): string =>
    `(${places
      .split(' | ')
      .map((place) => named(place.startsWith('/') ? `/*${place}` : `//${place}`))
      .join(' | ')})`;
  return within.split(' except ').map(toXpath).join(' except ');
}

/** `line` matches `InvoiceLine` and `CreditNoteLine`; `ram:*ID` all names with that end, `*:*ID` in any namespace. */
const named = (path: string): string => path.split('/').map(namedStep).join('/');

function namedStep(step: string): string {
  if (step === 'line') return '*[self::cac:InvoiceLine or self::cac:CreditNoteLine]';
  const [prefix, local] = step.split(':');
  if (local === undefined || !local.startsWith('*')) return step;
  return `${prefix === '*' ? '*' : `${prefix}:*`}[ends-with(local-name(), '${local.slice(1)}')]`;
}

function finding(index: number, at: string, line: string): string {
  const [, , occurs, within, path] = line.split('\t');
  const place = within === '/' ? '' : `${within}: `;
  return `<finding check="${index}" location="{path(${at})}">${place}${path} × ${occurs}</finding>`;
}

function readOccurs(text: string, ruleId: string): [least: number, most: number | null] {
  const found = /^(\d+)(?:\.\.(\d+|\*))?$/.exec(text);
  if (found === null) throw new Error(`${ruleId}: "${text}" is not a number of occurrences`);
  const least = Number(found[1]);
  return [least, found[2] === undefined ? least : found[2] === '*' ? null : Number(found[2])];
}
