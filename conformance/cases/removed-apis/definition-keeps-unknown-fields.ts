import { expectArray, expectField, expectText } from '../../wire/expect/object.ts';
import { expectNoHeader } from '../../wire/expect/headers.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'definition-keeps-unknown-fields',
  title: 'Unknown fields of a defined kind MUST be kept where the schema says so, and nowhere else.',
  requirements: ['REMOVED-055', 'FVAL-006', 'FVAL-032'],
  needs: ['namespace'],
  async run(c) {
    const definitions = c.clusterResource('apiextensions.{api}/v1', 'customresourcedefinitions');
    const plural = c.unique('things').replace('-', '');
    const kind = `Thing${plural.slice(6)}`;
    const name = `${plural}.conformance.example`;
    const free = { type: 'object', [c.vendor.fill('x-{maker}-preserve-unknown-fields')]: true };
    const openAPIV3Schema = { type: 'object', properties: { free, fixed: { type: 'object' } } };
    c.removeLater(definitions.item(name));
    await createObject(c, definitions.collection, {
      apiVersion: c.vendor.fill('apiextensions.{api}/v1'),
      kind: 'CustomResourceDefinition',
      metadata: { name },
      spec: {
        group: 'conformance.example',
        scope: 'Namespaced',
        names: { plural, singular: `${plural}one`, kind },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
      },
    });
    const things = c.resource('conformance.example/v1', plural);
    await c.eventually(async () => {
      const conditions = expectArray(await c.wire.get(definitions.item(name)), 'status.conditions');
      const types = conditions.map((condition) => expectText(condition, 'type'));
      expectThat('conditions', types.includes('Established'), 'Established', types);
      expectOk(await c.wire.get(things.collection));
    }, 15_000);
    const values = { free: { any: { deep: 1 } }, fixed: { any: 1 } };
    const thing = { apiVersion: 'conformance.example/v1', kind, metadata: { name: 'a' }, ...values };
    const created = await createObject(c, things.collection, thing);
    expectField(created, 'free.any.deep', 1);
    expectField(created, 'fixed', {});
    await c.holds('FVAL-032', async () => {
      const strict = { query: { fieldValidation: 'Strict' } };
      const kept = { ...thing, metadata: { name: 'b' }, fixed: {} };
      const taken = await c.wire.post(things.collection, kept, strict);
      expectCreated(taken);
      expectNoHeader(taken, 'warning');
      expectFailure(
        await c.wire.post(things.collection, { ...thing, metadata: { name: 'c' } }, strict),
        400,
        'BadRequest',
      );
    });
  },
} satisfies Case;
