import type { XmlElement } from '@e-invoice/schematron/xml';
import { LookupFault } from '../lookup-fault.ts';
import { attributeOf, childrenOf, expectRoot, getChild, IDENTIFIERS, readAnswer, textOf } from './elements.ts';
import { readLink } from './read-link.ts';

const SCHEME = 'iso6523-actorid-upis';
const MAX_TYPES = 2_000;

/** The readable part of the list of a service group. */
export type Group = {
  /** Identifiers with their schemes, in list order, without duplicates. */
  readonly ids: readonly string[];
  /** Number of entries without a readable document type. */
  readonly unreadable: number;
};

/**
 * Reads the document types of a service group. Only the identifiers are taken from the links: the SMP's address is
 * known from DNS, and a link could lead anywhere. The list is not signed, so one unreadable entry does not invalidate
 * the others.
 *
 * @throws LookupFault `smp_not_xml`, `smp_unexpected`, `smp_other_participant`
 */
export function readGroup(bytes: Uint8Array, participant: string): Group {
  const { root } = readAnswer(bytes);
  expectRoot(root, 'ServiceGroup');
  checkParticipant(root, participant);
  const links = childrenOf(root, 'ServiceMetadataReferenceCollection').flatMap((list) =>
    childrenOf(list, 'ServiceMetadataReference'),
  );
  const read = links.slice(0, MAX_TYPES).map((link) => readLink(attributeOf(link, 'href')));
  const ids = read.filter((id) => id !== null);
  return { ids: [...new Set(ids)], unreadable: links.length - ids.length };
}

/** @throws LookupFault `smp_unexpected`, `smp_other_participant` */
export function checkParticipant(parent: XmlElement, participant: string): void {
  const identifier = getChild(parent, 'ParticipantIdentifier', IDENTIFIERS);
  const isSame = textOf(identifier).toLowerCase() === participant && attributeOf(identifier, 'scheme') === SCHEME;
  if (!isSame) throw new LookupFault('smp_other_participant');
}
