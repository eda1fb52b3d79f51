import { expectNames } from '../../wire/expect/list.ts';
import { expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../case.ts';
import { service } from '../manifests.ts';

export default {
  id: 'create-without-name',
  title: 'A create with neither name nor generateName MUST be refused.',
  requirements: ['OBJ-022', 'FVAL-003'],
  needs: ['namespace'],
  async run(c) {
    const services = c.resource('v1', 'services');
    expectRefused(await c.wire.post(services.collection, { ...service('x'), metadata: {} }));
    expectNames(await c.wire.get(services.collection), []);
  },
} satisfies Case;
