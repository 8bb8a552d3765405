import { NodeKind, stringValue } from '@e-invoice/schematron/xml';
import { type Codecs, trimmed, ublCodecs, useAttribute } from './codecs-ubl.ts';
import { findElements } from './find-nodes.ts';
import { toPath } from './path.ts';

const DAY = /^(\d{4})(\d{2})(\d{2})$/;

/** Codes of the tax point (BT-8) that mean the same: UNTDID 2005 in UBL, UNTDID 2475 in CII (EN 16931-3-3). */
export const TAX_POINT_CODES: readonly (readonly [ubl: string, cii: string])[] = [
  ['3', '5'],
  ['35', '29'],
  ['432', '72'],
];

/** Codecs for values that CII D16B writes differently from UBL. */
export const ciiCodecs: Codecs = {
  ...ublCodecs,
  // EN 16931-3-3 allows only format 102 of UNTDID 2379.
  date: (element, reading) => {
    const text = trimmed(element);
    const day = DAY.exec(text);
    if (day === null) return text;
    useAttribute(element, 'format', reading);
    return `${day[1]}-${day[2]}-${day[3]}`;
  },
  object: (element, reading) => {
    const { parent } = element;
    const types =
      parent.kind === NodeKind.ELEMENT ? findElements(parent, toPath('ram:ReferenceTypeCode'), reading) : [];
    const [type] = types;
    if (type !== undefined) reading.used.add(type);
    return { value: trimmed(element), scheme: type === undefined ? null : trimmed(type) };
  },
  taxPoint: (element) => {
    const code = trimmed(element);
    return TAX_POINT_CODES.find(([, cii]) => cii === code)?.[0] ?? code;
  },
  note: (element, reading) => {
    const [content] = findElements(element, toPath('ram:Content'), reading);
    const [subject] = findElements(element, toPath('ram:SubjectCode'), reading);
    for (const part of [content, subject]) if (part !== undefined) reading.used.add(part);
    return {
      subject: subject === undefined ? null : trimmed(subject),
      text: content === undefined ? '' : stringValue(content),
    };
  },
  classification: (element, reading) => ({
    value: trimmed(element),
    list: useAttribute(element, 'listID', reading),
    version: useAttribute(element, 'listVersionID', reading),
  }),
};
