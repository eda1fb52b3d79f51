import t from 'tap';
import { inProcess } from '../../../../fixtures/apiserver/registry.fixture.ts';

t.test('the two fields with ranges of pods agree, and are set once', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const create = (name: string, spec: object) => api.call('create', 'nodes', { body: { metadata: { name }, spec } });
  const patch = (spec: object) =>
    api.call('patch', 'nodes', { name: 'a', body: { spec }, contentType: 'application/merge-patch+json' });
  const both = (range: string, ...more: readonly string[]) => ({ podCIDR: range, podCIDRs: [range, ...more] });

  t.strictSame((await create('a', { podCIDR: '10.1.0.0/24' })).at('spec'), both('10.1.0.0/24'));
  t.strictSame(
    (await create('b', { podCIDR: '10.1.0.0/24', podCIDRs: ['10.2.0.0/24'] })).at('spec'),
    both('10.1.0.0/24'),
  );
  const dual = await create('c', { podCIDRs: ['10.2.0.0/24', 'fd00::/64'] });
  t.strictSame(dual.at('spec'), both('10.2.0.0/24', 'fd00::/64'));
  const single = await create('d', { podCIDRs: ['10.2.0.0/24', '10.3.0.0/24'] });
  t.match(single.at('message'), /spec.podCIDRs: .*may specify no more than one CIDR for each IP family/);
  t.match((await create('d', { podCIDR: 'x' })).at('message'), /spec.podCIDRs\[0\]: .*must be a valid CIDR value/);

  const moved = await patch({ podCIDR: '10.9.0.0/24' });
  t.equal(moved.status, 422);
  t.match(moved.at('message'), /spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid/);
  t.equal((await patch({ podCIDR: null, podCIDRs: null })).status, 422);
  t.equal((await patch({ unschedulable: true })).status, 200);
});
