import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'unknown-path',
  title: 'A path outside the API MUST be answered 404.',
  requirements: ['ERR-037U'],
  async run(c) {
    for (const path of [
      '/nothing/here',
      '/api/v9',
      '/apis/nothing.example',
      '/apis/nothing.example/v1/things',
      '/api/v1/widgets',
      '/api/v1/namespaces/default/status/more',
    ]) {
      expectStatus(await c.wire.get(path), 404);
    }
  },
} satisfies Case;
