// Which addresses the server connects to because an API object names them: those of other hosts only. A client that may write a
// node's status must not reach what listens on the server's own host, or its network's control services, through it.

import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isDns1123Subdomain } from '../../../shared/object/names.ts';
import { reservedAddress } from '../../../shared/object/address/reserved-address.ts';

/** Whether the server may connect to this IP address. */
export type AddressFilter = (address: string) => boolean;

/** A host that is not connected to. Its message is for the client, who gets 400. */
export class UnproxyableAddressError extends Error {
  override readonly name = 'UnproxyableAddressError';
}

/** The default filter: all but loopback, link-local, multicast, broadcast and unspecified addresses. */
export const isGlobalUnicast: AddressFilter = (address) => reservedAddress(address) === undefined;

/**
 * Returns the host of a URL for an address of an API object. Throws UnproxyableAddressError for an IP address that the filter
 * refuses, and for text that is neither an IP address nor a DNS name, or that a URL parser would read as another address
 * (`0x7f.1`, `a@127.0.0.1`). What a DNS name resolves to is checked when it is connected to, by `checkedLookup`.
 */
export function urlHost(address: string, isAllowed: AddressFilter): string {
  if (isIP(address) !== 0) {
    if (!isAllowed(address) || address.includes('%')) throw new UnproxyableAddressError('address not allowed');
    return isIP(address) === 6 ? `[${address}]` : address;
  }
  // Programs read a name that ends in a number as an IPv4 address, in octal or hexadecimal parts too.
  if (!isDns1123Subdomain(address.toLowerCase()) || /(?:^|\.)(?:\d+|0x[\da-f]*)$/i.test(address)) {
    throw new UnproxyableAddressError(`lookup ${address}: no such host`);
  }
  return address;
}

/**
 * Resolves a name for the connection that is about to be made, so that nothing can change between check and use. Fails with
 * UnproxyableAddressError when the name has no address, or one that the filter refuses.
 */
export function checkedLookup(isAllowed: AddressFilter): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = error === null ? addresses : [];
      if (first === undefined) {
        callback(new UnproxyableAddressError(`lookup ${hostname}: no such host`), '');
      } else if (!addresses.every(({ address }) => isAllowed(address))) {
        callback(new UnproxyableAddressError('address not allowed'), '');
      } else if (options.all === true) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}
