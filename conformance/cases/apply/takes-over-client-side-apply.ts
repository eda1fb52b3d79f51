// The object was written by client-side apply, with the last-applied annotation; then the same command line uses
// server-side apply.

import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { applyAs, ownersOf } from '../../fixtures/field-owners.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'takes-over-client-side-apply',
  title: 'A server-side apply MUST NOT conflict with fields that the same command line wrote by client-side apply.',
  requirements: ['APPLY-030'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const name = 'kubectl';
    const key = c.vendor.fill('kubectl.{label}/last-applied-configuration');
    const data = { changes: '1', edited: '1', stays: '1' };
    const annotations = { [key]: JSON.stringify(configMap('a', data)) };
    const create = await c.wire.post(maps.collection, configMap('a', data, { annotations }), {
      query: { fieldManager: `${name}-client-side-apply` },
    });
    expectCreated(create);
    expectFailure(await applyAs(c, 'm2', maps.item('a'), configMap('a', { changes: '2' })), 409, 'Conflict');
    // A field that another manager has changed since is still in conflict, and alone.
    const edit = { query: { fieldManager: 'editor' } };
    expectOk(await c.wire.patch(maps.item('a'), 'merge', { data: { edited: '9' } }, edit));
    const edited = await applyAs(c, name, maps.item('a'), configMap('a', { changes: '2', edited: '3' }));
    expectFailure(edited, 409, 'Conflict');
    expectField(edited, 'details.causes.0.field', '.data.edited');
    expectField(edited, 'details.causes.1', undefined);
    const applied = await applyAs(c, name, maps.item('a'), configMap('a', { changes: '2' }));
    expectOk(applied);
    expectField(applied, 'data.changes', '2');
    // Fields without a conflict keep their owner.
    expectField(applied, 'data.stays', '1');
    expectEqual('owners', ownersOf(applied, 'f:data', 'f:changes'), [name]);
    // The annotation stays true for a client that goes back to client-side apply.
    const annotation = fieldOf(applied, ['metadata', 'annotations', key]);
    expectEqual('last applied', fieldOf(JSON.parse(String(annotation)), 'data'), { changes: '2' });
    // What the annotation says of another version of the kind is of no use.
    const other = { [key]: JSON.stringify({ ...configMap('b', data), apiVersion: 'v2' }) };
    expectCreated(
      await c.wire.post(maps.collection, configMap('b', data, { annotations: other }), {
        query: { fieldManager: `${name}-client-side-apply` },
      }),
    );
    expectFailure(await applyAs(c, name, maps.item('b'), configMap('b', { changes: '2' })), 409, 'Conflict');
  },
} satisfies Case;
