import type { Case } from '../../contract/case.ts';
import { createPod } from '../../fixtures/created-objects.ts';
import { pod } from '../../fixtures/manifests.ts';
import { expectArray } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';

interface Toleration {
  readonly key?: string;
  readonly operator?: string;
  readonly effect?: string;
  readonly tolerationSeconds?: number;
}

export default {
  id: 'default-tolerations',
  title:
    'Admission MUST let a pod stay for five minutes on a node that is not ready or not reachable, unless the pod says how long, and MUST ' +
    'do so again when an update leaves that out.',
  requirements: ['ADM-003', 'ADM-010'],
  needs: ['namespace'],
  async run(c) {
    const [notReady, unreachable] = ['not-ready', 'unreachable'].map((name) => c.vendor.fill(`node.{label}/${name}`));
    const effect = 'NoExecute';
    const pods = c.resource('v1', 'pods');
    const shown = (response: Exchange) =>
      (expectArray(response, 'spec.tolerations') as readonly Toleration[])
        .map(({ key = '', operator = '', tolerationSeconds }) => `${key} ${operator} ${tolerationSeconds ?? 'ever'}`)
        .sort();
    const usual = (key = '') => `${key} Exists 300`;
    const both = [usual(notReady), usual(unreachable)];
    const expectTolerations = async (what: string, tolerations: readonly object[], expected: readonly string[]) => {
      const made = await c.wire.post(`${pods.collection}?dryRun=All`, pod('p', { tolerations }));
      expectEqual(`tolerations of a pod with ${what}`, shown(made), [...expected].sort());
    };
    await c.holds('ADM-003', async () => {
      // The account of pods is made after the namespace.
      await c.eventually(() => expectTolerations('none', [], both));
      await expectTolerations(
        'one of its own',
        [{ key: notReady, operator: 'Exists', effect, tolerationSeconds: 5 }],
        [`${notReady} Exists 5`, usual(unreachable)],
      );
      await expectTolerations(
        'another effect',
        [{ key: notReady, operator: 'Exists', effect: 'NoSchedule' }],
        [`${notReady} Exists ever`, ...both],
      );
      await expectTolerations(
        'one of every effect',
        [{ key: unreachable, operator: 'Exists' }],
        [`${unreachable} Exists ever`, usual(notReady)],
      );
      await expectTolerations('one of everything', [{ operator: 'Exists' }], [' Exists ever']);
      await expectTolerations('another key', [{ key: 'a', operator: 'Exists', effect }], ['a Exists ever', ...both]);
    });
    // A pod keeps its tolerations: without those of admission the update would be refused.
    await c.holds('ADM-010', async () => {
      await createPod(c, pod('kept'));
      const { spec, ...rest } = (await c.wire.get(pods.item('kept'))).json() as { readonly spec: object };
      const put = await c.wire.put(pods.item('kept'), { ...rest, spec: { ...spec, tolerations: [] } });
      expectOk(put);
      expectEqual('tolerations after an update', shown(put), [...both].sort());
    });
  },
} satisfies Case;
