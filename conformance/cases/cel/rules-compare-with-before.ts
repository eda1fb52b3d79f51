import { expectField } from '../../wire/expect/object.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createObject, defineKind, definitionOf } from '../../fixtures/created-objects.ts';
import { listOf, shortText, structOf, wholeNumber } from '../../fixtures/rule/rule-examples.ts';

export default {
  id: 'rules-compare-with-before',
  title: 'A rule with oldSelf SHOULD compare an update with the value before it, and keyed list items by key.',
  requirements: ['CEL-053'],
  needs: ['namespace'],
  async run(c) {
    const marker = (name: string): string => c.vendor.fill(`x-{maker}-${name}`);
    const grows = { ...wholeNumber, [marker('validations')]: [{ rule: 'self >= oldSelf', message: 'shrinks' }] };
    const keyed = {
      ...listOf({ ...structOf({ k: shortText, v: grows }), required: ['k'] }),
      [marker('list-type')]: 'map',
      [marker('list-map-keys')]: ['k'],
    };
    const definition = definitionOf(c, { a: grows, l: keyed });
    const things = await defineKind(c, definition);
    const { kind } = definition.spec.names;
    const items = (...values: readonly (readonly [string, number])[]) => values.map(([k, v]) => ({ k, v }));
    await createObject(c, things.collection, {
      apiVersion: 'conformance.example/v1',
      kind,
      metadata: { name: 'a' },
      a: 5,
      l: items(['x', 1], ['y', 5]),
    });
    const patch = (change: object) => c.wire.patch(things.item('a'), 'merge', change);
    expectFailure(await patch({ a: 4 }), 422, 'Invalid');
    expectFailure(await patch({ l: items(['y', 4], ['x', 1]) }), 422, 'Invalid');
    expectField(await c.wire.get(things.item('a')), 'a', 5);
    expectOk(await patch({ a: 6 }));
    expectOk(await patch({ l: items(['y', 5], ['z', 0], ['x', 1]) }));
  },
} satisfies Case;
