import { warningsOf } from '../../wire/expect/headers.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'warning-form',
  title: 'Warnings MUST follow the form of RFC 7234.',
  requirements: ['ERR-018', 'FVAL-016'],
  needs: ['namespace'],
  async run(c) {
    const created = await c.wire.post(c.resource('v1', 'configmaps').collection, { ...configMap('a'), colour: 'red' });
    expectCreated(created);
    const warnings = warningsOf(created);
    expectEqual('number of warnings', warnings.length, 1);
    expectEqual('code of the warning', warnings[0]?.code, 299);
  },
} satisfies Case;
