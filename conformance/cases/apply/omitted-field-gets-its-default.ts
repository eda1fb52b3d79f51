import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { applyAs } from '../../fixtures/field-owners.ts';
import { deployment } from '../../fixtures/manifests.ts';

export default {
  id: 'omitted-field-gets-its-default',
  title:
    'A field that its only manager stops applying MUST return to its default, and stay if another manager applies it.',
  requirements: ['APPLY-042'],
  needs: ['namespace'],
  async run(c) {
    const path = c.resource('apps/v1', 'deployments').item('d');
    const plain = deployment('d') as { spec: object };
    const keeping = { ...plain, spec: { ...plain.spec, revisionHistoryLimit: 3 } };
    expectCreated(await applyAs(c, 'm1', path, keeping));
    expectOk(await applyAs(c, 'm2', path, keeping));
    expectOk(await applyAs(c, 'm1', path, plain));
    expectField(await c.wire.get(path), 'spec.revisionHistoryLimit', 3);
    expectOk(await applyAs(c, 'm2', path, plain));
    expectField(await c.wire.get(path), 'spec.revisionHistoryLimit', 10);
  },
} satisfies Case;
