import type { Case } from '../../contract/case.ts';
import { createPod } from '../../fixtures/created-objects.ts';
import { pod } from '../../fixtures/manifests.ts';
import { createQuota, expectUsed } from '../../fixtures/quota/created-quotas.ts';
import { expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectFailure } from '../../wire/expect/status.ts';

const image = 'registry.invalid/pause:1';

export default {
  id: 'quota-counts-whole-pods',
  title:
    'A quota MUST count the overhead of a pod, what it asks for as a whole in place of its containers, and resources of other makers.',
  requirements: ['ADM-010', 'ADM-012', 'ADM-014'],
  needs: ['namespace'],
  async run(c) {
    const apiVersion = c.vendor.fill('node.{api}/v1');
    const classes = c.clusterResource(apiVersion, 'runtimeclasses');
    const heavy = c.unique('heavy');
    c.removeLater(classes.item(heavy));
    expectCreated(
      await c.wire.post(classes.collection, {
        apiVersion,
        kind: 'RuntimeClass',
        metadata: { name: heavy },
        handler: 'h',
        overhead: { podFixed: { cpu: '250m', memory: '32Mi' } },
      }),
    );
    const pods = c.resource('v1', 'pods');
    const part = (requests: object, limits?: object) => [{ name: 'main', image, resources: { requests, limits } }];
    const heavyPod = (name: string, cpu: string) =>
      pod(name, { runtimeClassName: heavy, containers: part({ cpu, memory: '1Mi' }, { memory: '1Mi' }) });
    await c.eventually(async () =>
      expectCreated(await c.wire.post(`${pods.collection}?dryRun=All`, heavyPod('p', '1m'))),
    );
    const special = 'conformance.example/thing';
    const hard = { 'requests.cpu': '2', 'limits.memory': '1Gi', [`requests.${special}`]: '3' };
    await createQuota(c, 'whole', hard);
    // What has a limit gets the overhead on top of it, and so does every request.
    await createPod(c, heavyPod('with-overhead', '100m'));
    const first = { 'requests.cpu': '350m', 'limits.memory': '33Mi', [`requests.${special}`]: '0' };
    await expectUsed(c, 'whole', first);
    // The pod says what all of it asks for, whatever its containers say.
    const containers = part({ cpu: '100m', [special]: '2' }, { [special]: '2' });
    const resources = { requests: { cpu: '1' }, limits: { memory: '64Mi', cpu: '2' } };
    await createPod(c, pod('as-a-whole', { containers, resources }));
    await expectUsed(c, 'whole', { 'requests.cpu': '1350m', 'limits.memory': '97Mi', [`requests.${special}`]: '2' });
    const over = await c.wire.post(pods.collection, heavyPod('over', '401m'));
    expectFailure(over, 403, 'Forbidden');
    expectPattern(
      over,
      'message',
      /exceeded quota: whole, requested: requests\.cpu=651m, used: requests\.cpu=1350m, limited: requests\.cpu=2$/,
    );
    const more = part({ cpu: '1m', [special]: '2' }, { memory: '1Mi', [special]: '2' });
    const third = await c.wire.post(pods.collection, pod('more', { containers: more }));
    expectFailure(third, 403, 'Forbidden');
    expectPattern(third, 'message', /requested: requests\.conformance\.example\/thing=2, used: \S+=2, limited: \S+=3$/);
    await c.holds('ADM-014', async () => {
      expectDeleted(await c.wire.delete(pods.item('with-overhead')));
      await expectUsed(c, 'whole', { 'requests.cpu': '1', 'limits.memory': '64Mi', [`requests.${special}`]: '2' });
    });
  },
} satisfies Case;
