/**
 * An expression, its expected result (the string that xsl:value-of writes, or an error code), and the reason if
 * SaxonJS is known to return another result.
 */
export type Case = readonly [expression: string, expected: string | { readonly error: string }, saxonDiffers?: string];

export type CaseGroup = { readonly clause: string; readonly cases: readonly Case[] };

/** The document on which all cases are evaluated. */
export const CASE_XML = `<r n="5" xmlns:p="urn:p"><a k="1">x</a><a k="2">y</a><a k="3">x</a><b><c>10.5</c><c>2</c></b><p:a/><d>2024-02-29</d><f>true</f><s>  a
  b </s><l xml:lang="en-GB"><m/></l><e z="1" y="2">t<u/></e><e y="2" z="1">t<u/></e><e y="2" z="1">t<u v=""/></e><!--note--><?t go?></r>`;
