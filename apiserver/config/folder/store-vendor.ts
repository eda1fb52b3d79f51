// A store that several servers share holds the names of one vendor profile in its objects: it remembers which, and is
// refused to a server of another, as a data folder is.

import type { VendorId } from '../../../shared/vendor/vendor.ts';
import type { Store } from '../../storage/contract/store.ts';

/** Outside of the objects. */
const vendorKey = '/orchkit/vendor';

/** Writes the vendor into a store that has none yet. Throws an Error when it has another one. Servers that start together agree on one. */
export async function keepStoreVendor(store: Pick<Store, 'get' | 'commit'>, vendor: VendorId): Promise<void> {
  let known = await store.get(vendorKey);
  if (known === undefined) {
    const result = await store.commit({ key: vendorKey, value: Buffer.from(vendor), expected: 0 });
    if (result.outcome === 'committed') return;
    known = result.current;
  }
  const kept = known?.value.toString();
  if (kept !== undefined && kept !== vendor) {
    throw new Error(
      `etcd holds objects made with --vendor ${kept} and cannot be served with --vendor ${vendor}: ` +
        'name another prefix, or the vendor they were made with',
    );
  }
}
