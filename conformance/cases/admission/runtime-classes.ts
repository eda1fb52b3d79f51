import type { Case } from '../../contract/case.ts';
import { pod } from '../../fixtures/manifests.ts';
import { withBoundPolicy } from '../../fixtures/rule/bound-policy.ts';
import { expectField, expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';

export default {
  id: 'runtime-classes',
  title:
    'Admission MUST set overhead and scheduling of the runtime class before validation, and MUST refuse contradictions.',
  requirements: ['ADM-010', 'ADM-012'],
  needs: ['namespace'],
  async run(c) {
    const apiVersion = c.vendor.fill('node.{api}/v1');
    const classes = c.clusterResource(apiVersion, 'runtimeclasses');
    const [heavy, light] = [c.unique('heavy'), c.unique('light')];
    const tolerations = [
      { key: 'kata', operator: 'Exists', effect: 'NoSchedule' },
      { key: 'b', operator: 'Equal', value: 'c', effect: 'NoSchedule' },
    ];
    const scheduling = { nodeSelector: { runtime: 'kata', zone: 'a' }, tolerations };
    const create = (name: string, more: object) => {
      c.removeLater(classes.item(name));
      return c.wire.post(classes.collection, {
        apiVersion,
        kind: 'RuntimeClass',
        metadata: { name },
        handler: 'h',
        ...more,
      });
    };
    const podFixed = { cpu: '250m', memory: '120Mi' };
    expectCreated(await create(heavy, { overhead: { podFixed }, scheduling }));
    expectCreated(await create(light, {}));
    const pods = c.resource('v1', 'pods');
    const dry = (spec: object) => c.wire.post(`${pods.collection}?dryRun=All`, pod('p', { ...spec }));
    await c.eventually(async () => expectCreated(await dry({ runtimeClassName: heavy })));
    await c.eventually(async () => expectCreated(await dry({ runtimeClassName: light })));
    const own = { key: 'own', operator: 'Exists' };
    const merged = await dry({
      runtimeClassName: heavy,
      nodeSelector: { disk: 'fast', zone: 'a' },
      tolerations: [own, tolerations[0]],
    });
    expectCreated(merged);
    expectField(merged, 'spec.overhead', podFixed);
    expectField(merged, 'spec.nodeSelector', { disk: 'fast', runtime: 'kata', zone: 'a' });
    const { spec } = merged.json() as { spec: { tolerations: { key: string }[] } };
    const keys = spec.tolerations.map(({ key }) => key).filter((key) => ['own', 'kata', 'b'].includes(key));
    expectField({ keys: keys.sort() }, 'keys', ['b', 'kata', 'own']);
    expectCreated(await dry({ runtimeClassName: heavy, overhead: podFixed }));
    const plain = await dry({ runtimeClassName: light, nodeSelector: { zone: 'b' } });
    expectCreated(plain);
    expectField(plain, 'spec.overhead', undefined);
    expectField(plain, 'spec.nodeSelector', { zone: 'b' });
    const refused = async (fields: object, text: RegExp): Promise<void> => {
      const response = await dry(fields);
      expectFailure(response, 403, 'Forbidden');
      expectPattern(response, 'message', text);
    };
    await refused({ runtimeClassName: 'no-such-class' }, /RuntimeClass "no-such-class" not found/);
    await refused(
      { runtimeClassName: heavy, overhead: { cpu: '250m' } },
      /Overhead doesn't match RuntimeClass's defined Overhead/,
    );
    await refused(
      { runtimeClassName: light, overhead: { cpu: '1m' } },
      /Overhead set without corresponding RuntimeClass/,
    );
    await refused({ overhead: { cpu: '1m' } }, /Overhead set without corresponding RuntimeClass/);
    await refused(
      { runtimeClassName: heavy, nodeSelector: { zone: 'b' } },
      /conflict: runtimeClass\.scheduling\.nodeSelector\[zone\] = a/,
    );
    await c.holds('ADM-010', async () => {
      const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };
      const expression =
        "has(object.spec.overhead) && 'cpu' in object.spec.overhead && object.spec.nodeSelector['runtime'] == 'kata'";
      const policy = { matchConstraints: { resourceRules: [rule] }, validations: [{ expression }] };
      const binding = { validationActions: ['Deny'] };
      await withBoundPolicy(c, { kind: 'Validating', version: 'v1', policy, binding }, async () => {
        await c.eventually(async () => expectFailure(await dry({ runtimeClassName: light }), 422, 'Invalid'));
        expectCreated(await dry({ runtimeClassName: heavy }));
      });
    });
  },
} satisfies Case;
