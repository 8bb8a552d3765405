import { cutText } from '../../xml/index.ts';
import { fail } from './xpath-error.ts';

/** The parts of a URI reference (RFC 3986, appendix B). */
const PARTS = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;

type Parts = {
  readonly scheme?: string | undefined;
  readonly authority?: string | undefined;
  readonly path: string;
  readonly query?: string | undefined;
  readonly fragment?: string | undefined;
};

function split(text: string): Parts {
  const [, scheme, authority, path = '', query, fragment] = PARTS.exec(text)!;
  const isScheme = scheme === undefined || /^[a-z][a-z0-9+.-]*$/i.test(scheme);
  // A colon after something other than a scheme makes the reference invalid (RFC 3986, section 4.2).
  const isPath = scheme !== undefined || authority !== undefined || !path.split('/')[0]!.includes(':');
  if (!isScheme || !isPath || /%(?![0-9a-f]{2})/i.test(text) || /[\s<>\\^`{|}"]/.test(text) || fragment?.includes('#'))
    return fail('FORG0002', `"${cutText(text, 80)}" is no URI reference`);
  return { scheme, authority, path, query, fragment };
}

/** RFC 3986, section 5.2.4. */
function withoutDots(path: string): string {
  const segments: string[] = [];
  const steps = path.split('/');
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    if (step === '..' && segments.length > 1) segments.pop();
    else if (step !== '.' && step !== '..') segments.push(step);
    if ((step === '.' || step === '..') && isLast) segments.push('');
  }
  return segments.join('/');
}

/** fn:resolve-uri (XPath functions, section 8.1; RFC 3986, section 5.2.2); throws FORG0002. */
export function resolveUri(relative: string, base: string): string {
  const reference = split(relative);
  if (reference.scheme !== undefined) return relative;
  const from = split(base);
  if (from.scheme === undefined) return fail('FORG0002', `"${cutText(base, 80)}" is no absolute URI`);
  const isWhole = reference.authority !== undefined;
  const isEmpty = reference.path === '' && !isWhole;
  const isRooted = isWhole || reference.path.startsWith('/');
  const folder =
    from.authority !== undefined && from.path === '' ? '/' : from.path.slice(0, from.path.lastIndexOf('/') + 1);
  const path = isEmpty ? from.path : withoutDots(isRooted ? reference.path : folder + reference.path);
  const authority = isWhole ? reference.authority : from.authority;
  const query = isEmpty && reference.query === undefined ? from.query : reference.query;
  return [
    `${from.scheme}:`,
    authority === undefined ? '' : `//${authority}`,
    path,
    query === undefined ? '' : `?${query}`,
    reference.fragment === undefined ? '' : `#${reference.fragment}`,
  ].join('');
}
