import { expectField, expectTime, fieldOf } from '../../wire/expect/object.ts';
import { expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import { expectDeleted, expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createObject, defineKind, definitionOf } from '../../fixtures/created-objects.ts';

export default {
  id: 'definitions-keep-other-finalizers',
  title: 'A definition whose objects are removed MUST stay until the finalizers of others are removed too.',
  requirements: ['DEL-019', 'DEL-022'],
  needs: ['namespace'],
  async run(c) {
    const definition = definitionOf(c, { spec: { type: 'object' } });
    const things = await defineKind(c, definition);
    const { kind } = definition.spec.names;
    const thing = (name: string, finalizers: readonly string[] = []) => ({
      apiVersion: 'conformance.example/v1',
      kind,
      metadata: { name, finalizers },
    });
    await createObject(c, things.collection, thing('a', ['conformance.example/x']));
    const item = c
      .clusterResource('apiextensions.{api}/v1', 'customresourcedefinitions')
      .item(definition.metadata.name);
    const others = ['conformance.example/x', 'conformance.example/y'];
    const own = (fieldOf(await c.wire.get(item), 'metadata.finalizers') ?? []) as readonly string[];
    expectOk(await c.wire.patch(item, 'merge', { metadata: { finalizers: [...own, ...others] } }));
    const watch = await c.wire.watch(things.collection, { timeoutSeconds: '60' });
    expectOpen(watch);
    expectEvent(await watch.next(), 'ADDED');
    expectDeleted(await c.wire.delete(item));
    // While one of its objects stays, a kind is served, but gets no new ones.
    await c.eventually(async () =>
      expectFailure(await c.wire.post(`${things.collection}?dryRun=All`, thing('b')), 403, 'Forbidden'),
    );
    expectOk(await c.wire.patch(things.item('a'), 'merge', { metadata: { labels: { still: 'served' } } }));
    expectOk(await c.wire.patch(things.item('a'), 'merge', { metadata: { finalizers: null } }));
    // What the service does for its own finalizer ends with the objects.
    await c.eventually(async () => {
      const answer = await c.wire.get(item);
      expectTime(answer, 'metadata.deletionTimestamp');
      expectField(answer, 'metadata.finalizers', others);
      const conditions = fieldOf(answer, 'status.conditions') as readonly { readonly type: string }[];
      const names = conditions.map(({ type }) => type);
      expectThat('conditions', names.includes('Terminating'), 'one of type Terminating', names);
    });
    expectOk(await c.wire.patch(item, 'merge', { metadata: { finalizers: others.slice(1) } }));
    expectField(await c.wire.get(item), 'metadata.finalizers', others.slice(1));
    expectOk(await c.wire.patch(item, 'merge', { metadata: { finalizers: null } }));
    await c.eventually(async () => expectStatus(await c.wire.get(item), 404));
    // A watch ends with its kind.
    const types = (await watch.untilEnd(30_000)).map(({ type }) => type);
    expectEqual('events until the kind is gone', types, ['ADDED', 'MODIFIED', 'MODIFIED', 'DELETED']);
  },
} satisfies Case;
