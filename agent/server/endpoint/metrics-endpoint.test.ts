// The metrics of the agent's own work at `/metrics`.

import t from 'tap';
import { scene } from '../../../fixtures/agent/node-server.fixture.ts';

/** The samples whose names begin so, by name and labels. */
function samples(body: string, prefix: string): ReadonlyMap<string, number> {
  const lines = body.split('\n').filter((line) => line.startsWith(prefix));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

t.test('running pods and containers are counted by state at each scrape', async (t) => {
  const { get, simulator, pod } = await scene(t);
  t.strictSame(
    [...samples((await get('/metrics')).body, 'kubelet_running_')],
    [
      ['kubelet_running_pods', 1],
      ['kubelet_running_containers{container_state="created"}', 0],
      ['kubelet_running_containers{container_state="running"}', 1],
      ['kubelet_running_containers{container_state="exited"}', 0],
      ['kubelet_running_containers{container_state="unknown"}', 0],
    ],
  );
  simulator.state.stopContainer(pod.containers[0]?.id ?? '', 1);
  const after = samples((await get('/metrics')).body, 'kubelet_running_containers');
  t.equal(after.get('kubelet_running_containers{container_state="running"}'), 0);
  t.equal(after.get('kubelet_running_containers{container_state="exited"}'), 1);
});

t.test('metrics that the runtime does not report are left out, and the others are served', async (t) => {
  const { get, simulator, clock } = await scene(t);
  t.equal(samples((await get('/metrics')).body, 'kubelet_running_').size, 5);
  simulator.faults.hang = new Set(['listContainers']);
  const asked = get('/metrics');
  await clock.untilSleeping();
  await clock.advance(1000);
  const hung = await asked;
  t.equal(hung.status, 200);
  t.equal(samples(hung.body, 'kubelet_running_').size, 0);
  t.notOk(samples(hung.body, 'kubelet_runtime_operations_errors_total').size, 'a call that was given up is no error');
  await simulator.stop();
  const { status, body } = await get('/metrics');
  t.equal(status, 200);
  t.equal(samples(body, 'kubelet_running_').size, 0);
  t.equal(
    samples(body, 'kubelet_runtime_operations_errors_total').get(
      'kubelet_runtime_operations_errors_total{operation_type="list_podsandbox"}',
    ),
    1,
  );
});

t.test('calls of the runtime are counted, timed, and their failures too', async (t) => {
  const { call, get, simulator } = await scene(t);
  t.equal((await call('POST', '/checkpoint/default/counter/app')).status, 200);
  simulator.faults.checkpointError = 'no';
  t.equal((await call('POST', '/checkpoint/default/counter/app')).status, 500);
  const { body } = await get('/metrics');
  const of = '{operation_type="checkpoint_container"}';
  t.equal(samples(body, 'kubelet_runtime_operations_total').get(`kubelet_runtime_operations_total${of}`), 2);
  t.equal(
    samples(body, 'kubelet_runtime_operations_errors_total').get(`kubelet_runtime_operations_errors_total${of}`),
    1,
  );
  const count = 'kubelet_runtime_operations_duration_seconds_count';
  t.equal(samples(body, count).get(`${count}${of}`), 2);
});

t.test('requests are counted by method and route; what callers make up is no label', async (t) => {
  const { call, get } = await scene(t);
  await get('/metrics/resource');
  await get('/containerLogs/default/counter/app');
  await call('POST', '/pods');
  await call('PROPFIND', '/no/such/path', null);
  const { body } = await get('/metrics');
  const total = samples(body, 'kubelet_http_requests_total');
  const named = (method: string, path: string, long = false): string =>
    `{method="${method}",path="${path}",server_type="readwrite",long_running="${long}"}`;
  t.strictSame(
    [...total],
    [
      [`kubelet_http_requests_total${named('GET', 'metrics/resource')}`, 1],
      [`kubelet_http_requests_total${named('GET', 'containerLogs', true)}`, 1],
      [`kubelet_http_requests_total${named('POST', 'pods')}`, 1],
      [`kubelet_http_requests_total${named('other', 'other')}`, 1],
      [`kubelet_http_requests_total${named('GET', 'metrics')}`, 1],
    ],
  );
  const underWay = samples(body, 'kubelet_http_inflight_requests');
  t.equal(underWay.get(`kubelet_http_inflight_requests${named('GET', 'metrics')}`), 1, 'the scrape itself');
});
