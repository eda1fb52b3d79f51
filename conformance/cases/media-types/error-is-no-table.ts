import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'error-is-no-table',
  title: 'An error MUST be a Status also when a Table was requested.',
  requirements: ['ERR-020U'],
  needs: ['namespace'],
  async run(c) {
    const accept = c.vendor.fill('application/json;as=Table;g=meta.{api};v=v1,application/json');
    expectFailure(await c.wire.get(c.resource('v1', 'configmaps').item('absent'), { accept }), 404, 'NotFound');
  },
} satisfies Case;
