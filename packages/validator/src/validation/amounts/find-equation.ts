import { NodeKind, type XmlElement } from '@e-invoice/schematron/xml';
import type { Equation, Network } from './network.ts';
import { equationOfRule } from './rules.data.ts';

/**
 * Finds the equation that a rule reported at an element; null when the rule checks no arithmetic or its group has no
 * such equation.
 */
export type EquationFinder = (ruleId: string, element: XmlElement) => Equation | null;

/** Equations that occur once per invoice: their rules report them at different elements. */
const SINGLE = ['BT-106', 'BT-107', 'BT-108', 'BT-109', 'BT-112', 'BT-115'];

export function makeEquationFinder({ equations }: Network): EquationFinder {
  const byGroup = new Map<XmlElement, Equation[]>();
  const single = new Map<string, Equation>();
  for (const equation of equations) {
    if (SINGLE.includes(equation.term)) single.set(equation.term, equation);
    const known = byGroup.get(equation.group);
    if (known === undefined) byGroup.set(equation.group, [equation]);
    else known.push(equation);
  }
  return (ruleId, element) => {
    const term = equationOfRule.get(ruleId);
    if (term === undefined) return null;
    if (SINGLE.includes(term)) return single.get(term) ?? null;
    for (
      let at: XmlElement | null = element;
      at !== null;
      at = at.parent.kind === NodeKind.ELEMENT ? at.parent : null
    ) {
      const found = byGroup.get(at)?.find((equation) => equation.term === term);
      if (found !== undefined) return found;
    }
    return null;
  };
}
