import type { XmlElement } from '@e-invoice/schematron/xml';
import { decodePercent } from '../../lib/decode-percent.ts';
import { LookupFault } from '../lookup-fault.ts';
import {
  attributeOf,
  childrenOf,
  expectRoot,
  findChild,
  getChild,
  IDENTIFIERS,
  readAnswer,
  textOf,
} from './elements.ts';

const SCHEME = 'iso6523-actorid-upis';
const MOST_TYPES = 2_000;

/**
 * The document types, with their schemes, that a service group lists, in its order and once each. Only their ids are
 * taken from its links: where to ask on is known from DNS, and a link could lead anywhere.
 *
 * @throws LookupFault `smp_not_xml`, `smp_unexpected`, `smp_other_participant`
 */
export function readGroup(bytes: Uint8Array, participant: string): string[] {
  const { root } = readAnswer(bytes);
  expectRoot(root, 'ServiceGroup');
  checkParticipant(root, participant);
  const list = findChild(root, 'ServiceMetadataReferenceCollection');
  if (list === null) return [];
  const links = childrenOf(list, 'ServiceMetadataReference');
  if (links.length > MOST_TYPES) throw new LookupFault('smp_unexpected');
  return [...new Set(links.map((link) => readLink(attributeOf(link, 'href'))))];
}

function readLink(href: string): string {
  const part = /\/services\/([^/?#]+)/.exec(href)?.[1];
  const id = part === undefined ? null : decodePercent(part);
  if (id === null || !/^[a-z0-9-]+::\S+$/.test(id)) throw new LookupFault('smp_unexpected');
  return id;
}

/** @throws LookupFault `smp_unexpected`, `smp_other_participant` */
export function checkParticipant(parent: XmlElement, participant: string): void {
  const identifier = getChild(parent, 'ParticipantIdentifier', IDENTIFIERS);
  const isSame = textOf(identifier).toLowerCase() === participant && attributeOf(identifier, 'scheme') === SCHEME;
  if (!isSame) throw new LookupFault('smp_other_participant');
}
