// Logs, usage and what is not served, at the node's API.

import { appendFile, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { dirname, join } from 'node:path';
import t from 'tap';
import { simulatedUsage } from '../../../fixtures/cri-simulator/usage-calls.ts';
import { admin, scene, unknown } from '../../../fixtures/agent/node-server.fixture.ts';

t.setTimeout(400_000);
const logs = '/containerLogs/default/counter/app';

t.test('a log is answered as plain text, of the current run and of the one before', async (t) => {
  const { get, simulator, pod } = await scene(t);
  t.match(await get(logs), { status: 200, type: 'text/plain; charset=utf-8', body: 'run 0 of app begins\n' });
  simulator.state.stopContainer(pod.containers[0]?.id ?? '', 1);
  t.equal((await get(logs)).body, 'run 0 of app begins\n', 'a container that ended keeps its log');
  t.match(await get(`${logs}?previous=true`), {
    status: 400,
    body: 'previous terminated container "app" in pod "counter" not found',
  });
  simulator.state.startContainer(pod.sandbox, 'app');
  t.equal((await get(logs)).body, 'run 1 of app begins\n');
  t.equal((await get(`${logs}?previous=true`)).body, 'run 0 of app begins\n');
  t.match((await get(`${logs}?timestamps=1&limitBytes=12`)).body, /^\d{4}-\d\d-\d\dT\d$/);
});

t.test('errors of logs: 404 for unknown names, 400 without a log, 400 and 422 for parameters', async (t) => {
  const { get, simulator, bound } = await scene(t);
  const refused = [
    ['/containerLogs/default/nobody/app', 404, 'pod "nobody" does not exist'],
    ['/containerLogs/other/counter/app', 404, 'pod "counter" does not exist'],
    ['/containerLogs/default/..%2fcounter/app', 404, '404: Page Not Found'],
    ['/containerLogs/default/%2e%2e/app', 404, 'pod ".." does not exist'],
    ['/containerLogs/default/counter/side', 404, 'container "side" not found in pod "counter"'],
    ['/containerLogs/default/counter', 404, '404: Page Not Found'],
    [`${logs}?tailLines=many`, 400, '{"message": "Unable to decode query."}'],
    [`${logs}?tailLines=-1`, 422, '{"message": "Invalid request."}'],
    ['/containerLogs/default/web/app', 400, 'container "app" in pod "web" is not available'],
    ['/containerLogs/default/web/other', 404, 'container "other" not found in pod "web"'],
  ] as const;
  bound.push({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'default', name: 'web', uid: 'u2' },
    spec: { containers: [{ name: 'app' }] },
  });
  for (const [path, status, body] of refused) t.match(await get(path), { status, body }, path);
  const { containers } = simulator.state.runPod({
    namespace: 'default',
    name: 'silent',
    containers: [{ name: 'app' }],
  });
  const silent = '/containerLogs/default/silent/app';
  t.match(await get(silent), { status: 400, body: 'the runtime keeps no log of container "app"' });
  for (const one of containers) one.logPath = '/etc/hostname';
  t.match(await get(silent), { status: 400, body: 'container "app": the log lies outside the folder of logs' });
});

t.test('a log that was replaced by a link, or is gone, is not read', async (t) => {
  const { get, pod, root } = await scene(t);
  const path = pod.containers[0]?.logPath ?? '';
  await writeFile(join(root, 'secret'), '2026-01-01T00:00:00Z stdout F secret\n');
  await rm(path);
  await symlink(join(root, 'secret'), path);
  t.match(await get(logs), { status: 400, body: 'container "app": the log is a symbolic link' });
  await rm(path);
  t.match(await get(logs), { status: 400, body: 'the log of container "app" cannot be read (ENOENT)' });
  await rm(dirname(path), { recursive: true });
  await symlink(root, dirname(path));
  await writeFile(join(root, '0.log'), '2026-01-01T00:00:00Z stdout F secret\n');
  t.match(await get(logs), { status: 400, body: 'container "app": the log lies outside the folder of logs' });
});

t.test('following sends lines as they are written and ends with the container', async (t) => {
  const { port, simulator, pod } = await scene(t);
  const path = pod.containers[0]?.logPath ?? '';
  const options = { host: '127.0.0.1', port, path: `${logs}?follow=true`, rejectUnauthorized: false, agent: false };
  const body = await new Promise<string>((resolve, reject) => {
    let got = '';
    let steps = 0;
    request({ ...options, cert: admin.certificatePem, key: admin.keyPem }, (response) => {
      response.on('data', (chunk: Buffer) => {
        got += chunk.toString();
        steps += 1;
        if (steps === 1) {
          appendFile(path, '2026-01-01T00:00:00Z stderr F more\n').catch(reject);
        } else if (steps === 2) {
          simulator.state.stopContainer(pod.containers[0]?.id ?? '');
        }
      });
      response.on('end', () => resolve(got));
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
  t.equal(body, 'run 0 of app begins\nmore\n');
});

t.test('a reader that disconnects while following leaves no open file', async (t) => {
  const { port, pod } = await scene(t);
  const options = { host: '127.0.0.1', port, path: `${logs}?follow`, rejectUnauthorized: false, agent: false };
  await new Promise<void>((resolve, reject) => {
    const call = request({ ...options, cert: admin.certificatePem, key: admin.keyPem }, (response) => {
      response.once('data', () => {
        response.destroy();
        resolve();
      });
    });
    call.on('error', reject).end();
  });
  const isOpen = async (): Promise<boolean> => {
    const open = await Promise.all(
      (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    );
    return open.includes(pod.containers[0]?.logPath ?? '');
  };
  for (let looks = 0; (await isOpen()) && looks < 3_000; looks += 1) await new Promise((done) => setTimeout(done, 20));
  t.notOk(await isOpen());
});

t.test('usage of node and pods comes in the documented shape', async (t) => {
  const { get, simulator } = await scene(t);
  const { nanoCores, workingSetBytes } = simulatedUsage;
  const { node, pods } = JSON.parse((await get('/stats/summary')).body);
  t.match(node, {
    nodeName: 'n1',
    systemContainers: [{ name: 'kubelet', memory: { rssBytes: Number } }],
    cpu: { usageCoreNanoSeconds: Number },
    memory: { availableBytes: Number, workingSetBytes: Number, pageFaults: Number },
    network: { interfaces: Array },
    fs: { capacityBytes: Number, usedBytes: Number, inodesFree: Number },
    runtime: { imageFs: { usedBytes: 5_000_000 }, containerFs: { capacityBytes: Number } },
    rlimit: { maxpid: Number, curproc: Number },
  });
  t.match(pods, [
    {
      podRef: { name: 'counter', namespace: 'default', uid: 'u1' },
      cpu: { usageNanoCores: Number(nanoCores) },
      memory: { workingSetBytes: Number(workingSetBytes) },
      network: { name: 'eth0', rxBytes: 1_000, interfaces: [{ name: 'eth0' }] },
      process_stats: { process_count: 1 },
      containers: [{ name: 'app', rootfs: { usedBytes: 8_192 }, logs: { usedBytes: Number, inodesUsed: Number } }],
    },
  ]);
  const brief = JSON.parse((await get('/stats/summary?only_cpu_and_memory=true')).body);
  t.strictSame(Object.keys(brief.pods[0]).toSorted(), ['containers', 'cpu', 'memory', 'podRef', 'startTime']);
  t.notOk(brief.node.fs);
  simulator.faults.podUsageUnimplemented = true;
  const old = JSON.parse((await get('/stats/summary')).body);
  t.match(
    old.pods[0].memory,
    { workingSetBytes: Number(workingSetBytes) },
    'summed where only containers are measured',
  );
  t.strictSame(
    old.node.runtime.containerFs.capacityBytes,
    node.runtime.imageFs.capacityBytes,
    'one file system for all',
  );
  await simulator.stop();
  for (const path of ['/stats/summary', '/runningpods/'])
    t.match(await get(path), { status: 500, body: /^Internal Error: / });
});

t.test('usage comes as metrics too, and without the runtime the node stands alone', async (t) => {
  const { get, simulator } = await scene(t);
  const { type, body } = await get('/metrics/resource');
  t.equal(type, 'text/plain; version=0.0.4; charset=utf-8');
  t.match(
    body,
    /^container_memory_working_set_bytes\{container="app",namespace="default",pod="counter"\} 4194304 \d{13}$/m,
  );
  t.match(body, /^pod_cpu_usage_seconds_total\{namespace="default",pod="counter"\} [\d.e-]+ \d{13}$/m);
  t.match(body, /^node_cpu_usage_seconds_total [\d.]+ \d{12,13}$/m);
  t.match(body, /^resource_scrape_error 0$/m);
  await simulator.stop();
  const alone = await get('/metrics/resource');
  t.equal(alone.status, 200);
  t.match(alone.body, /^resource_scrape_error 1$/m);
  t.match(alone.body, /^node_memory_working_set_bytes \d+ /m);
  t.notMatch(alone.body, /^pod_/m);
});

t.test('containers, pods, host and machine come under the names of dashboards', async (t) => {
  const { get, simulator, pod } = await scene(t);
  const { type, body } = await get('/metrics/cadvisor');
  t.equal(type, 'text/plain; version=0.0.4; charset=utf-8');
  const samples = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  for (const line of samples) t.match(line, /^[a-z_]+(\{([a-z_]+="[^"]*",?)+\})? [\d.e+-]+( \d{12,13})?$/);
  const container = samples.find((line) => line.startsWith('container_memory_working_set_bytes{container="app"')) ?? '';
  t.match(container, /image="example.test\/simulated:1",name="[^"]+",namespace="default",pod="counter"\} 4194304 /);
  const id = /name="([^"]+)"/.exec(container)?.[1] ?? '';
  t.match(container, `id="/${pod.sandbox.id}/${id}"`);
  for (const [start, value] of [
    ['container_cpu_usage_seconds_total{container="app"', /cpu="total"\} [\d.e-]+ /],
    ['container_cpu_usage_seconds_total{container="",id="/",', /\} [\d.]+ /],
    ['container_network_receive_bytes_total{container="",id="/' + pod.sandbox.id, /interface="eth0"\} 1000 /],
    ['container_fs_usage_bytes{container="app"', / 8192 /],
    ['container_memory_failures_total{container="app"', /failure_type="pgfault",scope="hierarchy"\} 100 /],
    ['container_pressure_memory_stalled_seconds_total{container="app"', / 0.5 /],
    ['container_pressure_io_waiting_seconds_total{container="app"', / 1 /],
    ['container_processes{container="",id="/' + pod.sandbox.id, / 1 /],
    ['container_memory_swap{container="",id="/"', / \d+ \d+$/],
    ['container_spec_memory_limit_bytes{container="",id="/"', / \d+$/],
    ['machine_cpu_cores{', /\{boot_id="boot",machine_id="machine",system_uuid="system"\} 4$/],
    ['container_scrape_error', / 0$/],
  ] as const) {
    t.match(
      samples.find((line) => line.startsWith(start)),
      value,
      start,
    );
  }
  t.notMatch(body, /container_spec_memory_limit_bytes\{container="app"/, 'the runtime reports no limit');
  await simulator.stop();
  const alone = await get('/metrics/cadvisor');
  t.equal(alone.status, 200);
  t.match(alone.body, /^container_scrape_error 1$/m);
  t.match(alone.body, /^container_memory_working_set_bytes\{container="",id="\/",.*\} \d+ /m);
  t.notMatch(alone.body, /pod="counter"/);
});

t.test('no probes are run, and so there are no figures of any', async (t) => {
  const { get } = await scene(t);
  t.match(await get('/metrics/probes'), { status: 200, type: 'text/plain; version=0.0.4; charset=utf-8', body: '' });
});

t.test('stalls are shown as the runtime reports them, and not at all without their gate', async (t) => {
  const { get } = await scene(t);
  const psi = { some: { total: 1e9, avg10: 1.5, avg60: 0.5, avg300: 0.25 }, full: { total: 5e8, avg10: 0.75 } };
  const { pods } = JSON.parse((await get('/stats/summary')).body);
  for (const one of [pods[0], pods[0].containers[0]]) t.match(one, { cpu: { psi }, memory: { psi }, io: { psi } });
  const without = await scene(t, { stalls: false });
  t.notMatch((await without.get('/stats/summary')).body, /"psi"|"io"/);
  t.notMatch((await without.get('/metrics/cadvisor')).body, /pressure/);
});

t.test('every endpoint is closed to wrong credentials, and to callers without the right', async (t) => {
  const { call, routes, denied, root } = await scene(t);
  const all = routes.flatMap(({ methods, pattern }) =>
    (methods === 'any' ? ['GET', 'POST', 'OPTIONS'] : methods).map((method) => ({
      method,
      path: pattern.replaceAll(/\{[\w:*]+\}/g, 'x'),
    })),
  );
  for (const subresource of ['proxy', 'stats', 'metrics', 'log', 'healthz', 'pods', 'configz', 'checkpoint']) {
    denied.add(subresource);
  }
  for (const { method, path } of all) {
    for (const who of [null, 'bad', unknown]) {
      t.match(await call(method, path, who), { status: 401 }, `${method} ${path}`);
    }
    t.match(await call(method, path, 'good'), { status: 403 }, `${method} ${path}`);
  }
  t.strictSame(await readdir(join(root, 'checkpoints')), []);
});

t.test('each path asks for its own sub-resource', async (t) => {
  const { get, reviews, clock } = await scene(t);
  const asked = [
    ['/healthz', 'healthz'],
    ['/pods', 'pods'],
    ['/runningpods/', 'pods'],
    ['/pods/x', 'pods'],
    ['/stats/x', 'stats'],
    ['/debug/pprof/', 'proxy'],
    ['/configz', 'configz'],
    ['/openapi/v3', 'configz'],
    ['/metrics', 'metrics'],
    ['/metrics/resource', 'metrics'],
    ['/metrics/cadvisor', 'metrics'],
    ['/metrics/probes', 'metrics'],
    ['/metrics/slis', 'metrics'],
    ['/stats/summary', 'stats'],
    [logs, 'proxy'],
    ['/exec/default/counter/app', 'proxy'],
    ['/logs/', 'log'],
    ['/containerLogs/x', 'proxy'],
  ] as const;
  for (const [path, subresource] of asked) {
    await clock.advance(600_000);
    reviews.length = 0;
    await get(path);
    t.match(reviews[0], { spec: { resourceAttributes: { verb: 'get', resource: 'nodes', subresource } } }, path);
  }
});

t.test('known paths that are not served say so, and the error for a wrong method lists the right ones', async (t) => {
  const { call, denied } = await scene(t);
  for (const name of ['exec', 'attach', 'portForward']) {
    t.match(await call('POST', `/${name}/default/counter/app`), {
      status: 501,
      body: `${name} is not served by this agent\n`,
    });
  }
  t.match(await call('POST', '/run/default/counter/app'), { status: 501 });
  t.match(await call('GET', '/debug/pprof/heap'), { status: 405, body: 'profiling endpoint is disabled.\n' });
  t.match(await call('PUT', '/debug/flags/v'), { status: 405, body: 'flags endpoint is disabled.\n' });
  const wrong = [
    ['POST', '/pods', 'GET'],
    ['HEAD', '/pods', 'GET'],
    ['HEAD', '/runningpods/', 'GET'],
    ['HEAD', '/stats/summary', 'GET, POST'],
    ['HEAD', '/logs/', 'GET'],
    ['HEAD', logs, 'GET'],
    ['DELETE', logs, 'GET'],
    ['GET', '/run/default/counter/app', 'POST'],
    ['OPTIONS', '/exec/default/counter/app', 'GET, POST'],
  ] as const;
  for (const [method, path, allow] of wrong)
    t.match(await call(method, path), { status: 405, allow }, `${method} ${path}`);
  for (const method of ['HEAD', 'POST', 'DELETE', 'OPTIONS']) {
    for (const path of [
      '/healthz',
      '/healthz/ping',
      '/metrics',
      '/metrics/resource',
      '/metrics/cadvisor',
      '/configz',
    ]) {
      t.match(await call(method, path), { status: 200 }, `${method} ${path}`);
    }
  }
  t.match(JSON.parse((await call('POST', '/stats/summary')).body), { node: { nodeName: 'n1' } });
  denied.add('proxy');
  t.match(await call('POST', '/exec/default/counter/app', 'good'), {
    status: 403,
    body: 'Forbidden (user=robot, verb=create, resource=nodes, subresource(s)=[proxy])\n',
  });
});

t.test(
  'paths are found as in other agents: redirected, missing in a part of the API, or unknown to everybody',
  async (t) => {
    const { call, reviews } = await scene(t);
    const redirects = [
      ['/runningpods', '/runningpods/'],
      ['/stats?a=1&b', '/stats/?a=1&b'],
      ['/logs', '/logs/'],
      ['/checkpoint', '/checkpoint/'],
      ['/debug/pprof', '/debug/pprof/'],
      ['//pods', '/pods'],
      ['/x/../pods/./?q', '/pods/?q'],
      ['/nothing//there', '/nothing/there'],
    ] as const;
    const unknown = [
      '/',
      '/nothing',
      '/healthz/',
      '/healthz/x',
      '/metrics/',
      '/metrics/x',
      '/configz/',
      '/debug',
      '/logsx',
    ];
    for (const who of [null, 'bad', undefined]) {
      for (const [path, location] of redirects) {
        t.match(await call('GET', path, who), { status: 307, headers: { location } }, path);
      }
      for (const path of unknown) {
        t.match(await call('GET', path, who), { status: 404, body: '404 page not found\n' }, path);
      }
      t.match(await call('GET', '/pods/%zz', who), { status: 400, body: '400 Bad Request' });
    }
    t.strictSame(reviews, [], 'no access review is sent for these paths');
    t.equal((await call('GET', '/stats?a=1&b')).body, '<a href="/stats/?a=1&#38;b">Temporary Redirect</a>.\n\n');
    for (const path of [
      '/pods/x',
      '/stats/',
      '/stats/x',
      '/containerLogs',
      '/exec/',
      '/checkpoint/',
      '/runningpods/x',
    ]) {
      t.match(await call('GET', path), { status: 404, body: '404: Page Not Found' }, path);
      t.match(await call('GET', path, null), { status: 401 }, path);
    }
    for (const path of ['/pods/', '/%70ods', '/stats/summary/', `${logs}/`])
      t.match(await call('GET', path), { status: 200 }, path);
  },
);

t.test(
  'one stream of a log is for agents with the gate; values that are no stream, and the tail of one, are refused',
  async (t) => {
    const { get, pod } = await scene(t);
    await appendFile(pod.containers[0]?.logPath ?? '', '2026-01-01T00:00:00Z stderr F oops\n');
    const refused = (stream: string): string =>
      `unable to return the given log stream: "${stream}". Please enable PodLogsQuerySplitStreams feature gate in kubelet`;
    for (const stream of ['Stdout', 'Stderr']) {
      t.match(await get(`${logs}?stream=${stream}`), { status: 400, body: refused(stream) });
      t.match(await get(`/containerLogs/default/counter/none?stream=${stream}`), { status: 404 });
    }
    const invalid = ['stream=', 'stream=all', 'stream=Bad', 'stream=Bad&stream=All', 'stream=Stderr&tailLines=1'];
    for (const query of invalid) {
      t.match(await get(`${logs}?${query}`), { status: 422, body: '{"message": "Invalid request."}' }, query);
    }
    t.match(await get(`${logs}?stream=Bad&tailLines=x`), {
      status: 400,
      body: '{"message": "Unable to decode query."}',
    });
    for (const query of [
      'stream=All',
      'stream=All&stream=Bad',
      'stream=All&tailLines=2',
      'tailLines=1;stream=Bad',
      '%zz=1',
    ]) {
      t.match(await get(`${logs}?${query}`), { status: 200, body: 'run 0 of app begins\noops\n' }, query);
    }
    const split = await scene(t, { splitStreams: true });
    await appendFile(split.pod.containers[0]?.logPath ?? '', '2026-01-01T00:00:00Z stderr F oops\n');
    t.equal((await split.get(`${logs}?stream=Stderr`)).body, 'oops\n');
    t.equal((await split.get(`${logs}?stream=Stdout`)).body, 'run 0 of app begins\n');
    t.match(await split.get(`${logs}?stream=Stdout&tailLines=1`), { status: 422 });
  },
);
