import { expectArray, fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectSameMembers } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { deployment } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'strategic-patch-directives',
  title: 'A strategic merge patch MUST support its directives for deletion and replacement.',
  requirements: ['MEDIA-039', 'MEDIA-067'],
  needs: ['namespace'],
  async run(c) {
    const deployments = c.resource('apps/v1', 'deployments');
    const manifest = deployment('d') as { spec: { template: { spec: { containers: object[] } } } };
    manifest.spec.template.spec.containers.push({ name: 'side', image: 'registry.invalid/side:1' });
    await createObject(c, deployments.collection, manifest);
    const patch = (containers: unknown[]) => ({ spec: { template: { spec: { containers } } } });
    const path = 'spec.template.spec.containers';
    const changed = await c.wire.patch(
      deployments.item('d'),
      'strategic',
      patch([{ name: 'side', image: 'registry.invalid/side:2' }]),
    );
    expectOk(changed);
    expectSameMembers(
      'containers',
      expectArray(changed, path).map((item) => fieldOf(item, 'name')),
      ['main', 'side'],
    );
    const removed = await c.wire.patch(deployments.item('d'), 'strategic', patch([{ name: 'side', $patch: 'delete' }]));
    expectOk(removed);
    expectEqual(
      'containers',
      expectArray(removed, path).map((item) => fieldOf(item, 'name')),
      ['main'],
    );
    const replaced = await c.wire.patch(
      deployments.item('d'),
      'strategic',
      patch([{ $patch: 'replace' }, { name: 'only', image: 'registry.invalid/o:1' }]),
    );
    expectOk(replaced);
    expectEqual(
      'containers',
      expectArray(replaced, path).map((item) => fieldOf(item, 'name')),
      ['only'],
    );
  },
} satisfies Case;
