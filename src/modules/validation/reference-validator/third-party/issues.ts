import type { Layer, Level } from '@e-invoice/validator/issues';
import type { OpinionIssue } from '../reference-result.ts';

export type Foreign = {
  readonly level: Level;
  /** Rule id; null when the validator reports no id. */
  readonly ruleId: string | null;
  readonly text: string;
  readonly location: string | null;
};

/** Rule id used for XML Schema findings, which have none. */
const STRUCTURE = 'UBL-STRUCTURE';

/** Converts a finding to an issue. The rule comes from its id, or from the `[BR-01]-` prefix of published texts. */
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

/** Shortens steps such as `*:Invoice[namespace-uri()='…'][1]`, written by XSLT processors, to name and position. */
const readablePath = (path: string): string =>
  path.replace(/\*:([\w.-]+)\[namespace-uri\(\)\s*=\s*(?:'[^']*'|"[^"]*")\]/g, '$1').replace(/Q\{[^{}]*\}/g, '');
