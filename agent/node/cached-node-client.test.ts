import t from 'tap';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { cachedNodeClient } from './cached-node-client.ts';
import type { Node } from './node.ts';
import { stubObjects } from '../../fixtures/agent/objects.fixture.ts';

const n1 = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } } as Node;

/** A copy that shows what the test lets it see. */
function scene() {
  const clock = new FakeClock();
  const api = stubObjects<Node>((node, patch) => ({ ...node, ...(patch as Partial<Node>) }));
  let shown: Node | undefined;
  let told: { added(node: Node): void } | undefined;
  const copy = {
    isFollowing: true,
    get: (namespace: string, name: string) => (namespace === '' && name === 'n1' ? shown : undefined),
    onChange: (handler: { added(node: Node): void }) => {
      told = handler;
    },
  };
  const node = cachedNodeClient({ api, copy, clock });
  /** The watch brings the copy to what the server has, or to an older state. */
  const follow = (state = api.objects.get('n1')): void => {
    shown = state;
    if (state !== undefined) told?.added(state);
  };
  const reads = (): number => api.calls.filter(({ verb }) => verb === 'get').length;
  return { clock, api, copy, node, follow, reads };
}

t.test('a node that is followed is read from the copy, and asked for once in a minute of silence', async (t) => {
  const { clock, api, node, follow, reads } = scene();
  await api.create(n1);
  await node.get('n1');
  t.equal(reads(), 1, 'the copy is empty');
  follow();
  for (let look = 0; look < 59; look += 1) {
    await clock.advance(1000);
    t.equal((await node.get('n1')).metadata.resourceVersion, '1');
  }
  t.equal(reads(), 1);
  await clock.advance(1000);
  await node.get('n1');
  t.equal(reads(), 2, 'a minute');
  await clock.advance(59_000);
  await node.get('n1');
  t.equal(reads(), 2);
});

t.test('after a write the copy counts when it shows it, whatever came before', async (t) => {
  const { api, node, follow, reads } = scene();
  await node.create(n1);
  follow();
  const before = api.objects.get('n1');
  const written = await node.patchStatus('n1', { status: { phase: 'a' } });
  follow(before);
  t.strictSame((await node.get('n1')).metadata, written.metadata, 'not the older state of the copy');
  t.equal(reads(), 1);
  follow();
  t.equal((await node.get('n1')).metadata.resourceVersion, '2');
  t.equal(reads(), 1);
  await api.patchStatus('n1', { status: { phase: 'b' } });
  follow();
  t.match(await node.get('n1'), { status: { phase: 'b' } }, 'what others write is seen');
  t.equal(reads(), 1);
});

t.test('an event that comes before the answer of the write is enough', async (t) => {
  const { node, follow, reads } = scene();
  await node.create(n1);
  follow();
  const answer = node.patchStatus('n1', { status: { phase: 'a' } });
  follow();
  await answer;
  await node.get('n1');
  t.equal(reads(), 0);
});

t.test('a watch that fails, a write that fails and a node that is gone make the server be asked', async (t) => {
  const { api, copy, node, follow, reads } = scene();
  await node.create(n1);
  follow();
  copy.isFollowing = false;
  await node.get('n1');
  await node.get('n1');
  t.equal(reads(), 2, 'at each look while the watch fails');
  copy.isFollowing = true;
  await node.get('n1');
  t.equal(reads(), 2);
  api.failing = () => true;
  await t.rejects(node.patchStatus('n1', {}));
  api.failing = () => false;
  await node.get('n1');
  t.equal(reads(), 3, 'after a write without an answer');
  await node.get('n1');
  t.equal(reads(), 3);
  api.objects.clear();
  follow(undefined);
  await t.rejects(node.get('n1'), { code: 404 });
  await node.create(n1);
  t.not((await node.get('n1')).metadata.uid, undefined, 'the new one, which the copy does not have yet');
  t.equal(reads(), 5);
});
