import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { expectTable } from '../../wire/expect/table.ts';
import type { Case } from '../../contract/case.ts';
import { createObject, defineKind, definitionOf } from '../../fixtures/created-objects.ts';

export default {
  id: 'definition-versions-differ',
  title: 'Each version of a definition MUST have its own schema, sub-resources and printer columns.',
  requirements: ['REMOVED-121'],
  needs: ['namespace'],
  async run(c) {
    const definition = definitionOf(c, {});
    const version = (name: string, storage: boolean, field: string) => ({
      name,
      served: true,
      storage,
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: { [field]: { type: 'string', default: name }, status: { type: 'object' } },
        },
      },
      ...(storage ? { subresources: { status: {} } } : {}),
      additionalPrinterColumns: [{ name: field, type: 'string', jsonPath: `.${field}` }],
    });
    Object.assign(definition.spec, { versions: [version('v1', true, 'one'), version('v2', false, 'two')] });
    const things = await defineKind(c, definition);
    const { kind, plural } = definition.spec.names;
    const newer = c.resource('conformance.example/v2', plural);
    await createObject(c, things.collection, { apiVersion: 'conformance.example/v1', kind, metadata: { name: 'a' } });
    const accept = c.vendor.fill('application/json;as=Table;g=meta.{api};v=v1');
    expectField(await c.wire.get(things.item('a')), 'one', 'v1');
    for (const [paths, field, other] of [
      [things, 'one', 'two'],
      [newer, 'two', 'one'],
    ] as const) {
      const object = await c.wire.get(paths.item('a'));
      expectOk(object);
      expectAbsent(object, other);
      const patch = (name: string) =>
        c.wire.patch(`${paths.item('a')}?dryRun=All&fieldValidation=Strict`, 'merge', { [name]: 'x' });
      expectOk(await patch(field));
      expectFailure(await patch(other), [400, 422]);
      const table = expectTable(await c.wire.get(paths.collection, { accept }), c.vendor.fill('meta.{api}/v1'));
      expectEqual('columns', table.columns, ['Name', field]);
    }
    expectOk(await c.wire.get(`${things.item('a')}/status`));
    expectEqual('status of the status', (await c.wire.get(`${newer.item('a')}/status`)).status, 404);
  },
} satisfies Case;
