import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { configMap, deployment, pod, role } from '../../fixtures/manifests.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { limits } from '../../wire/contract/limits.ts';
import { expectAbsent, expectField, expectTime } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { versionOf } from '../../wire/expect/list.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';
import type { ResourcePaths } from '../../wire/format/paths.ts';

const finalizers = ['conformance.example/x'];
const claimed = '2001-02-03T04:05:06Z';
const field = 'metadata.deletionTimestamp';

export default {
  id: 'deletion-times',
  title:
    'The deletion time MUST be that of the first delete request, and writers MUST NOT be able to set, move or remove it.',
  requirements: ['DEL-016', 'DEL-017', 'OBJ-047', 'OBJ-048', 'OBJ-049'],
  needs: ['namespace'],
  async run(c) {
    const rbac = c.vendor.fill('rbac.authorization.{api}/v1');
    const subjects: readonly (readonly [ResourcePaths, Record<string, unknown>])[] = [
      [c.resource('v1', 'configmaps'), configMap('a')],
      [c.resource('apps/v1', 'deployments'), deployment('a')],
      [c.resource(rbac, 'roles'), role(rbac, 'Role', 'a', [])],
    ];
    for (const [paths, manifest] of subjects) await isKept(c, paths, manifest);
    await c.holds('DEL-017', () => countsTheGrace(c));
  },
} satisfies Case;

async function isKept(c: CaseContext, paths: ResourcePaths, manifest: Record<string, unknown>): Promise<void> {
  const path = paths.item('a');
  const own = { ...(manifest['metadata'] as object), finalizers };
  const patch = (metadata: object) => c.wire.patch(path, 'merge', { metadata });
  await c.holds('OBJ-047', async () => {
    const created = await c.wire.post(paths.collection, {
      ...manifest,
      metadata: { ...own, deletionTimestamp: claimed, deletionGracePeriodSeconds: 7 },
    });
    expectCreated(created);
    expectAbsent(created, field);
    expectAbsent(created, 'metadata.deletionGracePeriodSeconds');
    // The write is refused, or stored without the time.
    for (const write of [
      await patch({ deletionTimestamp: claimed, labels: { patched: 'yes' } }),
      await c.wire.put(path, withTime(created, claimed)),
    ]) {
      expectStatus(write, 200, 409, 422);
      expectAbsent(write, field);
      expectAbsent(await c.wire.get(path), field);
    }
  });
  const deleted = await c.wire.delete(path);
  expectDeleted(deleted);
  const first = await c.wire.get(path);
  await c.holds(['DEL-016', 'OBJ-048'], async () => {
    const [time, told] = [expectTime(first, field), Date.parse(deleted.header('date') ?? '')];
    const near = Number.isNaN(told) || Math.abs(time - told) < 5_000;
    expectThat('deletionTimestamp', near, `about ${deleted.header('date')}`, new Date(time).toISOString());
    expectField(first, 'metadata.finalizers', finalizers);
  });
  await c.holds('OBJ-049', async () => {
    const stays = (answer: Exchange) => expectEqual(field, expectTime(answer, field), expectTime(first, field));
    // Wait into another second, so that a changed time would show.
    await c.clock.sleep(1_100, c.signal);
    for (const options of [{ gracePeriodSeconds: 0 }, { gracePeriodSeconds: 3600 }]) {
      expectDeleted(await c.wire.delete(path, options));
      stays(await c.wire.get(path));
    }
    const held = await c.wire.get(path);
    for (const write of [
      await patch({ deletionTimestamp: null, labels: { patched: 'again' } }),
      await patch({ deletionTimestamp: claimed, labels: { patched: 'more' } }),
      await c.wire.put(path, withTime(held, undefined)),
    ]) {
      expectStatus(write, 200, 409, 422);
      if (write.status === 200) stays(write);
      stays(await c.wire.get(path));
    }
  });
  expectOk(await patch({ finalizers: [] }));
  await c.eventually(async () => expectStatus(await c.wire.get(path), 404));
}

/** Returns the object of the response with another deletion timestamp, as a PUT body. */
function withTime(answer: Exchange, deletionTimestamp: string | undefined): object {
  const { metadata, ...rest } = answer.json() as { metadata: Record<string, unknown> };
  const { deletionTimestamp: _old, ...others } = metadata;
  const time = deletionTimestamp === undefined ? {} : { deletionTimestamp };
  return { ...rest, metadata: { ...others, ...time, labels: { put: 'yes' } } };
}

/** The deletion timestamp of a pod on a node lies one grace period ahead. */
async function countsTheGrace(c: CaseContext): Promise<void> {
  const pods = c.resource('v1', 'pods');
  const node = c.unique('node');
  // The node must exist: controllers delete pods of missing nodes.
  c.removeLater(`/api/v1/nodes/${node}`);
  await createObject(c, '/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: node } });
  const tolerations = [{ operator: 'Exists' }];
  const created = await createPod(c, pod('p', { nodeName: node, tolerations }));
  const stream = await c.wire.watch(pods.collection, {
    fieldSelector: 'metadata.name=p',
    resourceVersion: versionOf(created),
  });
  const before = Date.now();
  const deleted = await c.wire.delete(pods.item('p'), { gracePeriodSeconds: 1_000 });
  expectDeleted(deleted);
  const told = Date.parse(deleted.header('date') ?? '') || before;
  const held = await c.wire.get(pods.item('p'));
  expectField(held, 'metadata.deletionGracePeriodSeconds', 1_000);
  const ahead = Math.round((expectTime(held, field) - told) / 1_000);
  const skew = deleted.header('date') === undefined ? limits.clockSkew / 1_000 : 5;
  expectThat('seconds until the deletion', Math.abs(ahead - 1_000) <= skew, '1000', ahead);
  for (;;) {
    const { object } = await stream.nextChange();
    const { metadata } = object as { metadata: Record<string, unknown> };
    if (metadata['deletionTimestamp'] === undefined) continue;
    expectEqual('deletionTimestamp of the event', expectTime(object, field), expectTime(held, field));
    break;
  }
  stream.close();
  expectDeleted(await c.wire.delete(pods.item('p'), { gracePeriodSeconds: 0 }));
}
