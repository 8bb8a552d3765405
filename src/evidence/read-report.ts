const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The object that the JSON text of a report says, or why it says none. A text that programs may read differently is
 * refused: a name that stands twice in one object (RFC 7493, 2.3) could show one reader what another did not verify.
 */
export function readReport(bytes: Uint8Array): Readonly<Record<string, unknown>> | string {
  let text: string;
  let value: unknown;
  try {
    text = decoder.decode(bytes);
    value = JSON.parse(text);
  } catch {
    return 'It is not JSON in UTF-8';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'It is not a JSON object';
  if (countColons(text) !== countMembers(value)) return 'A name stands in it twice';
  return value as Readonly<Record<string, unknown>>;
}

/** Colons outside of texts: one for each member that is written. */
function countColons(json: string): number {
  let colons = 0;
  let inText = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (character === '"') inText = !inText;
    else if (character === '\\') index += 1;
    else if (character === ':' && !inText) colons += 1;
  }
  return colons;
}

/** Members that are left when it is read. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const members = Object.values(value);
  const own = Array.isArray(value) ? 0 : members.length;
  return members.reduce<number>((sum, member) => sum + countMembers(member), own);
}
