import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * IPv4 blocks outside the public Internet (IANA IPv4 Special-Purpose Address Registry, RFC 6890), multicast and
 * reserved blocks. 169.254.0.0/16 contains the metadata service of cloud machines.
 */
const NOT_PUBLIC_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** The only IPv6 block of the public Internet (RFC 4291, 2.4). */
const PUBLIC_6 = ['2000::/3'];
/** Exceptions within it: protocol assignments with Teredo, documentation, 6to4 (which embeds any IPv4 address). */
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

type Block = { readonly network: string; readonly bits: number; readonly family: 'ipv4' | 'ipv6' };

/** Parses an address or a CIDR block such as `10.0.0.0/8`; null when invalid. */
function readBlock(text: string): Block | null {
  const match = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text.replace(/^\[|\]$/g, ''));
  const version = isIP(match?.[1] ?? '');
  if (match === null || version === 0) return null;
  const most = version === 4 ? 32 : 128;
  const bits = match[2] === undefined ? most : Number(match[2]);
  return bits > most ? null : { network: match[1]!, bits, family: version === 4 ? 'ipv4' : 'ipv6' };
}

function toBlockList(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const { network, bits, family } = readBlock(text)!;
    list.addSubnet(network, bits, family);
  }
  return list;
}

const notPublic4 = toBlockList(NOT_PUBLIC_4);
const public6 = toBlockList(PUBLIC_6);
const notPublic6 = toBlockList(NOT_PUBLIC_6);

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/i;

/** True when no host bits are set: `10.1.2.3/8` is a typo for one address, or covers more than intended. */
function isWholeBlock({ network, bits, family }: Block): boolean {
  const groups = family === 'ipv4' ? network.split('.').map(Number) : groupsOf(network);
  const width = family === 'ipv4' ? 8 : 16;
  return groups.every((group, index) => {
    const free = Math.min(width, Math.max(0, width * (index + 1) - bits));
    return group % 2 ** free === 0;
  });
}

/** True for a valid allow-list entry: an address, a CIDR block, or a host name. */
export function isAllowable(text: string): boolean {
  const block = readBlock(text);
  if (block !== null) return isWholeBlock(block);
  // Text of digits and dots is a mistyped address or block, not a host name.
  return HOST_NAME.test(text) && !/^[\d.]+$/.test(text);
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const text =
    dotted === null
      ? address
      : `${dotted[1]}${(Number(dotted[2]) * 256 + Number(dotted[3])).toString(16)}:${(
          Number(dotted[4]) * 256 + Number(dotted[5])
        ).toString(16)}`;
  const [before = '', after] = text.split('::');
  const read = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const head = read(before);
  const tail = read(after ?? '');
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

/**
 * IPv4 address that an IPv6 address leads to: mapped (`::ffff:0:0/96`, RFC 4291, 2.5.5.2) or translated
 * (`64:ff9b::/96`, RFC 6052). Null for all others.
 */
function embedded4(address: string): string | null {
  const groups = groupsOf(address);
  const start = groups.slice(0, 6).join(',');
  if (start !== '0,0,0,0,0,65535' && start !== `${0x64},${0xff9b},0,0,0,0`) return null;
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** True when the address belongs to the public Internet. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return isIP(address) === 4 && !notPublic4.check(address, 'ipv4');
  const plain = address.split('%', 1)[0]!;
  const inner = embedded4(plain);
  if (inner !== null) return isPublicAddress(inner);
  return public6.check(plain, 'ipv6') && !notPublic6.check(plain, 'ipv6');
}

/** Restricts the addresses that may be connected to. */
export type AddressGuard = {
  /** True when a URL with this host may connect to the address. */
  readonly allows: (host: string, address: string) => boolean;
};

/** Host names are case-insensitive and may end with the root's dot. */
const plainHost = (host: string): string => host.toLowerCase().replace(/\.$/, '');

/**
 * Creates a guard that allows the public Internet and the listed names, addresses and blocks. An allowed name may
 * resolve to any address: the operator who allowed it takes responsibility.
 *
 * @throws Error when an entry is not an address, a block or a host name
 */
export function makeAddressGuard(allow: readonly string[]): AddressGuard {
  const wrong = allow.find((text) => !isAllowable(text));
  if (wrong !== undefined) throw new Error(`${wrong} is neither an address, a block nor a host name`);
  const blocks = toBlockList(allow.filter((text) => readBlock(text) !== null));
  const names = new Set(allow.filter((text) => readBlock(text) === null).map(plainHost));
  const isListed = (address: string): boolean => {
    if (!isIPv6(address)) return blocks.check(address, 'ipv4');
    const plain = address.split('%', 1)[0]!;
    const inner = embedded4(plain);
    return blocks.check(plain, 'ipv6') || (inner !== null && blocks.check(inner, 'ipv4'));
  };
  return {
    allows: (host, address) => isPublicAddress(address) || names.has(plainHost(host)) || isListed(address),
  };
}
