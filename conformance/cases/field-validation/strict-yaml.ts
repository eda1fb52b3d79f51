import { expectFailure, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'strict-yaml',
  title: 'The level Strict SHOULD apply to YAML bodies.',
  requirements: ['FVAL-034'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const options = { query: { fieldValidation: 'Strict' }, contentType: 'application/yaml' };
    const unknown = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ncolour: red\n';
    const duplicate = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\nimmutable: false\nimmutable: false\n';
    for (const body of [unknown, duplicate])
      expectFailure(await c.wire.post(maps.collection, body, options), 400, 'BadRequest');
    expectStatus(await c.wire.get(maps.item('a')), 404);
  },
} satisfies Case;
