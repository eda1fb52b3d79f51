import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import type { CaseContext, Case } from '../../contract/case.ts';
import { createObject, defineKind, definitionOf } from '../../fixtures/created-objects.ts';

const anything = { type: 'object', additionalProperties: { type: 'string' } };

export default {
  id: 'generation-of-defined-kinds',
  title:
    'For a defined kind the generation SHOULD count changes of all but metadata, and of a status of its own endpoint.',
  requirements: ['OBJ-043'],
  needs: ['namespace'],
  async run(c) {
    const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
    await expectGenerations(c, { status: {} }, { status: 1, other: 2, labels: 2, annotations: 2, spec: 3 });
    for (const subresources of [undefined, { scale }])
      await expectGenerations(c, subresources, { status: 2, other: 3, labels: 3, annotations: 3, spec: 4 });
  },
} satisfies Case;

/** The generations after a change of each part, one after the other. */
async function expectGenerations(
  c: CaseContext,
  subresources: { readonly status?: object; readonly scale?: object } | undefined,
  expected: Readonly<Record<string, number>>,
): Promise<void> {
  const definition = definitionOf(c, { spec: anything, status: anything, other: anything });
  const [version] = (definition.spec as unknown as { versions: object[] }).versions;
  const hasStatus = subresources?.status !== undefined;
  if (subresources !== undefined) Object.assign(version as object, { subresources });
  const things = await defineKind(c, definition);
  const changed = { a: 'b' };
  const head = { apiVersion: 'conformance.example/v1', kind: definition.spec.names.kind, metadata: { name: 't' } };
  const created = await createObject(c, things.collection, { ...head, status: changed });
  expectEqual('generation of a new object', fieldOf(created, 'metadata.generation'), 1);
  expectEqual('status of a new object', fieldOf(created, 'status'), hasStatus ? undefined : changed);
  for (const [part, generation] of Object.entries(expected)) {
    const later = { a: 'c' };
    const isMetadata = part === 'labels' || part === 'annotations';
    const patched = await c.wire.patch(
      things.item('t'),
      'merge',
      isMetadata ? { metadata: { [part]: later } } : { [part]: later },
    );
    expectOk(patched);
    expectEqual(`generation after a change of ${part}`, fieldOf(patched, 'metadata.generation'), generation);
  }
  if (!hasStatus) return;
  expectEqual('status', fieldOf(await c.wire.get(things.item('t')), 'status'), undefined);
  const written = await c.wire.patch(things.item('t', 'status'), 'merge', {
    spec: changed,
    other: changed,
    status: changed,
  });
  expectOk(written);
  for (const [part, value] of [
    ['status', 'b'],
    ['spec', 'c'],
    ['other', 'c'],
  ] as const)
    expectEqual(`${part} after a change of the status`, fieldOf(written, `${part}.a`), value);
  expectEqual('generation after a change of the status', fieldOf(written, 'metadata.generation'), expected['spec']);
}
