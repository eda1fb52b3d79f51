import { expectNames, namesOf } from '../../wire/expect/list.ts';
import { expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../case.ts';

export default {
  id: 'create-without-name',
  title: 'A create with neither name nor generateName MUST be refused.',
  requirements: ['OBJ-022', 'FVAL-003'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const before = await c.wire.get(maps.collection);
    expectRefused(await c.wire.post(maps.collection, { apiVersion: 'v1', kind: 'ConfigMap', metadata: {} }));
    expectNames(await c.wire.get(maps.collection), namesOf(before));
  },
} satisfies Case;
