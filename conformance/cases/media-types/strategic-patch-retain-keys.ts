import { createObject } from '../../fixtures/created-objects.ts';
import { deployment } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectAbsent, expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectOk, expectRefused } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const image = 'registry.invalid/pause:1';
const name = (text: string): string => `conformance.example/${text}`;

export default {
  id: 'strategic-patch-retain-keys',
  title: 'A strategic merge patch MUST support $retainKeys, deletion of list entries, and their order.',
  requirements: ['MEDIA-039', 'MEDIA-067'],
  needs: ['namespace'],
  async run(c) {
    const deployments = c.resource('apps/v1', 'deployments');
    const manifest = deployment('d') as { metadata: object; spec: { template: { spec: object } } };
    const volumes = [
      { name: 'v', emptyDir: {} },
      { name: 'w', emptyDir: {} },
    ];
    const containers = ['a', 'b', 'c'].map((each) => ({ name: each, image }));
    Object.assign(manifest.spec.template.spec, { containers, volumes });
    Object.assign(manifest.metadata, { finalizers: [name('1'), name('2'), name('3')] });
    await createObject(c, deployments.collection, manifest);
    const patch = (body: object) => c.wire.patch(deployments.item('d'), 'strategic', body);
    const inPod = (spec: object) => patch({ spec: { template: { spec } } });
    await c.holds('MEDIA-039', async () => {
      // Without `$retainKeys` the parameters of the old strategy stay and do not fit the new one.
      expectRefused(await patch({ spec: { strategy: { type: 'Recreate' } } }));
      const recreated = await patch({ spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } });
      expectOk(recreated);
      expectField(recreated, 'spec.strategy', { type: 'Recreate' });
    });
    await c.holds('MEDIA-067', async () => {
      const source = { name: 'v', configMap: { name: 'none' } };
      expectRefused(await inPod({ volumes: [source] }));
      const changed = await inPod({ volumes: [{ $retainKeys: ['name', 'configMap'], ...source }] });
      expectOk(changed);
      const found = expectArray(changed, 'spec.template.spec.volumes');
      const [v, w] = ['v', 'w'].map((each) => found.find((volume) => fieldOf(volume, 'name') === each));
      expectField(v, 'configMap.name', 'none');
      expectAbsent(v, 'emptyDir');
      expectField(w, 'emptyDir', {});
      expectEqual('volumes', found.length, 2);
    });
    await c.holds('MEDIA-067', async () => {
      const ordered = await inPod({
        '$setElementOrder/containers': [{ name: 'c' }, { name: 'a' }, { name: 'b' }],
        containers: [{ name: 'a', image: 'registry.invalid/pause:2' }],
      });
      expectOk(ordered);
      const found = expectArray(ordered, 'spec.template.spec.containers');
      expectEqual(
        'order of containers',
        found.map((each) => fieldOf(each, 'name')),
        ['c', 'a', 'b'],
      );
      expectField(found[1], 'image', 'registry.invalid/pause:2');
    });
    await c.holds('MEDIA-039', async () => {
      const taken = await patch({ metadata: { '$deleteFromPrimitiveList/finalizers': [name('1'), name('3')] } });
      expectOk(taken);
      expectField(taken, 'metadata.finalizers', [name('2')]);
      // New entries are added; existing entries are not duplicated.
      const added = await patch({ metadata: { finalizers: [name('2'), name('4')] } });
      expectOk(added);
      expectField(added, 'metadata.finalizers', [name('2'), name('4')]);
    });
    const last = await patch({ metadata: { finalizers: null } });
    expectOk(last);
    expectAbsent(last, 'metadata.finalizers');
  },
} satisfies Case;
