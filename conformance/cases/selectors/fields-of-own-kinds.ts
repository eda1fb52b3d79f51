import type { Case } from '../../contract/case.ts';
import { createObject, defineKind, definitionOf, versionWith } from '../../fixtures/created-objects.ts';
import { continueOf, expectNames } from '../../wire/expect/list.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { eventName, expectEvent, expectOpen } from '../../wire/expect/watch.ts';

export default {
  id: 'fields-of-own-kinds',
  title:
    'A field selector SHOULD select objects of a defined kind by the fields that the definition names, and by no others.',
  requirements: ['LIST-023', 'VERB-075U'],
  needs: ['namespace'],
  async run(c) {
    const properties = {
      word: { type: 'string' },
      count: { type: 'integer' },
      on: { type: 'boolean' },
      other: { type: 'string' },
      'in-depth': { type: 'object', properties: { word: { type: 'string', enum: ['', 'x', 'y'] } } },
    };
    const definition = definitionOf(c, {});
    const selectableFields = ['word', 'count', 'on', 'in-depth.word'].map((path) => ({ jsonPath: `.spec.${path}` }));
    const version = versionWith({ spec: { type: 'object', properties } });
    Object.assign(definition.spec, { versions: [{ ...version, selectableFields }] });
    const things = await defineKind(c, definition);
    const specs = {
      a: { word: 'x', count: 1, on: true, other: 'x' },
      b: { word: 'y', count: 10, on: false, 'in-depth': { word: 'y' } },
      c: {},
      d: { word: 'x', count: 10, on: true },
    };
    for (const [name, spec] of Object.entries(specs)) {
      const { kind } = definition.spec.names;
      await createObject(c, things.collection, {
        apiVersion: 'conformance.example/v1',
        kind,
        metadata: { name },
        spec,
      });
    }
    const ask = (fieldSelector: string, more = {}) =>
      c.wire.get(things.collection, { query: { fieldSelector, ...more } });
    for (const [selector, names] of [
      ['spec.word=x', ['a', 'd']],
      ['spec.word==y', ['b']],
      ['spec.word!=x', ['b', 'c']],
      ['spec.word=', ['c']],
      ['spec.count=10', ['b', 'd']],
      ['spec.count=1', ['a']],
      ['spec.count=', ['c']],
      ['spec.on=true', ['a', 'd']],
      ['spec.on=false', ['b']],
      ['spec.on!=true', ['b', 'c']],
      ['spec.in-depth.word=y', ['b']],
      ['spec.word=x,spec.count=10', ['d']],
      ['spec.word=x,metadata.name!=d', ['a']],
      ['spec.word=X', []],
      [`spec.on=true,metadata.namespace=${c.namespace}`, ['a', 'd']],
    ] as const) {
      expectNames(await ask(selector), names);
    }
    for (const selector of ['spec.other=x', 'spec=x', 'word=x', 'spec.in-depth=x', 'spec.Word=x'])
      expectFailure(await ask(selector), 400, 'BadRequest');
    const chunk = await ask('spec.on=true', { limit: '1' });
    expectNames(chunk, ['a']);
    expectNames(await ask('spec.on=true', { limit: '1', continue: continueOf(chunk) }), ['d']);
    // An object comes into a watch, and leaves it, by its fields.
    const watch = await c.wire.watch(things.collection, { fieldSelector: 'spec.on=true', timeoutSeconds: '60' });
    expectOpen(watch);
    const first = [await watch.next(), await watch.next()];
    for (const event of first) expectEvent(event, 'ADDED');
    expectEqual('the first events', first.map(eventName).sort(), ['a', 'd']);
    await c.wire.patch(things.item('b'), 'merge', { spec: { count: 11 } });
    await c.wire.patch(things.item('b'), 'merge', { spec: { on: true } });
    expectEvent(await watch.next(), 'ADDED', 'b');
    await c.wire.patch(things.item('a'), 'merge', { spec: { on: null } });
    expectEvent(await watch.next(), 'DELETED', 'a');
    watch.close();
  },
} satisfies Case;
