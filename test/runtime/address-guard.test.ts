import { describe, expect, it } from 'vitest';
import { isAllowable, makeAddressGuard } from '../../src/platform/http/address-guard.ts';
import { isPublicAddress } from '../../src/platform/index.ts';

describe('isPublicAddress (RFC 6890, RFC 4291)', () => {
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:a9fe:a9fe',
    '64:ff9b::127.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::8.8.8.8',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:808:808::',
    '3fff::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'not an address',
    '',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each([
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.255.255',
    '223.255.255.255',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2001:4860:4860::8888',
    '2600::1',
    '2a00:1450::1',
  ])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
});

describe('makeAddressGuard', () => {
  it('allows listed addresses, blocks and names, and nothing else private', () => {
    const guard = makeAddressGuard(['10.0.0.0/8', '::1', '192.168.1.7', 'fd00::/8', 'Hooks.Internal']);
    expect(guard.allows('x.example', '10.200.0.1')).toBe(true);
    expect(guard.allows('x.example', '::ffff:10.0.0.1')).toBe(true);
    expect(guard.allows('x.example', '64:ff9b::a00:1')).toBe(true);
    expect(guard.allows('x.example', '::1')).toBe(true);
    expect(guard.allows('x.example', '192.168.1.7')).toBe(true);
    expect(guard.allows('x.example', 'fd12::1')).toBe(true);
    expect(guard.allows('hooks.internal', '172.16.0.1')).toBe(true);
    expect(guard.allows('HOOKS.internal.', '172.16.0.1')).toBe(true);
    expect(guard.allows('evil.hooks.internal', '172.16.0.1')).toBe(false);
    expect(guard.allows('x.example', '192.168.1.8')).toBe(false);
    expect(guard.allows('x.example', '127.0.0.1')).toBe(false);
    expect(guard.allows('x.example', 'fe80::1')).toBe(false);
  });

  it('accepts addresses, blocks and names, and rejects typos', () => {
    const good = ['10.0.0.0/8', '::/0', '[::1]', 'localhost', 'a-b.c_d.example'];
    expect(good.filter((text) => !isAllowable(text))).toEqual([]);
    const bad = ['', '10.0.0.0/33', '::1/129', '10.0.0', '300.1.1.1', 'a..b', '-a.example', 'http://a.example', '*'];
    expect(bad.filter(isAllowable)).toEqual([]);
    expect(() => makeAddressGuard(['10.0.0.0/99'])).toThrow('10.0.0.0/99');
  });
});
