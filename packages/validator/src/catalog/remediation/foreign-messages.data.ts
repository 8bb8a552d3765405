/** Messages of other XML validators and the matching rules: a pattern for the message or code, and the rule id. */
export const foreignMessages: readonly (readonly [message: RegExp, ruleId: string])[] = [
  // Xerces and derived parsers (codes of XML Schema 1.0, appendix C).
  [/cvc-complex-type\.2\.4\.[ad]\b/i, 'UBL-STRUCTURE-ELEMENT-MISPLACED'],
  [/cvc-complex-type\.2\.4\.b\b/i, 'UBL-STRUCTURE-ELEMENT-MISSING'],
  [/cvc-complex-type\.2\.[13]\b/i, 'UBL-STRUCTURE-TEXT-UNEXPECTED'],
  [/cvc-complex-type\.3\.2\.2\b/i, 'UBL-STRUCTURE-ATTRIBUTE-UNKNOWN'],
  [/cvc-complex-type\.4\b/i, 'UBL-STRUCTURE-ATTRIBUTE-MISSING'],
  [/cvc-(datatype|pattern|enumeration|minlength|maxlength|attribute)[-.\w]*|cvc-type\.3\.1\.3/i, 'UBL-STRUCTURE-VALUE-INVALID'],
  [/cvc-elt\.1\b/i, 'UBL-UNKNOWN-ROOT'],
  // libxml2.
  [/no matching global (declaration|element)/i, 'UBL-UNKNOWN-ROOT'],
  [/missing child element/i, 'UBL-STRUCTURE-ELEMENT-MISSING'],
  [/this element is not expected/i, 'UBL-STRUCTURE-ELEMENT-MISPLACED'],
  [/attribute ['"][^'"]*['"] is required but missing/i, 'UBL-STRUCTURE-ATTRIBUTE-MISSING'],
  [/attribute ['"][^'"]*['"] is not allowed/i, 'UBL-STRUCTURE-ATTRIBUTE-UNKNOWN'],
  [/not a valid value of the (atomic|local atomic) type/i, 'UBL-STRUCTURE-VALUE-INVALID'],
  // .NET.
  [/has invalid child element/i, 'UBL-STRUCTURE-ELEMENT-MISPLACED'],
  [/has incomplete content/i, 'UBL-STRUCTURE-ELEMENT-MISSING'],
  // Messages of common parsers for XML that is not well-formed.
  [/doctype is disallowed|dtd is prohibited|doctype .{0,40}not allowed/i, 'XML-DTD-FORBIDDEN'],
  [/invalid byte .{0,30}utf-?8|input is not proper utf-?8|invalid character in the given encoding/i, 'XML-ENCODING'],
  [/content is not allowed in prolog|premature end of (data|file)|must be terminated by the matching end-tag|tag mismatch|not well-?formed|start tag on line \d+ position \d+ does not match/i, 'XML-NOT-WELL-FORMED'],
];

/** Rules of the German CIUS have the same numbers as the German Peppol rules, which were derived from them. */
export const xrechnungRules: ReadonlyMap<string, string> = new Map(
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15, 16, 17, 18, 19, 20, 22, 26, 27, 28, 30, 31].map((number) => [
    `BR-DE-${number}`,
    `DE-R-${String(number).padStart(3, '0')}`,
  ]),
);
