import { createPod } from '../../fixtures/created-objects.ts';
import { pod } from '../../fixtures/manifests.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { expectAbsent, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const image = 'registry.invalid/pause:1';
const amounts = (cpu: string) => ({ requests: { cpu, memory: '64Mi' } });
const names = (pods: unknown) =>
  ((fieldOf(pods, 'spec.ephemeralContainers') ?? []) as readonly { name: string }[]).map(({ name }) => name).sort();

export default {
  id: 'running-pods-take-containers',
  title:
    'Only the sub-resources MUST add ephemeral containers to a pod or resize it, and they MUST NOT change anything else.',
  requirements: ['OBJ-016', 'VERB-012'],
  needs: ['namespace'],
  async run(c) {
    const containers = [{ name: 'main', image, resources: amounts('100m') }];
    for (const name of ['p', 'q']) await createPod(c, pod(name, { containers }));
    await takesContainers(c);
    await takesAmounts(c);
  },
} satisfies Case;

async function takesContainers(c: CaseContext): Promise<void> {
  const pods = c.resource('v1', 'pods');
  const path = pods.item('p', 'ephemeralcontainers');
  const look = (name: string, own: object = {}) => ({ name, image, ...own });
  const add = (...list: readonly object[]) => c.wire.patch(path, 'strategic', { spec: { ephemeralContainers: list } });
  await c.holds(['OBJ-016', 'VERB-012'], async () => {
    expectFailure(await c.wire.patch(pods.item('p'), 'strategic', { spec: { ephemeralContainers: [look('a')] } }), 422);
    expectOk(await add(look('a', { targetContainerName: 'main' })));
    expectOk(await add(look('b')));
    expectEqual('containers for a look', names(await c.wire.get(pods.item('p'))), ['a', 'b']);
  });
  await c.holds('OBJ-016', async () => {
    for (const refused of [
      look('main'),
      look('a', { image: 'registry.invalid/other:1' }),
      look('c', { targetContainerName: 'none' }),
      look('c', { resources: amounts('1') }),
      look('c', { ports: [{ containerPort: 80 }] }),
      look('c', { lifecycle: { preStop: { exec: { command: ['x'] } } } }),
      look('c', { livenessProbe: { exec: { command: ['x'] } } }),
      { name: 'c' },
    ]) {
      expectFailure(await add(refused), 422, 'Invalid');
    }
    const read = (await c.wire.get(path)).json() as { metadata: object; spec: { ephemeralContainers: unknown[] } };
    const fewer = { ...read, spec: { ...read.spec, ephemeralContainers: read.spec.ephemeralContainers.slice(1) } };
    expectFailure(await c.wire.put(path, fewer), 422, 'Invalid');
    expectEqual('containers for a look', names(await c.wire.get(pods.item('p'))), ['a', 'b']);
  });
  await c.holds('OBJ-016', async () => {
    const elsewhere = {
      metadata: { labels: { a: 'b' } },
      spec: {
        ephemeralContainers: [look('d')],
        activeDeadlineSeconds: 7,
        containers: [{ name: 'main', image: 'x.invalid/y' }],
      },
    };
    expectOk(await c.wire.patch(path, 'strategic', elsewhere));
    const after = await c.wire.get(pods.item('p'));
    expectField(after, 'spec.containers.0.image', image);
    for (const field of ['metadata.labels.a', 'spec.activeDeadlineSeconds']) expectAbsent(after, field);
  });
}

async function takesAmounts(c: CaseContext): Promise<void> {
  const pods = c.resource('v1', 'pods');
  const resize = (...containers: readonly object[]) =>
    c.wire.patch(pods.item('q', 'resize'), 'strategic', { spec: { containers } });
  const cpu = 'spec.containers.0.resources.requests.cpu';
  await c.holds(['OBJ-016', 'VERB-012'], async () => {
    const change = { spec: { containers: [{ name: 'main', resources: amounts('200m') }] } };
    expectFailure(await c.wire.patch(pods.item('q'), 'strategic', change), 422, 'Invalid');
    expectOk(await resize({ name: 'main', resources: amounts('200m') }));
    expectField(await c.wire.get(pods.item('q')), cpu, '200m');
  });
  await c.holds('OBJ-016', async () => {
    for (const refused of [
      [{ name: 'other', image, resources: amounts('1') }],
      // The limit would change the QoS class.
      [{ name: 'main', resources: { limits: { cpu: '200m', memory: '64Mi' } } }],
      [{ name: 'main', resources: { requests: { cpu: '-1' } } }],
      [{ name: 'main', resources: { requests: { cpu: null } } }],
    ]) {
      expectFailure(await resize(...refused), 422, 'Invalid');
    }
    expectField(await c.wire.get(pods.item('q')), cpu, '200m');
  });
}
