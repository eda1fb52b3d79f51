import { expectArray, expectText } from '../../wire/expect/object.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'definition-schema-is-structural',
  title: 'A definition whose schema has a field without a type MUST be refused, or be marked as not structural.',
  requirements: ['REMOVED-053'],
  async run(c) {
    const definitions = c.clusterResource('apiextensions.{api}/v1', 'customresourcedefinitions');
    const plural = c.unique('things').replace('-', '');
    const name = `${plural}.conformance.example`;
    const openAPIV3Schema = { type: 'object', properties: { spec: { properties: { a: { type: 'string' } } } } };
    c.removeLater(definitions.item(name));
    const answer = await c.wire.post(definitions.collection, {
      apiVersion: c.vendor.fill('apiextensions.{api}/v1'),
      kind: 'CustomResourceDefinition',
      metadata: { name },
      spec: {
        group: 'conformance.example',
        scope: 'Namespaced',
        names: { plural, singular: `${plural}one`, kind: `Thing${plural.slice(6)}` },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
      },
    });
    if (answer.status === 400 || answer.status === 422) return;
    await c.eventually(async () => {
      const conditions = expectArray(await c.wire.get(definitions.item(name)), 'status.conditions');
      const types = conditions.map((condition) => expectText(condition, 'type'));
      expectThat('conditions', types.includes('NonStructuralSchema'), 'NonStructuralSchema', types);
    });
  },
} satisfies Case;
