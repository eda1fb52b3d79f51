import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { applyAs } from '../../fixtures/field-owners.ts';
import { deployment } from '../../fixtures/manifests.ts';

export default {
  id: 'applied-item-ends-duplicates',
  title: 'An applied item MUST replace all existing items with its key, and no others.',
  requirements: ['APPLY-045'],
  needs: ['namespace'],
  async run(c) {
    const deployments = c.resource('apps/v1', 'deployments');
    const withEnv = (env: readonly object[]) => {
      const body = deployment('d') as { spec: { template: { spec: { containers: object[] } } } };
      body.spec.template.spec.containers = [{ name: 'main', image: 'registry.invalid/pause:1', env }];
      return body;
    };
    const [one, two, three] = ['1', '2', '3'].map((value) => ({ name: 'A', value }));
    const other = { name: 'B', value: '4' };
    expectCreated(await c.wire.post(deployments.collection, withEnv([one, two, other] as object[])));
    const applied = await applyAs(c, 'm1', deployments.item('d'), withEnv([three] as object[]), { force: 'true' });
    expectOk(applied);
    expectField(applied, 'spec.template.spec.containers.0.env', [three, other]);
  },
} satisfies Case;
