import { warningsAbout } from '../../wire/expect/headers.ts';
import { expectAbsent } from '../../wire/expect/object.ts';
import { expectCreated, expectRefused, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { applyAs } from '../../fixtures/field-owners.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'level-of-apply',
  title: 'The validation level MUST apply to an apply, and duplicate fields MUST count as errors.',
  requirements: ['FVAL-010', 'FVAL-001'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps').item('a');
    const twice = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  k: "1"\n  k: "2"\n';
    await c.holds('FVAL-010', async () => {
      expectRefused(await applyAs(c, 'm1', maps, twice, { fieldValidation: 'Strict' }));
      expectStatus(await c.wire.get(maps), 404);
    });
    await c.holds('FVAL-001', async () => {
      const wrong = { ...configMap('a'), data: ['k'] };
      const { status } = await applyAs(c, 'm1', maps, wrong, { fieldValidation: 'Ignore' });
      expectThat('status', status >= 400, 'an error', status);
      expectStatus(await c.wire.get(maps), 404);
    });
    expectCreated(await applyAs(c, 'm1', maps, configMap('a', { k: '1' }), { fieldValidation: 'Strict' }));
    expectAbsent(await c.wire.get(maps), 'colour');
    expectEqual('warnings', warningsAbout(await applyAs(c, 'm1', maps, configMap('a')), 'colour'), 0);
  },
} satisfies Case;
