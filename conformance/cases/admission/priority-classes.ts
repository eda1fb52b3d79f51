import type { Case } from '../../contract/case.ts';
import { createPod } from '../../fixtures/created-objects.ts';
import { pod } from '../../fixtures/manifests.ts';
import { expectField, expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectFailure, expectOk } from '../../wire/expect/status.ts';

export default {
  id: 'priority-classes',
  title:
    'Admission MUST set priority and policy from the priority class before validation, and MUST refuse contradictions.',
  requirements: ['ADM-010', 'ADM-012'],
  needs: ['namespace'],
  // A default class applies to every pod of the target.
  alone: true,
  async run(c) {
    const apiVersion = c.vendor.fill('scheduling.{api}/v1');
    const classes = c.clusterResource(apiVersion, 'priorityclasses');
    const [never, usual, other] = [c.unique('never'), c.unique('usual'), c.unique('other')];
    const create = (name: string, value: number, more: object = {}) => {
      c.removeLater(classes.item(name));
      return c.wire.post(classes.collection, { apiVersion, kind: 'PriorityClass', metadata: { name }, value, ...more });
    };
    expectCreated(await create(never, 1234, { preemptionPolicy: 'Never' }));
    const pods = c.resource('v1', 'pods');
    const dry = (spec: object) => c.wire.post(`${pods.collection}?dryRun=All`, pod('p', { ...spec }));
    const expectPriority = async (spec: object, name: string | undefined, priority: number, policy: string) => {
      const made = await dry(spec);
      expectCreated(made);
      expectField(made, 'spec.priorityClassName', name);
      expectField(made, 'spec.priority', priority);
      expectField(made, 'spec.preemptionPolicy', policy);
    };
    const refused = async (spec: object, text: RegExp): Promise<void> => {
      const response = await dry(spec);
      expectFailure(response, 403, 'Forbidden');
      expectPattern(response, 'message', text);
    };
    await c.eventually(() => expectPriority({ priorityClassName: never }, never, 1234, 'Never'));
    await expectPriority({ priorityClassName: never, priority: 1234, preemptionPolicy: 'Never' }, never, 1234, 'Never');
    await expectPriority({}, undefined, 0, 'PreemptLowerPriority');
    await refused({ priorityClassName: 'no-such-class' }, /no PriorityClass with name no-such-class was found/);
    await refused(
      { priorityClassName: never, priority: 1233 },
      /priority \(1233\) must not be provided .* computed 1234 /,
    );
    await refused({ priority: 5 }, /priority \(5\) must not be provided .* computed 0 /);
    const policy = { priorityClassName: never, preemptionPolicy: 'PreemptLowerPriority' };
    await refused(policy, /PreemptionPolicy \(PreemptLowerPriority\) must not be provided .* computed Never /);
    // One class may be the default for pods that name none.
    expectCreated(await create(usual, 77, { globalDefault: true }));
    await c.eventually(() => expectPriority({}, usual, 77, 'PreemptLowerPriority'));
    const second = await create(other, 78, { globalDefault: true });
    expectFailure(second, 403, 'Forbidden');
    expectPattern(second, 'message', new RegExp(`PriorityClass ${usual} is already marked as default`));
    const type = 'application/merge-patch+json';
    expectFailure(await c.wire.patch(classes.item(never), type, { globalDefault: true }), 403, 'Forbidden');
    expectOk(await c.wire.patch(classes.item(usual), type, { globalDefault: true, description: 'd' }));
    // An update without the priority fields keeps those of the pod.
    await createPod(c, pod('kept', { priorityClassName: never }));
    const kept = await c.wire.get(pods.item('kept'));
    const { spec, ...rest } = kept.json() as { spec: Record<string, unknown> };
    const { priority, preemptionPolicy, ...without } = spec;
    const put = await c.wire.put(pods.item('kept'), { ...rest, spec: without });
    expectOk(put);
    expectField(put, 'spec.priority', priority);
    expectField(put, 'spec.preemptionPolicy', preemptionPolicy);
    expectDeleted(await c.wire.delete(classes.item(usual)));
    await c.eventually(() => expectPriority({}, undefined, 0, 'PreemptLowerPriority'));
  },
} satisfies Case;
