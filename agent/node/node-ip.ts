// Whether an address that was given with `--node-ip` can be the node's: others must reach this host under it.

import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** What no node is reached under, with the words for it. */
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
];

const reservedLists = reserved.map(([reason, ranges]) => {
  const list = new BlockList();
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, familyOf(address));
  return { reason, list };
});

/** Undefined when all is well. Addresses are compared by value: how they are written does not matter. */
export function nodeIpFault(address: string, ofHost: readonly string[]): string | undefined {
  if (isIP(address) === 0) return 'is not an IP address';
  const family = familyOf(address);
  const known = reservedLists.find(({ list }) => list.check(address, family));
  if (known !== undefined) return known.reason;
  const own = new BlockList();
  for (const one of ofHost) own.addAddress(one, familyOf(one));
  return own.check(address, family) ? undefined : 'is not an address of any interface of this host';
}

/** The addresses of all interfaces, those of loopback included: an address that is announced by routing may lie there. */
export function hostAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
