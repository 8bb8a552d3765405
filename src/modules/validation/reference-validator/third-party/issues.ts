import type { Layer, Level } from '@e-invoice/validator/issues';
import type { OpinionIssue } from '../reference-result.ts';

/** A finding in the words of an external validator. */
export type Foreign = {
  readonly level: Level;
  /** The rule's id, where the validator names it. */
  readonly ruleId: string | null;
  readonly text: string;
  readonly location: string | null;
};

/** Findings of an XML Schema have no rule of their own. */
const STRUCTURE = 'UBL-STRUCTURE';

/** A finding as an issue: its rule by its id, or by the `[BR-01]-` that published texts begin with. */
export function toOpinionIssue({ level, ruleId, text, location }: Foreign): OpinionIssue {
  const rule = ruleId?.trim() || /^\[([A-Z][A-Za-z0-9-]+)\]/.exec(text)?.[1] || STRUCTURE;
  const place = location === null || location === '' ? '/' : readablePath(location);
  return {
    level,
    layer: layerOf(rule),
    rule_id: rule,
    catalogRuleId: rule,
    message: text,
    message_en: text,
    location: place,
    xpath: place,
    line: null,
    column: null,
    ruleUrl: `/chyby/${encodeURIComponent(rule)}/`,
  };
}

function layerOf(rule: string): Layer {
  if (rule === STRUCTURE) return 'UBL';
  if (rule.startsWith('PEPPOL-')) return 'PEPPOL';
  return /^(BR|UBL)-/.test(rule) ? 'EN16931' : 'NATIONAL';
}

/** XSLT processors write a step as `*:Invoice[namespace-uri()='…'][1]`; people read the name and the position. */
const readablePath = (path: string): string =>
  path.replace(/\*:([\w.-]+)\[namespace-uri\(\)\s*=\s*(?:'[^']*'|"[^"]*")\]/g, '$1').replace(/Q\{[^{}]*\}/g, '');
