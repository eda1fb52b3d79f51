import t from 'tap';
import type { ApiObject } from '../../../../shared/object/api-object.ts';
import { vendorIds, vendorOf } from '../../../../shared/vendor/profile.ts';
import record from './endpoint-slices.ts';

for (const id of vendorIds) {
  t.test(`${id}: the old topology map cannot be written, and the node it told is kept (REMOVED-021)`, async (t) => {
    const vendor = vendorOf(id);
    const strategy = record.strategy(vendor);
    const host = vendor.fill('{label}/hostname');
    const slice = (...endpoints: readonly object[]) => ({ metadata: { name: 's' }, endpoints }) as unknown as ApiObject;
    const old = { addresses: ['10.0.0.1'], deprecatedTopology: { [host]: 'n1', zone: 'z' } };
    const created = slice(structuredClone(old), { addresses: ['10.0.0.2'] });
    strategy.prepareCreate?.(created, { name: 'u', groups: [], extra: {} } as never, () => {}, 0);
    t.strictSame(created['endpoints'], [{ addresses: ['10.0.0.1'] }, { addresses: ['10.0.0.2'] }]);

    const same = slice(structuredClone(old));
    strategy.prepareUpdate?.(same, slice(old), 0);
    t.strictSame(same['endpoints'], [old], 'endpoints that are not changed stay as they were stored');

    const other = { ...structuredClone(old), addresses: ['10.0.0.3'] };
    const unknown = { addresses: ['10.0.0.4'], deprecatedTopology: { [host]: 'n2' } };
    const named = { addresses: ['10.0.0.5'], nodeName: 'n3', deprecatedTopology: { [host]: 'n1' } };
    const changed = slice(other, unknown, named);
    strategy.prepareUpdate?.(changed, slice(old), 0);
    t.strictSame(changed['endpoints'], [
      { addresses: ['10.0.0.3'], nodeName: 'n1' },
      { addresses: ['10.0.0.4'] },
      { addresses: ['10.0.0.5'], nodeName: 'n3' },
    ]);
  });
}
