// Chooses the address of a node agent: the first address of the first type in the order of preference.

/** The types, in their default order; the host name has a name of its own in each profile. */
export const addressTypes = ['Hostname', 'HostName', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP'] as const;

export interface NodeAddress {
  readonly type?: string;
  readonly address?: string;
}

/** Undefined when the node has none of these types. */
export function preferredAddress(
  addresses: readonly NodeAddress[],
  types: readonly string[] = addressTypes,
): string | undefined {
  return types
    .map((type) => addresses.find((entry) => entry.type === type)?.address)
    .find((address) => address !== undefined && address !== '');
}
