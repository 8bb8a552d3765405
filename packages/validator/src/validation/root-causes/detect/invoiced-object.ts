import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { childrenOf, elementAt, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import type { Edit } from '../patch/edit.ts';
import { toCorrection } from '../patch/to-correction.ts';

/**
 * An invoiced object (BT-18, type code 130) with an attachment or a description (UBL-CR-666, UBL-CR-673). Both rules
 * report the document element, so the location of the cause is the reference itself.
 */
export function detectInvoicedObject(found: Case): Mistake[] {
  const issues = found.openOf('UBL-CR-666', 'UBL-CR-673');
  if (issues.length === 0 || found.root === null) return [];
  const objects = childrenOf(found.root, 'cac:AdditionalDocumentReference').filter(isObject);
  const wrong = objects.filter((object) => extrasOf(object).length > 0);
  const [first] = wrong;
  if (first === undefined) return [];
  const extras = new Set(wrong.flatMap(extrasOf));
  return [
    {
      id: 'invoiced-object-extended',
      issues: found.claim(issues),
      location: locationOf(first),
      confidence: 0.9,
      values: textsOf(extras.has('cac:Attachment'), extras.has('cbc:DocumentDescription')),
      // Without an attachment, the description may belong in a note instead.
      isDoubtful: !extras.has('cac:Attachment'),
      corrections: [() => separate(found, objects, wrong)],
    },
  ];
}

const isObject = (reference: XmlElement): boolean =>
  childrenOf(reference, 'cbc:DocumentTypeCode').some((code) => textOf(code) === '130');

const extrasOf = (reference: XmlElement): string[] =>
  ['cac:Attachment', 'cbc:DocumentDescription'].filter((name) => elementAt(reference, name) !== null);

/**
 * Makes the reference an ordinary supporting document and adds a reference that contains only the identifier: the
 * patch does not repeat the attachment.
 */
function separate(found: Case, objects: readonly XmlElement[], wrong: readonly XmlElement[]): Correction | null {
  const editor = found.editor();
  const stated = new Set(objects.filter((object) => !wrong.includes(object)).map(identifierOf));
  const edits = wrong.flatMap((object): (Edit | null)[] => {
    const id = elementAt(object, 'cbc:ID');
    const code = elementAt(object, 'cbc:DocumentTypeCode');
    if (id === null || code === null) return [null];
    const scheme = id.attributes.find(({ local }) => local === 'schemeID');
    const separated = [editor.remove(code), ...(scheme === undefined ? [] : [editor.remove(scheme)])];
    if (stated.has(identifierOf(object))) return separated;
    stated.add(identifierOf(object));
    const fragment = {
      name: 'cac:AdditionalDocumentReference',
      content: [
        { name: 'cbc:ID', content: textOf(id), ...(scheme && { attributes: { schemeID: scheme.value } }) },
        { name: 'cbc:DocumentTypeCode', content: '130' },
      ],
    };
    return [...separated, editor.insert(found.root!, fragment)];
  });
  const correction = toCorrection(edits);
  return correction === null ? null : { ...correction, id: 'separate', note: SEPARATE_NOTE };
}

const identifierOf = (reference: XmlElement): string => {
  const id = elementAt(reference, 'cbc:ID');
  return id === null ? '' : textOf(id);
};

function textsOf(hasAttachment: boolean, hasDescription: boolean): Readonly<Record<'what' | 'advice', Text>> {
  const advice = [
    ...(hasAttachment ? [ATTACHMENT_ADVICE] : []),
    ...(hasDescription ? [hasAttachment ? WITH_ATTACHMENT_ADVICE : DESCRIPTION_ADVICE] : []),
  ];
  return {
    what: hasAttachment ? (hasDescription ? BOTH : ATTACHMENT) : DESCRIPTION,
    advice: { sk: advice.map(({ sk }) => sk).join(' '), en: advice.map(({ en }) => en).join(' ') },
  };
}

const ATTACHMENT: Text = { sk: 'prílohu', en: 'an attachment' };
const DESCRIPTION: Text = { sk: 'opis', en: 'a description' };
const BOTH: Text = { sk: 'prílohu a opis', en: 'an attachment and a description' };
const ATTACHMENT_ADVICE: Text = {
  sk: 'Prílohu uveďte v samostatnom prvku cac:AdditionalDocumentReference bez cbc:DocumentTypeCode; pri type 130 ponechajte iba identifikátor.',
  en: 'Put the attachment in its own cac:AdditionalDocumentReference without cbc:DocumentTypeCode; keep only the identifier at type 130.',
};
const WITH_ATTACHMENT_ADVICE: Text = {
  sk: 'Opis (cbc:DocumentDescription) uveďte pri prílohe.',
  en: 'Put the description (cbc:DocumentDescription) with the attachment.',
};
const DESCRIPTION_ADVICE: Text = {
  sk: 'Vynechajte cbc:DocumentDescription pri type 130; opis uveďte v poznámke (cbc:Note) alebo v sprievodnom doklade bez cbc:DocumentTypeCode.',
  en: 'Leave out cbc:DocumentDescription at type 130; state the description in a note (cbc:Note) or in a supporting document without cbc:DocumentTypeCode.',
};
const SEPARATE_NOTE: Text = {
  sk: 'Príloha a opis ostanú pri doterajšom odkaze, ktorý bude obyčajným sprievodným dokladom; identifikátor s typom 130 bude v novom odkaze.',
  en: 'The attachment and the description stay in the reference, which becomes an ordinary supporting document; the identifier of type 130 moves to a new reference.',
};
