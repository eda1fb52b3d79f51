// Mirror pods at a server: made, replaced, made again when they are deleted, and removed with what they mirror.

import t, { type Test } from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import type { ResourceClient } from '../../../shared/client/request/api-client.ts';
import { failureOf } from '../../../shared/client/request/failure.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import type { Pod } from '../object/pod.ts';
import { MirrorPods } from './mirror-pods.ts';
import { mirroredHash, readManifest } from './static-pod.ts';

const vendor = vendorOf('kubernetes');
const staticPod = (name: string, image = 'i'): Pod =>
  readManifest(
    JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: { containers: [{ name: 'c', image }] } }),
    { source: 'file', from: 'f', nodeName: 'n1', now: 0, vendor },
  )[0] as Pod;

function scene(t: Test) {
  const clock = new FakeClock();
  const server = new Map<string, Pod>();
  const deletions: string[] = [];
  let uids = 0;
  const client = {
    in: () => ({
      create: async (pod: Pod) => {
        const name = pod.metadata.name ?? '';
        if (server.has(name)) throw failureOf('POST', 409, undefined, '');
        server.set(name, { ...pod, metadata: { ...pod.metadata, uid: `u${(uids += 1)}` } });
      },
      delete: async (name: string, options: { readonly preconditions?: { readonly uid: string } }) => {
        if (server.get(name)?.metadata.uid !== options.preconditions?.uid)
          throw failureOf('DELETE', 409, undefined, '');
        deletions.push(name);
        server.delete(name);
      },
    }),
  };
  const state = { bound: true, statics: undefined as readonly Pod[] | undefined, node: 'node-uid' };
  const mirrors = new MirrorPods({
    pods: client as unknown as ResourceClient<Pod>,
    bound: () => (state.bound ? [...server.values()] : undefined),
    statics: () => state.statics,
    node: () => ({ name: 'n1', uid: state.node }),
    vendor,
    clock,
    log: silentLog,
  });
  const end = new AbortController();
  const run = mirrors.run(end.signal);
  t.teardown(async () => {
    end.abort();
    await run;
  });
  const rounds = async (): Promise<void> => {
    for (let round = 0; round < 4; round += 1) await clock.advance(5_000);
  };
  return { server, deletions, state, mirrors, rounds, clock };
}

t.test('a mirror pod is made for each static pod, and nothing while the sources are not known', async (t) => {
  const { server, state, rounds } = scene(t);
  const foreign: Pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'own', namespace: 'default', uid: 'x' } };
  server.set('own', foreign);
  server.set('old-n1', {
    ...foreign,
    metadata: { ...foreign.metadata, name: 'old-n1', annotations: { [vendor.fill('{label}/config.mirror')]: 'x' } },
  });
  await rounds();
  t.strictSame([...server.keys()], ['own', 'old-n1'], 'what may still be read is not removed');
  state.statics = [staticPod('web')];
  await rounds();
  t.strictSame([...server.keys()], ['own', 'web-n1'], 'a mirror of nothing is removed, a pod that is none is not');
});

t.test('a mirror pod that is deleted, changed, terminating or owned by an old node is replaced', async (t) => {
  const { server, state, mirrors, rounds, clock, deletions } = scene(t);
  state.statics = [staticPod('web')];
  await rounds();
  const first = server.get('web-n1') as Pod;
  server.delete('web-n1');
  mirrors.wake();
  await clock.advance(0);
  await rounds();
  const second = server.get('web-n1') as Pod;
  t.not(second.metadata.uid, first.metadata.uid);
  t.strictSame(deletions, []);
  state.statics = [staticPod('web', 'other')];
  mirrors.wake();
  await rounds();
  const third = server.get('web-n1') as Pod;
  t.not(mirroredHash(third, vendor), mirroredHash(second, vendor));
  server.set('web-n1', { ...third, metadata: { ...third.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } });
  mirrors.wake();
  await rounds();
  t.equal(server.get('web-n1')?.metadata.deletionTimestamp, undefined);
  state.node = 'another';
  mirrors.wake();
  await rounds();
  t.equal(server.get('web-n1')?.metadata.ownerReferences?.[0]?.uid, 'another');
  t.equal(deletions.length, 3);
  await rounds();
  t.equal(deletions.length, 3, 'then it stays');
});
