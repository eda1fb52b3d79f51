// The cell of the addresses under which a load balancer publishes something.

interface Published {
  readonly ip?: string;
  readonly hostname?: string;
}

/** Each address once, in order, between commas. An entry without an address is passed over. */
export function publishedAddresses(ingress: readonly Published[] | undefined): string {
  const addresses = (ingress ?? []).map(({ ip = '', hostname = '' }) => (ip === '' ? hostname : ip));
  return [...new Set(addresses)]
    .filter((address) => address !== '')
    .sort()
    .join(',');
}
