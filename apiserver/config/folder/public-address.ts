// Under which address other hosts reach the server: what is published as an endpoint, which is never a name and never an
// address that means the host that reads it.

import { isIPv6 } from 'node:net';
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import { reservedAddress } from '../../../shared/object/address/reserved-address.ts';
import { isWildcard } from './serving-names.ts';

export interface ListeningAddress {
  /** Default 127.0.0.1. */
  readonly address?: string;
  /** What the operator says that clients use. */
  readonly advertisedHost?: string;
}

type Interfaces = Readonly<Record<string, readonly Pick<NetworkInterfaceInfo, 'address' | 'internal'>[] | undefined>>;

/**
 * The advertised address; else the one listened on; else, where that is a wildcard or loopback, the first of the host that is
 * reached from outside, of the same family. Undefined: there is none, or a name or a loopback address is advertised.
 */
export function publicAddress(
  { address = '127.0.0.1', advertisedHost }: ListeningAddress,
  interfaces: Interfaces = networkInterfaces(),
): string | undefined {
  if (advertisedHost !== undefined) return isReachable(advertisedHost) ? advertisedHost : undefined;
  if (isReachable(address)) return address;
  const isSix = isIPv6(address) && !isWildcard(address);
  const all = Object.values(interfaces).flatMap((entries = []) => entries);
  const found = all.filter((entry) => !entry.internal && isReachable(entry.address)).map((entry) => entry.address);
  return found.find((text) => isIPv6(text) === isSix) ?? (isWildcard(address) ? found[0] : undefined);
}

function isReachable(text: string): boolean {
  return reservedAddress(text) === undefined;
}
