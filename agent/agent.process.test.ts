// The whole agent against a stub of the API server and the CRI simulator, in both profiles, in real time.

import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import t from 'tap';
import { busyLimit } from '../fixtures/host/machine-pace.ts';
import { createAuthority, createSelfSigned, issueCertificate } from '../shared/certificates/authority.ts';
import type { ApiObject } from '../shared/object/api-object.ts';
import { freePort } from '../shared/process/host/free-port.ts';
import { systemClock } from '../shared/process/time/system-clock.ts';
import { vendorIds } from '../shared/vendor/profile.ts';
import type { RunningAgent } from './agent.ts';
import { nodeIn, scene, until } from '../fixtures/agent/agent-scene.fixture.ts';
import { newNode, ownedAnnotations, reconciled } from './node/registration.ts';

t.setTimeout(600_000);

function post(port: number, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer any' };
    const options = { host: '127.0.0.1', port, path, method: 'POST', headers, rejectUnauthorized: false, agent: false };
    secureRequest(options, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    })
      .on('error', reject)
      .end();
  });
}

/** Milliseconds that the end of an agent takes. */
async function end(stop: AbortController, agent: RunningAgent): Promise<number> {
  const begun = performance.now();
  stop.abort();
  await agent.ended;
  return performance.now() - begun;
}

for (const id of vendorIds) {
  t.test(
    `${id}: a started agent registers, becomes ready, keeps its lease and checkpoints (NSTAT-001 to NSTAT-003, NSTAT-031)`,
    async (t) => {
      const { vendor, api, start, stop } = await scene(t, { vendor: id });
      const agent = await start();
      t.equal(agent.nodeName, 'n1');
      const nodeOf = () => nodeIn(api);
      const ready = (status: string) => (): boolean =>
        nodeOf()?.status?.conditions?.some((one) => one.type === 'Ready' && one.status === status) === true;
      await until(ready('True'), 'node ready');
      t.match(nodeOf(), {
        metadata: { labels: { zone: 'a', [vendor.fill('{label}/hostname')]: 'n1' } },
        status: {
          addresses: [
            { type: 'InternalIP', address: '192.0.2.7' },
            { type: vendor.behaviour.hostNameAddress, address: 'n1' },
          ],
          daemonEndpoints: { kubeletEndpoint: { Port: agent.port } },
          nodeInfo: { containerRuntimeVersion: 'cri-simulator://1.0.0' },
        },
      });
      const leasePath = vendor.fill('/apis/coordination.{api}/v1/namespaces/{short}-node-lease/leases/n1');
      const renewTime = () => (api.objects.get(leasePath)?.['spec'] as { renewTime?: string } | undefined)?.renewTime;
      const first = await until(renewTime, 'lease');
      await until(() => renewTime() !== first, 'lease renewed');
      t.match(api.objects.get(leasePath), { metadata: { ownerReferences: [{ kind: 'Node', name: 'n1' }] } });

      const made = await post(agent.port, '/checkpoint/default/counter/app');
      t.equal(made.status, 200, made.body);
      const [archive] = (JSON.parse(made.body) as { items: string[] }).items;
      t.equal((await stat(archive ?? '')).mode & 0o777, 0o600);

      let took = await end(stop, agent);
      // A machine that is busy elsewhere may be late; the agent itself would be each time.
      for (let tries = 1; tries < 5 && took > 2_000; tries += 1) {
        const again = new AbortController();
        took = await end(again, await start(again.signal));
      }
      t.ok(took < busyLimit(2_000), `stops within two seconds: ${Math.round(took)} ms`);
    },
  );
}

t.test('with a cloud controller the node waits for it, and reports the addresses that it wrote', async (t) => {
  const { vendor, api, start } = await scene(t, { settings: { cloudProvider: 'external', nodeIps: [] } });
  await start();
  const node = await until(() => nodeIn(api), 'registered');
  const key = vendor.fill('node.cloudprovider.{label}/uninitialized');
  t.strictSame(node.spec?.taints, [{ key, value: 'true', effect: 'NoSchedule' }]);
  t.strictSame(node.status?.addresses, [{ type: vendor.behaviour.hostNameAddress, address: 'n1' }]);
  const addresses = [{ type: 'ExternalIP', address: '203.0.113.9' }];
  const nodePath = '/api/v1/nodes/n1';
  const latest = nodeIn(api) ?? node;
  api.objects.set(nodePath, { ...latest, status: { ...latest.status, addresses } });
  // A write that began before may still be under way, and one after that only comes when something changed.
  const looks = (): number => api.requests.filter(({ method, path }) => method === 'GET' && path === nodePath).length;
  const before = looks();
  await until(() => looks() > before + 2, 'the node looked at after that');
  t.strictSame(nodeIn(api)?.status?.addresses, addresses);
});

t.test(
  'with a cloud controller --node-ip is an address until that wrote others, and an annotation for it',
  async (t) => {
    const { vendor, api, start } = await scene(t, {
      vendor: 'kubernetes',
      settings: { cloudProvider: 'external', nodeIps: ['192.0.2.7', '2001:db8::7'] },
    });
    const annotations = { [vendor.fill('alpha.{label}/provided-node-ip')]: '10.0.0.1', theirs: 'x' };
    await start();
    const node = await until(() => nodeIn(api), 'registered');
    t.match(node, {
      metadata: { annotations: { [vendor.fill('alpha.{label}/provided-node-ip')]: '192.0.2.7,2001:db8::7' } },
      status: { addresses: [{ address: '192.0.2.7' }, { address: '2001:db8::7' }, { address: 'n1' }] },
    });
    const identity = {
      name: 'n1',
      hostName: 'n1',
      architecture: 'amd64',
      labels: {},
      taints: [],
      cloud: { nodeIps: [] },
    };
    const found = { ...node, metadata: { ...node.metadata, annotations } };
    t.strictSame(
      Object.keys(
        reconciled(found, newNode(identity, {}, vendor), { annotations: ownedAnnotations(vendor) }).metadata
          .annotations ?? {},
      ),
      ['theirs', vendor.fill('volumes.{label}/controller-managed-attach-detach')],
      'an annotation that is not wanted any more goes',
    );
  },
);

t.test('a self-signed serving certificate is renewed before it expires, while the agent serves', async (t) => {
  const { settings, start } = await scene(t, { alone: true, overrides: { authorization: { mode: 'AlwaysAllow' } } });
  const early = createSelfSigned({ commonName: 'n1', days: 0.0005, clock: systemClock });
  const certificateFile = join(settings.certificateDirectory, 'kubelet.crt');
  await mkdir(settings.certificateDirectory, { recursive: true });
  await writeFile(join(settings.certificateDirectory, 'kubelet.key'), early.keyPem, { mode: 0o600 });
  await writeFile(certificateFile, early.certificatePem);
  const agent = await start();
  let served = '';
  const look = (): boolean => {
    const socket = connectTls({ host: '127.0.0.1', port: agent.port, rejectUnauthorized: false }, () => {
      served = socket.getPeerX509Certificate()?.toString() ?? '';
      socket.end();
    });
    socket.on('error', () => {});
    return served !== '' && served !== early.certificatePem;
  };
  await until(look, 'a new certificate');
  t.equal(served, await readFile(certificateFile, 'utf8'), 'kept for the next start');
});

t.test('the lease is renewed while an unchanged status is not written (NSTAT-032, NSTAT-037)', async (t) => {
  const { vendor, api, start } = await scene(t, { vendor: 'orch' });
  await start();
  await until(
    () => nodeIn(api)?.status?.conditions?.some((one) => one.type === 'Ready' && one.status === 'True'),
    'node ready',
  );
  const leasePath = vendor.fill('/apis/coordination.{api}/v1/namespaces/{short}-node-lease/leases/n1');
  const writes = (path: string): number =>
    api.requests.filter((request) => request.method !== 'GET' && request.path === path).length;
  t.ok(writes('/api/v1/nodes/n1/status') > 0, 'the status was written');
  // The facts of the host and the runtime may still change; once they do not, nothing is written.
  let written = Infinity;
  for (let tries = 0; tries < 20 && written > 0; tries += 1) {
    const [leases, statuses] = [writes(leasePath), writes('/api/v1/nodes/n1/status')];
    await until(() => writes(leasePath) >= leases + 3, 'three renewals');
    written = writes('/api/v1/nodes/n1/status') - statuses;
  }
  t.equal(written, 0, 'during three renewals');
});

t.test('a runtime that is not ready makes the node not ready, and ready again when it is (NSTAT-019)', async (t) => {
  const { api, simulator, start } = await scene(t, {});
  await start();
  const readyIs = (status: string) => () =>
    nodeIn(api)?.status?.conditions?.find((one) => one.type === 'Ready' && one.status === status);
  await until(readyIs('True'), 'ready');
  simulator.faults.runtimeNotReady = { reason: 'Maintenance', message: 'restarting' };
  const found = await until(readyIs('False'), 'not ready');
  t.match(found, {
    reason: 'KubeletNotReady',
    message: 'container runtime not ready: RuntimeReady=false reason:Maintenance message:restarting',
  });
  const patch = api.requests.findLast(({ method }) => method === 'PATCH');
  t.match(patch, { path: '/api/v1/nodes/n1/status', type: 'application/strategic-merge-patch+json' });
  simulator.faults.runtimeNotReady = undefined;
  await until(readyIs('True'), 'ready again');
});

t.test('while the server is unreachable the agent keeps serving, and it catches up afterwards', async (t) => {
  const { api, start } = await scene(t);
  api.down = true;
  const agent = await start();
  await until(() => agent.port > 0, 'serves');
  api.down = false;
  await until(() => api.objects.has('/api/v1/nodes/n1'), 'registered');
});

t.test('after a reboot the node gets the new boot id, and one event reports it', async (t) => {
  const { api, start, stop } = await scene(t);
  const bootId = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  const nodePath = '/api/v1/nodes/n1';
  const told = (): readonly string[] =>
    api.requests.flatMap(({ method, path, body }) => {
      const { reason, message } = (body ?? {}) as { reason?: string; message?: string };
      return method === 'POST' && path.endsWith('/events') && reason === 'Rebooted' ? [message ?? ''] : [];
    });
  const wellAgain = (): Promise<unknown> => until(() => nodeIn(api)?.status?.nodeInfo?.bootID === bootId, 'boot id');
  const first = await start();
  await wellAgain();
  stop.abort();
  await first.ended;
  t.strictSame(told(), [], 'a new node has not been rebooted');

  // The node as this host left it when it was up the last time.
  const node = nodeIn(api);
  const before = { ...node?.status, nodeInfo: { ...node?.status?.nodeInfo, bootID: 'an-earlier-boot' } };
  api.objects.set(nodePath, { ...node, status: before } as unknown as ApiObject);
  for (let starts = 1; starts <= 2; starts += 1) {
    const next = new AbortController();
    t.teardown(() => next.abort());
    const looks = (): number => api.requests.filter(({ path }) => path === nodePath).length;
    const agent = await start(next.signal);
    await wellAgain();
    const seen = looks();
    await until(() => looks() > seen + 5, 'some more looks');
    await until(() => told().length > 0, 'the event');
    next.abort();
    await agent.ended;
    t.strictSame(told(), [`Node n1 has been rebooted, boot id: ${bootId}`], `told once after ${starts} starts`);
  }
});

t.test('pods that the server binds here are known to the endpoint', async (t) => {
  const { api, start } = await scene(t);
  const agent = await start();
  api.setPod({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'default', name: 'web' },
    spec: { nodeName: 'n1', containers: [{ name: 'app' }] },
  });
  for (let tries = 0; tries < 3_000; tries += 1) {
    const { body } = await post(agent.port, '/checkpoint/default/web/app');
    if (body.includes('is not running')) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  t.fail('the pod was never seen');
});

t.test('a certificate of another node is refused at start, with what to do', async (t) => {
  const authority = createAuthority({ commonName: 'a', clock: systemClock });
  const { certificatePem, keyPem } = issueCertificate(authority, {
    commonName: 'system:node:other',
    organizations: ['system:nodes'],
    usages: ['client'],
    clock: systemClock,
  });
  const credentials = { certificate: { pem: certificatePem }, key: { pem: keyPem } };
  const { start } = await scene(t, { credentials });
  await t.rejects(start(), { message: /that of node "other", but this node is "n1".*--hostname-override=other/ });
});

t.test('an agent without a server needs --authorization-mode=AlwaysAllow', async (t) => {
  const { start } = await scene(t, { alone: true });
  await t.rejects(start(), { message: /--kubeconfig.*--authorization-mode=AlwaysAllow/ });
  const allowed = await scene(t, { alone: true, overrides: { authorization: { mode: 'AlwaysAllow' } } });
  t.ok((await allowed.start()).port > 0);
});

t.test('the serving certificate is made once and kept', async (t) => {
  const { start, settings, stop } = await scene(t);
  const agent = await start();
  const path = join(settings.certificateDirectory, 'kubelet.key');
  const key = await readFile(path, 'utf8');
  t.equal((await stat(path)).mode & 0o777, 0o600);
  stop.abort();
  await agent.ended;
  t.equal(await readFile(path, 'utf8'), key);
});

t.test('the oldest version of TLS and its suites are those that were set', async (t) => {
  const version = (port: number, options: { maxVersion?: 'TLSv1.2'; ciphers?: string }) =>
    new Promise<string>((resolve, reject) => {
      const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options }, () => {
        resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
        socket.destroy();
      });
      socket.once('error', reject);
    });
  const newest = await (await scene(t, { overrides: { tlsMinVersion: 'VersionTLS13' } })).start();
  t.match(await version(newest.port, {}), /^TLSv1\.3 /);
  await t.rejects(version(newest.port, { maxVersion: 'TLSv1.2' }));
  const suite = 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384';
  const chosen = await (await scene(t, { overrides: { tlsCipherSuites: [suite] } })).start();
  t.equal(await version(chosen.port, { maxVersion: 'TLSv1.2' }), 'TLSv1.2 ECDHE-ECDSA-AES256-GCM-SHA384');
  await t.rejects(version(chosen.port, { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' }));
});

t.test('the plain health endpoint answers everybody, with health only', async (t) => {
  const { start } = await scene(t, { overrides: { healthzPort: await freePort() } });
  const agent = await start();
  const get = (path: string) =>
    new Promise<string>((resolve, reject) => {
      request({ host: '127.0.0.1', port: agent.healthPort, path, agent: false }, (response) => {
        response.on('data', (chunk: Buffer) => resolve(`${response.statusCode} ${chunk.toString()}`));
      })
        .on('error', reject)
        .end();
    });
  t.equal(await get('/healthz'), '200 ok');
  t.equal(await get('/pods'), '404 404 page not found\n');
});
