import { BlockList, isIP } from 'node:net';

const FORM = /^([0-9A-Fa-f.:]{2,45})(?:\/(\d{1,3}))?$/;

type Block = { readonly address: string; readonly family: 'ipv4' | 'ipv6'; readonly bits: number };

function readBlock(text: string): Block | null {
  const [, address, prefix] = FORM.exec(text) ?? [];
  const version = address === undefined ? 0 : isIP(address);
  if (version === 0) return null;
  const maxBits = version === 4 ? 32 : 128;
  const bits = prefix === undefined ? maxBits : Number(prefix);
  return bits > maxBits ? null : { address: address!, family: version === 4 ? 'ipv4' : 'ipv6', bits };
}

/** Whether the text is an address or a CIDR block (RFC 4632, 3.1; RFC 4291, 2.3). */
export const isAddressBlock = (text: string): boolean => readBlock(text) !== null;

/** Whether the address is allowed; an empty list allows all. IPv4-mapped IPv6 addresses count as IPv4. */
export function isListed(addresses: readonly string[], address: string): boolean {
  if (addresses.length === 0) return true;
  const list = new BlockList();
  for (const text of addresses) {
    const block = readBlock(text);
    if (block !== null) list.addSubnet(block.address, block.bits, block.family);
  }
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6');
}
