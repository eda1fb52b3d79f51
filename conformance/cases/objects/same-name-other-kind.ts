import { expectField } from '../../wire/expect/object.ts';
import type { Case } from '../case.ts';
import { configMap, secret } from '../manifests.ts';
import { made } from '../stock.ts';

export default {
  id: 'same-name-other-kind',
  title: 'The same name MUST be usable by another kind in the namespace.',
  requirements: ['OBJ-025'],
  needs: ['namespace'],
  async run(c) {
    await made(c, c.resource('v1', 'configmaps').collection, configMap('a'));
    await made(c, c.resource('v1', 'secrets').collection, secret('a'));
    expectField(await c.wire.get(c.resource('v1', 'secrets').item('a')), 'kind', 'Secret');
  },
} satisfies Case;
