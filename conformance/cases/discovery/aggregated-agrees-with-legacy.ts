import { expectArray, fieldOf } from '../../wire/expect/object.ts';
import { expectSameMembers, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'aggregated-agrees-with-legacy',
  title: 'Both forms of discovery SHOULD name the same groups and core resources.',
  requirements: ['VERB-092'],
  async run(c) {
    const accept = c.vendor.fill('application/json;g=apidiscovery.{api};v=v2;as=APIGroupDiscoveryList');
    const groups = expectArray(await c.wire.get('/apis'), 'groups').map((group) => fieldOf(group, 'name'));
    const aggregated = expectArray(await c.wire.get('/apis', { accept }), 'items').map((item) =>
      fieldOf(item, 'metadata.name'),
    );
    // Other cases define and remove kinds of their own meanwhile.
    const lasting = (names: readonly unknown[]) => names.filter((name) => !String(name).includes('conformance'));
    expectSameMembers('group names', lasting(aggregated), lasting(groups));
    const legacy = expectArray(await c.wire.get('/api/v1'), 'resources')
      .map((resource) => String(fieldOf(resource, 'name')))
      .filter((name) => !name.includes('/'));
    const core = expectArray(await c.wire.get('/api', { accept }), 'items.0.versions.0.resources');
    const names = core.map((resource) => fieldOf(resource, 'resource'));
    // The aggregated form may list a parent without verbs that only carries sub-resources; the legacy form does not.
    for (const name of legacy)
      expectThat('core resources of the aggregated form', names.includes(name), `a list with ${name}`, names);
  },
} satisfies Case;
