import { expectOk, expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'nesting-too-deep',
  title: 'A body with extremely deep nesting MUST be refused without harm to the service.',
  requirements: ['LIM-008U', 'FVAL-001'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const body = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    expectRefused(await c.wire.post(maps.collection, body));
    expectOk(await c.wire.get(maps.collection));
  },
} satisfies Case;
