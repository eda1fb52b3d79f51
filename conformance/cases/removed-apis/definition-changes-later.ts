import type { Case, CaseContext } from '../../contract/case.ts';
import { createObject, defineKind, type Definition, definitionOf } from '../../fixtures/created-objects.ts';
import { expectAbsent, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

const group = 'conformance.example';

export default {
  id: 'definition-changes-later',
  title:
    'Stored objects MUST follow the later schema of their version, and only versions that are served MUST be there.',
  requirements: ['REMOVED-121', 'REMOVED-052'],
  needs: ['namespace'],
  async run(c) {
    await expectLaterDefault(c);
    await expectUnservedStorage(c);
    // Of the kind, and of a short name.
    await expectNamesPassedOn(c, ({ kind }) => ({ kind }), 'ListKindConflict');
    const shortNames = [c.unique('s')];
    await expectNamesPassedOn(c, () => ({ shortNames }), 'ShortNamesConflict');
  },
} satisfies Case;

const version = (name: string, settings: object, field: object = { type: 'string' }) => ({
  name,
  schema: { openAPIV3Schema: { type: 'object', properties: { field } } },
  ...settings,
});

const pathOf = (c: CaseContext, definition: Definition) =>
  c.clusterResource('apiextensions.{api}/v1', 'customresourcedefinitions').item(definition.metadata.name);

const thing = (definition: Definition, name: string, served = 'v1') => ({
  apiVersion: `${group}/${served}`,
  kind: definition.spec.names.kind,
  metadata: { name },
});

/** A default that the schema gets later is read, too, and what it no longer names is not. */
async function expectLaterDefault(c: CaseContext): Promise<void> {
  const definition = definitionOf(c, { old: { type: 'string' } });
  const things = await defineKind(c, definition);
  await createObject(c, things.collection, { ...thing(definition, 'a'), old: 'x' });
  expectAbsent(await c.wire.get(things.item('a')), 'field');
  const versions = [version('v1', { served: true, storage: true }, { type: 'string', default: 'later' })];
  expectOk(await c.wire.patch(pathOf(c, definition), 'merge', { spec: { versions } }));
  await c.eventually(async () => {
    const read = await c.wire.get(things.item('a'));
    expectField(read, 'field', 'later');
    expectAbsent(read, 'old');
    expectField(await c.wire.get(things.collection), 'items.0.field', 'later');
  });
}

/** Objects are stored in a version that nobody can read, and are there in the other one. */
async function expectUnservedStorage(c: CaseContext): Promise<void> {
  const definition = definitionOf(c, {});
  const versions = [version('v1', { served: true, storage: false }), version('v2', { served: false, storage: true })];
  Object.assign(definition.spec, { versions });
  const things = await defineKind(c, definition);
  const { plural } = definition.spec.names;
  await createObject(c, things.collection, { ...thing(definition, 'a'), field: 'x' });
  const unserved = c.resource(`${group}/v2`, plural);
  for (const path of [unserved.collection, unserved.item('a')]) expectStatus(await c.wire.get(path), 404);
  expectStatus(await c.wire.post(unserved.collection, thing(definition, 'b', 'v2')), 404);
  const resources = await c.wire.get(`/apis/${group}/v2`);
  const named = JSON.stringify(resources.status === 200 ? fieldOf(resources, 'resources') : []);
  expectThat('resources of v2', !named.includes(`"${plural}"`), `none named ${plural}`, named);
  expectField(await c.wire.get(pathOf(c, definition)), 'status.storedVersions', ['v2']);
  // The other way about it is served, and holds what was stored.
  const both = [version('v1', { served: true, storage: false }), version('v2', { served: true, storage: true })];
  expectOk(await c.wire.patch(pathOf(c, definition), 'merge', { spec: { versions: both } }));
  await c.eventually(async () => expectField(await c.wire.get(unserved.item('a')), 'field', 'x'));
}

/** Of two definitions with one name the first has its names, and the second gets them when that one is gone. */
async function expectNamesPassedOn(
  c: CaseContext,
  shared: (names: Definition['spec']['names']) => object,
  reason: string,
): Promise<void> {
  const [first, second] = [definitionOf(c, {}), definitionOf(c, {})];
  for (const { spec } of [first, second]) Object.assign(spec.names, shared(first.spec.names));
  const things = await defineKind(c, first);
  const { collection } = c.clusterResource('apiextensions.{api}/v1', 'customresourcedefinitions');
  c.removeLater(pathOf(c, second));
  await createObject(c, collection, second);
  const conditions = async () => {
    const list = (fieldOf(await c.wire.get(pathOf(c, second)), 'status.conditions') ?? []) as readonly {
      readonly type: string;
      readonly status: string;
      readonly reason: string;
    }[];
    const known = list.filter(({ type }) => type === 'NamesAccepted' || type === 'Established');
    return Object.fromEntries(known.map(({ type, status, reason }) => [type, `${status} ${reason}`]));
  };
  const refused = { NamesAccepted: `False ${reason}`, Established: 'False NotAccepted' };
  await c.eventually(async () => expectEqual('conditions of the second', await conditions(), refused));
  const others = c.resource(`${group}/v1`, second.spec.names.plural);
  expectStatus(await c.wire.get(others.collection), 404);
  expectOk(await c.wire.get(things.collection));
  expectDeleted(await c.wire.delete(pathOf(c, first)));
  await c.eventually(async () => {
    const accepted = { NamesAccepted: 'True NoConflicts', Established: 'True InitialNamesAccepted' };
    expectEqual('conditions of the second', await conditions(), accepted);
    expectOk(await c.wire.get(others.collection));
    expectStatus(await c.wire.get(things.collection), 404);
  });
}
