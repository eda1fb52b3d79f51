import type { Case } from '../../contract/case.ts';
import { node } from '../../fixtures/manifests.ts';
import { expectArray } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

interface Taint {
  readonly key: string;
  readonly effect: string;
}

export default {
  id: 'new-nodes-are-tainted',
  title: 'Admission MUST taint a new node as not ready for what is to be placed, once, beside its other taints.',
  requirements: ['ADM-003'],
  async run(c) {
    const { collection } = c.clusterResource('v1', 'nodes');
    const key = c.vendor.fill('node.{label}/not-ready');
    const added = { key, effect: 'NoSchedule' };
    for (const [own, more] of [
      [[], [added]],
      [[{ key: 'a', effect: 'NoSchedule' }], [added]],
      [[{ key, effect: 'NoExecute' }], [added]],
      [[{ key, effect: 'PreferNoSchedule' }], [added]],
      [[added], []],
    ] as const) {
      const made = await c.wire.post(`${collection}?dryRun=All`, { ...node(c.unique('node')), spec: { taints: own } });
      expectCreated(made);
      const taints = expectArray(made, 'spec.taints') as readonly Taint[];
      const shown = taints.map(({ key, effect }) => `${key}:${effect}`).sort();
      const expected = [...own, ...more].map(({ key, effect }) => `${key}:${effect}`).sort();
      expectEqual(`taints of a new node with ${JSON.stringify(own)}`, shown, expected);
    }
  },
} satisfies Case;
