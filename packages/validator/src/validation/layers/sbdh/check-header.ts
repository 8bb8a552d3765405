import type { XmlElement } from '@e-invoice/schematron/xml';
import { isLexical } from '../structure/lexical.ts';
import { findChild, textOf } from './elements.ts';
import { makeFinding, type SbdhFinding } from './finding.ts';

const AUTHORITY = 'iso6523-actorid-upis';

/** A participant identifier: a scheme of four digits and an identifier in that scheme. */
export const PARTICIPANT = /^\d{4}:\S{1,135}$/;

/**
 * Checks the header values that do not depend on the document. Missing values are reported by `checkHeaderContent`.
 */
export function checkHeaderValues(header: XmlElement): SbdhFinding[] {
  const findings: SbdhFinding[] = [];
  const version = findChild(header, 'HeaderVersion');
  const written = textOf(version);
  if (version !== null && written !== null && written !== '1.0') {
    findings.push(makeFinding('SBDH-HEADER-VERSION', version, { found: written, expected: '1.0' }));
  }
  for (const name of ['Sender', 'Receiver']) {
    const identifier = findChild(header, name, 'Identifier');
    if (identifier !== null) findings.push(...checkParticipant(name, identifier));
  }
  const created = findChild(header, 'DocumentIdentification', 'CreationDateAndTime');
  const time = textOf(created);
  if (created !== null && time !== null && !(isLexical('dateTime', time) && /(Z|[+-]\d\d:\d\d)$/.test(time))) {
    findings.push(makeFinding('SBDH-CREATION-TIME', created, { found: time, expected: withZone(time) }));
  }
  return findings;
}

function checkParticipant(name: string, identifier: XmlElement): SbdhFinding[] {
  const findings: SbdhFinding[] = [];
  const authority = identifier.attributes.find(({ local }) => local === 'Authority')?.value ?? null;
  if (authority !== AUTHORITY) {
    findings.push(
      makeFinding('SBDH-PARTICIPANT-AUTHORITY', identifier, { name, found: authority, expected: AUTHORITY }),
    );
  }
  const value = textOf(identifier);
  if (value !== null && !PARTICIPANT.test(value)) {
    const bare = value.slice(value.lastIndexOf('::') + 2);
    const expected = value.includes('::') && PARTICIPANT.test(bare) ? bare : null;
    findings.push(makeFinding('SBDH-PARTICIPANT-IDENTIFIER', identifier, { name, found: value, expected }));
  }
  return findings;
}

/** Completes a time that lacks only its time zone, assuming UTC. */
const withZone = (time: string): string | null => (isLexical('dateTime', time) ? `${time}Z` : null);
