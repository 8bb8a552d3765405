import { NodeKind, type XmlElement } from '@e-invoice/schematron/xml';
import type { Content, Slot, Structure } from './load-structure.ts';

/** The allowed children of an element of a document, in order; null when the structure does not define them. */
export function slotsOf(structure: Structure, element: XmlElement): readonly Slot[] | null {
  const content = contentOf(structure, element);
  return content?.kind === 'aggregate' ? content.slots : null;
}

function contentOf(structure: Structure, element: XmlElement): Content | null {
  const { parent } = element;
  if (parent.kind === NodeKind.DOCUMENT) return structure.documents.get(element.name) ?? null;
  const around = contentOf(structure, parent);
  return around?.kind === 'aggregate' ? (around.slotByName.get(element.name)?.content ?? null) : null;
}
