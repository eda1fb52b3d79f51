// The addresses under which a node is reached (requirements NSTAT): as configured, else by its name, else by the interface of
// the default route.

import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { reservedAddress } from '../../shared/object/address/reserved-address.ts';
import type { Log } from '../../shared/process/log/log.ts';
import type { Node, NodeAddress } from './node.ts';
import { hostAddresses, nodeIpFault } from '../host/node-ip.ts';

export interface NodeAddressesOptions {
  readonly hostName: string;
  /** `--node-ip`: none, one, or one of each family. */
  readonly nodeIps: readonly string[];
  /** The type of the entry that holds the host name. */
  readonly hostNameType: string;
  /** Replaced by tests. */
  readonly network?: HostNetwork;
}

export interface HostNetwork {
  /** The addresses of a name, IPv4 first; empty when it has none. */
  resolve(name: string): Promise<readonly string[]>;
  /** The addresses of all interfaces of this host. */
  addresses(): readonly string[];
  /** The addresses of this host's interfaces, by interface, without loopback and link-local ones. */
  interfaces(): ReadonlyMap<string, readonly string[]>;
  /** The interface of the default route; undefined when there is none. */
  defaultInterface(): Promise<string | undefined>;
}

/** Internal addresses first, then the host name. Only the host name if there is no address. */
export async function nodeAddresses(options: NodeAddressesOptions): Promise<readonly NodeAddress[]> {
  const internal = await internalAddresses(options, options.network ?? systemNetwork);
  return [
    ...internal.map((address) => ({ type: 'InternalIP', address })),
    { type: options.hostNameType, address: options.hostName },
  ];
}

export interface AddressReaderOptions extends NodeAddressesOptions {
  /** Whether a cloud controller writes the addresses. */
  readonly fromCloud: boolean;
  readonly log: Log;
}

/**
 * Returns a function from the addresses at the server to the current ones. While an address of `--node-ip` cannot be used, the
 * addresses are not changed (a new node has only its host name), and a warning is logged once.
 */
export function addressReader(
  options: AddressReaderOptions,
): (before: readonly NodeAddress[]) => Promise<readonly NodeAddress[]> {
  const { network = systemNetwork, log, fromCloud, nodeIps, hostName, hostNameType } = options;
  let lastFault = '';
  const faultNow = (): string => {
    const specified = specifiedIps(nodeIps);
    const ofHost = specified.length === 0 ? [] : network.addresses();
    const found = specified.map((address) => [address, nodeIpFault(address, ofHost)] as const);
    return found.flatMap(([address, fault]) => (fault === undefined ? [] : [`${address} ${fault}`])).join('; ');
  };
  return async (before) => {
    const fault = faultNow();
    if (fault !== lastFault) {
      if (fault === '') log.info('the node has the addresses of --node-ip again');
      else log.warn('the addresses of --node-ip cannot be used: the node keeps its addresses', { fault });
      lastFault = fault;
    }
    if (fault !== '') return before.length > 0 ? before : [{ type: hostNameType, address: hostName }];
    return fromCloud ? cloudAddresses(before, options) : nodeAddresses(options);
  };
}

/**
 * The addresses of a node with a cloud controller: those that the controller wrote. Before that, `--node-ip` is reported, because
 * an operator who sets it knows what the controller will write. Without it, only the host name is reported.
 */
async function cloudAddresses(
  written: readonly NodeAddress[],
  options: NodeAddressesOptions,
): Promise<readonly NodeAddress[]> {
  if (written.length > 0) return written;
  if (options.nodeIps.length === 0) return [{ type: options.hostNameType, address: options.hostName }];
  return nodeAddresses(options);
}

/** The addresses that the server showed last. */
export class ObservedAddresses {
  #last: readonly NodeAddress[] = [];

  observe({ status }: Node): void {
    this.#last = status?.addresses ?? [];
  }

  list(): readonly NodeAddress[] {
    return this.#last;
  }
}

async function internalAddresses(options: NodeAddressesOptions, network: HostNetwork): Promise<readonly string[]> {
  const { nodeIps, hostName } = options;
  const configured = specifiedIps(nodeIps);
  if (configured.length > 0) return configured;
  // If the host name is a loopback address, the address of the default interface is used, as for any other name.
  if (reservedAddress(hostName) === undefined) return [hostName];
  const family = nodeIps[0] === undefined ? undefined : isIP(nodeIps[0]);
  const fits = (address: string): boolean => family === undefined || isIP(address) === family;
  const interfaces = network.interfaces();
  const local = new Set([...interfaces.values()].flat());
  // A name may resolve to another host or to loopback: only addresses of this host's interfaces are used.
  const named = (await network.resolve(hostName)).find((address) => local.has(address) && fits(address));
  if (named !== undefined) return [named];
  const candidates = [...(interfaces.get((await network.defaultInterface()) ?? '') ?? [])].sort(byFamily);
  return candidates.filter(fits).slice(0, 1);
}

const systemNetwork: HostNetwork = {
  resolve: async (name) => {
    const found = await lookup(name, { all: true }).catch(() => []);
    return found.map(({ address }) => address).sort(byFamily);
  },
  addresses: hostAddresses,
  interfaces: () => {
    const all = Object.entries(networkInterfaces()).map(([name, list = []]) => {
      const usable = list.filter(({ internal, address }) => !internal && !address.startsWith('fe80:'));
      return [name, usable.map(({ address }) => address)] as const;
    });
    return new Map(all);
  },
  defaultInterface: async () => {
    const four = await readFile('/proc/net/route', 'utf8').catch(() => '');
    const six = await readFile('/proc/net/ipv6_route', 'utf8').catch(() => '');
    return defaultInterface(four, six);
  },
};

/** The interface of the default route, of IPv4 first, in the tables of routes as the kernel shows them. Undefined: there is none. */
export function defaultInterface(four: string, six: string): string | undefined {
  return /^(\S+)\t00000000\t/m.exec(four)?.[1] ?? /^0{32} 00 .* (?!lo$)(\S+)$/m.exec(six)?.[1];
}

/** `--node-ip=0.0.0.0` and `::` only choose the family. */
export function specifiedIps(nodeIps: readonly string[]): readonly string[] {
  return nodeIps.filter((address) => address !== '0.0.0.0' && address !== '::');
}

function byFamily(a: string, b: string): number {
  return isIP(a) - isIP(b);
}
