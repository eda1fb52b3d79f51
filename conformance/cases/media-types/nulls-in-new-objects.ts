import { createObject } from '../../fixtures/created-objects.ts';
import { configMap, deployment } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectAbsent, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk, expectRefused } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const key = 'conformance.example/x';

export default {
  id: 'nulls-in-new-objects',
  title: 'A null in a body MUST count as an absent field, and a null in a patch MUST remove the field, at any depth.',
  requirements: ['VERB-029', 'FVAL-003', 'MEDIA-038', 'MEDIA-039'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const deployments = c.resource('apps/v1', 'deployments');
    await c.holds('VERB-029', async () => {
      const bare = { ...configMap('bare'), data: null, binaryData: null, immutable: null };
      const created = await c.wire.post(maps.collection, {
        ...bare,
        metadata: {
          name: 'bare',
          labels: null,
          annotations: null,
          finalizers: null,
          ownerReferences: null,
          generateName: null,
        },
      });
      expectCreated(created);
      for (const field of ['data', 'binaryData', 'immutable']) expectAbsent(created, field);
      for (const field of ['labels', 'annotations', 'finalizers', 'ownerReferences']) {
        expectAbsent(created, `metadata.${field}`);
      }
      // A field with a default gets its default.
      const manifest = deployment('d') as { spec: object };
      const own = { ...manifest, spec: { ...manifest.spec, replicas: null, strategy: null, paused: null } };
      const defaulted = await c.wire.post(deployments.collection, own);
      expectCreated(defaulted);
      expectField(defaulted, 'spec.replicas', 1);
      expectField(defaulted, 'spec.strategy.type', 'RollingUpdate');
      expectOk(await c.wire.patch(deployments.item('d'), 'merge', { spec: { replicas: 0 } }));
    });
    await c.holds('FVAL-003', async () => {
      const manifest = deployment('none') as { spec: object };
      for (const spec of [{ ...manifest.spec, selector: null }, { ...manifest.spec, template: null }, null]) {
        expectRefused(await c.wire.post(deployments.collection, { ...manifest, spec }));
      }
    });
    for (const [type, id] of [
      ['merge', 'MEDIA-038'],
      ['strategic', 'MEDIA-039'],
    ] as const) {
      const look = async () => {
        const path = maps.item(type);
        await createObject(c, maps.collection, configMap(type, { kept: 'yes' }));
        const patched = await c.wire.patch(path, type, {
          metadata: { annotations: { [key]: null, other: 'x' }, labels: { none: null } },
          data: { kept: 'still', none: null },
          binaryData: { none: null },
        });
        expectOk(patched);
        expectField(patched, 'data', { kept: 'still' });
        expectField(patched, 'metadata.annotations', { other: 'x' });
        for (const field of ['metadata.labels', 'binaryData']) {
          const left = fieldOf(patched, field) ?? {};
          expectEqual(`${field} after a null in what was not there`, left, {});
        }
        // A null in a patch removes an existing key, or a whole map.
        const less = await c.wire.patch(path, type, {
          metadata: { annotations: null },
          data: { kept: null, more: 'm' },
        });
        expectOk(less);
        expectField(less, 'data', { more: 'm' });
        expectAbsent(less, 'metadata.annotations');
      };
      if (id === 'MEDIA-038') await c.holds('MEDIA-038', look);
      else await c.holds('MEDIA-039', look);
    }
  },
} satisfies Case;
