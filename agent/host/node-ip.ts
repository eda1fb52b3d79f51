// Whether an address that was given with `--node-ip` can be the node's: others must reach this host under it.

import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';
import { familyOf, reservedAddress } from '../../shared/object/address/reserved-address.ts';

/** Undefined when all is well. Addresses are compared by value: how they are written does not matter. */
export function nodeIpFault(address: string, ofHost: readonly string[]): string | undefined {
  const fault = reservedAddress(address);
  if (fault !== undefined) return fault;
  const own = new BlockList();
  for (const one of ofHost) own.addAddress(one, familyOf(one));
  return own.check(address, familyOf(address)) ? undefined : 'is not an address of any interface of this host';
}

/** The addresses of all interfaces, those of loopback included: an address that is announced by routing may lie there. */
export function hostAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address));
}
