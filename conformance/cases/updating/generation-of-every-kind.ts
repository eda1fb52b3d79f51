import { versionOf } from '../../wire/expect/list.ts';
import type { CaseContext, Case } from '../../contract/case.ts';
import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectEqual, expectDifferent } from '../../wire/expect/value.ts';
import { type CountedKind, countedKinds } from '../../fixtures/counted-kinds.ts';
import { createObject, createPod } from '../../fixtures/created-objects.ts';

/** What counts beside the specification: a rollback needs the annotations of deployments. */
const countsMetadata: Readonly<Record<string, 'annotations' | 'labels'>> = {
  deployments: 'annotations',
  endpointslices: 'labels',
};

export default {
  id: 'generation-of-every-kind',
  title: 'For each kind with a generation it SHOULD count changes of the specification and the start of deletion.',
  requirements: ['OBJ-043'],
  needs: ['namespace'],
  async run(c) {
    for (const row of countedKinds) await expectCounted(c, row);
  },
} satisfies Case;

async function expectCounted(c: CaseContext, row: CountedKind): Promise<void> {
  const { groupVersion, resource, kind, body, change, first } = row;
  const name = c.unique('counted');
  const paths =
    row.clusterScoped === true ? c.clusterResource(groupVersion, resource) : c.resource(groupVersion, resource);
  const patch = (part: unknown) => c.wire.patch(paths.item(name), 'merge', part);
  c.removeLater(paths.item(name));
  const manifest = { apiVersion: c.vendor.fill(groupVersion), kind, metadata: { name }, ...body };
  const created =
    resource === 'pods' ? await createPod(c, manifest) : await createObject(c, paths.collection, manifest);
  expectEqual(
    `the generation of a new ${kind}`,
    fieldOf(created, 'metadata.generation'),
    first === null ? undefined : 1,
  );
  const counted = first === null ? 1 : 2;
  const changed = await patch(change);
  expectField(changed, 'metadata.generation', counted);
  expectField(await patch(change), 'metadata.generation', counted);
  await c.holds('OBJ-043', async () =>
    expectDifferent(`version of a changed ${kind}`, versionOf(changed), versionOf(created)),
  );
  let generation = counted;
  for (const field of ['annotations', 'labels'] as const) {
    if (countsMetadata[resource] === field) generation += 1;
    expectField(await patch({ metadata: { [field]: { a: 'b' } } }), 'metadata.generation', generation);
  }
  // Assert only after the finalizer is removed, so that a failed assertion leaves no stuck object behind.
  const held = await patch({ metadata: { finalizers: ['conformance.example/hold'] } });
  await c.wire.delete(paths.item(name));
  const freed = await patch({ metadata: { finalizers: null } });
  expectField(held, 'metadata.generation', generation);
  expectField(freed, 'metadata.generation', generation + 1);
}
