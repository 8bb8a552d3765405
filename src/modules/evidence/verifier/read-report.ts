type Unreadable = 'not_json' | 'not_object' | 'too_deep' | 'name_twice';

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses the JSON text of a report. Rejects duplicate names in an object (RFC 7493, 2.3): parsers resolve them
 * differently, so one program could display values that another did not verify.
 */
export function readReport(bytes: Uint8Array): Readonly<Record<string, unknown>> | Unreadable {
  let value: unknown;
  let written: Written;
  try {
    const text = decoder.decode(bytes);
    written = scan(text);
    if (written.depth > DEEPEST) return 'too_deep';
    value = JSON.parse(text);
  } catch {
    return 'not_json';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not_object';
  if (written.members !== countMembers(value)) return 'name_twice';
  return value as Readonly<Record<string, unknown>>;
}

/** Limits recursion; reports are far less deep. */
const DEEPEST = 50;

type Written = { readonly members: number; readonly depth: number };

/** Counts the members in the text (each has one colon outside strings) and measures the nesting depth. */
function scan(json: string): Written {
  let members = 0;
  let depth = 0;
  let deepest = 0;
  let inText = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (character === '"') inText = !inText;
    else if (character === '\\') index += 1;
    else if (inText) continue;
    else if (character === ':') members += 1;
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth);
    else if (character === '}' || character === ']') depth -= 1;
  }
  return { members, depth: deepest };
}

/** Counts the members that remain after parsing. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const members = Object.values(value);
  const own = Array.isArray(value) ? 0 : members.length;
  return members.reduce<number>((sum, member) => sum + countMembers(member), own);
}
