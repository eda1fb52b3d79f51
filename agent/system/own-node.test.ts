// The agent follows its own node by a watch: what it reads of it, and how soon it notices that the node is gone.

import t from 'tap';
import type { Clock } from '../../shared/process/time/clock.ts';
import { systemClock } from '../../shared/process/time/system-clock.ts';
import { vendorIds } from '../../shared/vendor/profile.ts';
import { nodeIn, scene, until } from '../../fixtures/agent/agent-scene.fixture.ts';
import type { StubApiServer } from '../../fixtures/agent/api-server.fixture.ts';

const nodePath = '/api/v1/nodes/n1';
const calls = ({ requests }: StubApiServer, ...methods: readonly string[]): number =>
  requests.filter(({ method, path }) => methods.includes(method) && path.startsWith(nodePath)).length;
const isReady = (api: StubApiServer) => (): boolean =>
  nodeIn(api)?.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true;

const toldReady = ({ requests }: StubApiServer): boolean =>
  requests.some(({ method, path, body }) => {
    return method === 'POST' && path.endsWith('/events') && (body as { reason?: string }).reason === 'NodeReady';
  });

for (const id of vendorIds) {
  t.test(`${id}: a watched node is not read at each check, and its deletion is noticed at once`, async (t) => {
    let ahead = 0;
    const clock: Clock = { ...systemClock, monotonic: () => systemClock.monotonic() + ahead };
    const { api, start } = await scene(t, { vendor: id, clock, overrides: { nodeStatusUpdateFrequency: '10m' } });
    api.showsNodes = true;
    await start();
    await until(isReady(api), 'node ready');
    // Told after the registration is over for the agent too.
    await until(() => toldReady(api), 'the event');
    const first = nodeIn(api)?.metadata.uid;
    // No check is due for minutes, and a node is registered again at most once per check period.
    ahead = 3_600_000;
    api.deleteNode('n1');
    const again = await until(() => nodeIn(api)?.metadata.uid, 'registered again');
    t.not(again, first);
  });
}

t.test('checks cause no reads and no writes while nothing changes', async (t) => {
  const { api, start } = await scene(t);
  api.showsNodes = true;
  await start();
  await until(isReady(api), 'node ready');
  const quiet = async (): Promise<readonly number[]> => {
    const before = [calls(api, 'GET'), calls(api, 'PATCH', 'POST', 'PUT')];
    await systemClock.sleep(600);
    return [calls(api, 'GET'), calls(api, 'PATCH', 'POST', 'PUT')].map((now, index) => now - (before[index] ?? 0));
  };
  let last: readonly number[] = [1];
  for (let tries = 0; tries < 20 && last.some((count) => count > 0); tries += 1) last = await quiet();
  t.strictSame(last, [0, 0], 'in six checks');
});
