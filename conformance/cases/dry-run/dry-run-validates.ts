import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'dry-run-validates',
  title: 'A dry run MUST refuse what the real request refuses, with the same code.',
  requirements: ['DRY-006', 'DRY-009', 'DRY-028', 'DRY-012'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 1);
    expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: 'new' } }));
    const query = { dryRun: 'All' };
    const stale = configMap('m-00', { n: 'stale' }, { resourceVersion: versions[0] });
    expectFailure(await c.wire.put(maps.item('m-00'), stale, { query }), 409, 'Conflict');
    const change = { metadata: { resourceVersion: versions[0] }, data: { n: 'stale' } };
    expectFailure(await c.wire.patch(maps.item('m-00'), 'merge', change, { query }), 409, 'Conflict');
    const another = { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid: 'another' } };
    expectFailure(await c.wire.delete(maps.item('m-00'), another, { query }), 409, 'Conflict');
    for (const verb of ['patch', 'delete'] as const) {
      const absent = maps.item('absent');
      const answer =
        verb === 'patch'
          ? await c.wire.patch(absent, 'merge', { data: {} }, { query })
          : await c.wire.delete(absent, undefined, { query });
      expectFailure(answer, 404, 'NotFound');
    }
    expectFailure(await c.wire.post(maps.collection, configMap('m-00'), { query }), 409, 'AlreadyExists');
    expectFailure(await c.wire.post(maps.collection, configMap('Not A Name'), { query }), 422, 'Invalid');
    const unknown = { ...configMap('x'), colour: 'red' };
    expectFailure(
      await c.wire.post(maps.collection, unknown, { query: { ...query, fieldValidation: 'Strict' } }),
      400,
      'BadRequest',
    );
  },
} satisfies Case;
