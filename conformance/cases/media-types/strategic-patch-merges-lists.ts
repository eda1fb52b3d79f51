import { expectArray, fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectSameMembers } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { service } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'strategic-patch-merges-lists',
  title: 'A strategic merge patch MUST merge lists by the merge key of the schema.',
  requirements: ['MEDIA-039', 'MEDIA-067'],
  needs: ['namespace'],
  async run(c) {
    const services = c.resource('v1', 'services');
    await createObject(c, services.collection, service('s'));
    const patch = { spec: { ports: [{ name: 'admin', port: 8080, protocol: 'TCP' }] } };
    const patched = await c.wire.patch(services.item('s'), 'strategic', patch);
    expectOk(patched);
    const ports = expectArray(patched, 'spec.ports').map((port) => fieldOf(port, 'port'));
    expectSameMembers('ports', ports, [80, 8080]);
  },
} satisfies Case;
