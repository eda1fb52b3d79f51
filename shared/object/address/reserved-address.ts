// Addresses that do not belong to another host, such as loopback.

import { BlockList, isIP } from 'node:net';

const reserved: readonly (readonly [reason: string, ranges: readonly (readonly [string, number])[]])[] = [
  [
    'is a loopback address',
    [
      ['127.0.0.0', 8],
      ['::1', 128],
    ],
  ],
  [
    'is a multicast address',
    [
      ['224.0.0.0', 4],
      ['ff00::', 8],
    ],
  ],
  [
    'is a link-local address',
    [
      ['169.254.0.0', 16],
      ['fe80::', 10],
    ],
  ],
  [
    'is the unspecified address',
    [
      ['0.0.0.0', 32],
      ['::', 128],
    ],
  ],
  ['is the broadcast address', [['255.255.255.255', 32]]],
];

const reservedLists = reserved.map(([reason, ranges]) => {
  const list = new BlockList();
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, familyOf(address));
  return { reason, list };
});

/**
 * Returns why an IP address cannot be the address of another host, as the end of a sentence; undefined when it can be. An
 * IPv4 address that is written as IPv6 (`::ffff:127.0.0.1`) counts as IPv4. Text that is no IP address is none either.
 */
export function reservedAddress(address: string): string | undefined {
  // A zone is part of link-local addresses only; `isIP` takes it behind any.
  if (isIP(address) === 0 || address.includes('%')) return 'is not an IP address';
  const family = familyOf(address);
  return reservedLists.find(({ list }) => list.check(address, family))?.reason;
}

export function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
