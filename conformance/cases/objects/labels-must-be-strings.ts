import { expectRefused, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'labels-must-be-strings',
  title: 'A label or annotation value that is not a string MUST be refused, and nothing stored.',
  requirements: ['OBJ-055', 'FVAL-001'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    for (const query of [{}, ...['Ignore', 'Warn', 'Strict'].map((fieldValidation) => ({ fieldValidation }))]) {
      expectRefused(await c.wire.post(maps.collection, configMap('a', {}, { labels: { a: 1 } }), { query }));
      expectRefused(await c.wire.post(maps.collection, configMap('a', {}, { annotations: { a: true } }), { query }));
    }
    expectStatus(await c.wire.get(maps.item('a')), 404);
  },
} satisfies Case;
