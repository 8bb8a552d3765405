import type { IncomingMessage } from 'node:http';

/**
 * The address that a request comes from, seen past so many proxies of the operator. Each of them adds its caller's
 * address at the end of X-Forwarded-For; what stands before that anybody may have written.
 */
export function addressOf(request: IncomingMessage, proxies: number): string {
  const direct = request.socket.remoteAddress ?? '';
  if (proxies === 0) return direct;
  const told = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const address = told.at(-proxies)?.trim() || direct;
  // Some proxies tell the port too.
  return /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address;
}

/**
 * The client behind an address, for counting: an IPv4 address as it is, an IPv6 address as its /64, since one client
 * of an IPv6 network has as many addresses as it likes.
 */
export function clientOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%', 1)[0]!.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
