import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectOk, expectRefused } from '../../wire/expect/status.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import type { ResourcePaths } from '../../wire/format/paths.ts';
import { deployment } from '../../fixtures/manifests.ts';
import { createObject, defineKind, definitionOf } from '../../fixtures/created-objects.ts';

const number = { type: 'integer' };
const counted = { type: 'object', properties: { replicas: number } };

export default {
  id: 'scale-is-another-view',
  title: 'A sub-resource MUST be able to return its object as another kind.',
  requirements: ['OBJ-007'],
  needs: ['namespace'],
  async run(c) {
    const deployments = c.resource('apps/v1', 'deployments');
    await createObject(c, deployments.collection, deployment('d'));
    await expectScaled(c, deployments, 'd');
    const definition = definitionOf(c, { spec: counted, status: counted, other: number });
    const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
    const [version] = (definition.spec as unknown as { versions: readonly object[] }).versions;
    Object.assign(version ?? {}, { subresources: { scale } });
    const things = await defineKind(c, definition);
    const head = { apiVersion: 'conformance.example/v1', kind: definition.spec.names.kind };
    await createObject(c, things.collection, { ...head, metadata: { name: 'd' }, spec: { replicas: 1 }, other: 1 });
    await expectScaled(c, things, 'd');
  },
} satisfies Case;

async function expectScaled(c: CaseContext, resource: ResourcePaths, name: string): Promise<void> {
  const view = resource.item(name, 'scale');
  const scale = await c.wire.get(view);
  expectOk(scale);
  expectField(scale, 'kind', 'Scale');
  expectField(scale, 'metadata.name', name);
  for (const path of ['spec.template', 'other']) expectAbsent(scale, path);
  expectOk(await c.wire.patch(view, 'merge', { spec: { replicas: 3 } }));
  expectField(await c.wire.get(resource.item(name)), 'spec.replicas', 3);
  for (const path of [view, resource.item(name)])
    expectRefused(await c.wire.patch(path, 'merge', { spec: { replicas: -1 } }));
  expectField(await c.wire.get(view), 'spec.replicas', 3);
}
