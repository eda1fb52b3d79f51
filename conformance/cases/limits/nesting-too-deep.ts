import { expectOk, expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'nesting-too-deep',
  title: 'A body with extremely deep nesting MUST be refused without harm to the service.',
  requirements: ['LIM-008U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    // A list is no data at any depth. In a field that is ignored only the depth is wrong.
    for (const field of ['data', 'conformance']) {
      const body = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"${field}":${deep}}`;
      expectRefused(await c.wire.post(maps.collection, body, { query: { fieldValidation: 'Ignore' } }));
    }
    expectOk(await c.wire.get(maps.collection));
  },
} satisfies Case;
