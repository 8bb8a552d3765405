import type { IncomingMessage } from 'node:http';

/**
 * Client address of a request behind a number of trusted proxies. Each proxy appends the address of its client to
 * X-Forwarded-For; entries before those are untrusted.
 */
export function addressOf(request: IncomingMessage, proxies: number): string {
  const direct = request.socket.remoteAddress ?? '';
  if (proxies === 0) return direct;
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const address = forwarded.at(-proxies)?.trim() || direct;
  // Some proxies include the port.
  return /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address;
}

/**
 * Client identity for rate limits: an IPv4 address, or the /64 of an IPv6 address, because one IPv6 client controls
 * many addresses.
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
