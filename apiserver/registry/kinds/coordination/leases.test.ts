// What leases must allow for the leader elections of real clients.

import t from 'tap';
import { vendorOf } from '../../../../shared/vendor/profile.ts';
import { inProcess } from '../../../../fixtures/apiserver/registry.fixture.ts';

for (const vendor of ['orch', 'kubernetes'] as const) {
  const lease = { namespace: 'a', name: 'x' };
  const bodyOf = (spec: object, metadata: object = {}) => ({ metadata: { name: 'x', ...metadata }, spec });
  const resource = vendorOf(vendor).fill('leases.coordination.{api}');

  t.test(`${vendor}: a leader that steps down writes an empty holder, and another takes over`, async (t) => {
    const api = await inProcess(vendor);
    t.teardown(() => api.close());
    const spec = { holderIdentity: 'first', leaseDurationSeconds: 15, leaseTransitions: 0 };
    const held = await api.call('create', resource, { namespace: 'a', body: bodyOf(spec) });
    const released = await api.call('update', resource, {
      ...lease,
      body: bodyOf(
        { holderIdentity: '', leaseDurationSeconds: 1, leaseTransitions: 0 },
        { resourceVersion: held.at('metadata.resourceVersion') },
      ),
    });
    t.equal(released.status, 200, released.text);
    t.equal(released.at('spec.holderIdentity'), '', 'the empty holder is kept, and not left out');
    const taken = await api.call('update', resource, {
      ...lease,
      body: bodyOf(
        { ...spec, holderIdentity: 'second', leaseTransitions: 1 },
        { resourceVersion: released.at('metadata.resourceVersion') },
      ),
    });
    t.equal(taken.at('spec.holderIdentity'), 'second', taken.text);
  });

  t.test(`${vendor}: a lease lasts some time, and its transitions are counted from zero`, async (t) => {
    const api = await inProcess(vendor);
    t.teardown(() => api.close());
    const body = bodyOf({ leaseDurationSeconds: 0, leaseTransitions: -1 });
    const refused = await api.call('create', resource, { namespace: 'a', body });
    t.equal(refused.status, 422);
    t.match(refused.at('details.causes'), [
      { field: 'spec.leaseDurationSeconds', message: 'Invalid value: 0: must be greater than 0' },
      { field: 'spec.leaseTransitions', message: 'Invalid value: -1: must be greater than or equal to 0' },
    ]);
  });
}
