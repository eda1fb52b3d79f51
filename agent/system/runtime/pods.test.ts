// Pods on a real containerd: bound at the server, run by the agent, from the sandbox to the end, also across a crash of the agent.

import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import {
  containersMissing,
  imageName,
  networkMissing,
  startContainerd,
} from '../../../fixtures/process/containerd-process.ts';
import { removeAllPods } from '../../../fixtures/host/cri-commands.ts';
import { startNodeSystem } from '../../../fixtures/process/node-system.ts';
import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { isNotFound } from '../../../shared/client/request/failure.ts';
import { connect } from '../../../shared/client/connection/connection.ts';
import { readConnectionConfig } from '../../../shared/client/connection/connection-config.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { criLabels } from '../../../shared/vendor/cri-labels.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { grpcRuntime } from '../../cri/grpc-runtime.ts';
import type { Container, Pod, PodSpec } from '../../pod/object/pod.ts';

t.setTimeout(600_000);
const missing = containersMissing() ?? networkMissing();

const shell = (script: string): Partial<Container> => ({ command: ['/bin/busybox', 'sh', '-c', script] });
const idle = shell('trap "exit 0" TERM; while :; do /bin/busybox sleep 1; done');
const container = (name: string, ...fields: readonly Partial<Container>[]): Container =>
  Object.assign({ name, image: imageName }, ...fields) as Container;

async function scene(t: Test) {
  const folder = await mkdtemp(join(tmpdir(), 'pods-'));
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  t.teardown(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const network = { bridge: 'orchpods0', subnet: '10.244.91.0/24' };
  const containerd = await startContainerd(folder, { network });
  ends.push(() => containerd.stop());
  // When no agent is left that would start them again.
  ends.push(() => removeAllPods(containerd.endpoint));
  const system = await startNodeSystem({
    vendor: 'kubernetes',
    nodeName: 'n1',
    runtime: containerd.endpoint,
    containers: [],
    configuration: [],
    agentArgs: ['--pods=on'],
  });
  ends.push(() => system.remove());
  const connection = connect(await readConnectionConfig(system.server.kubeconfig), {
    clock: systemClock,
    vendor: vendorOf('kubernetes'),
  });
  ends.push(() => connection.close());
  const client = new ApiClient(connection.transport, { clock: systemClock });
  const pods = client.resource<Pod>({ group: '', version: 'v1', resource: 'pods' }).in('default');
  const events = client.resource<Event>({ group: '', version: 'v1', resource: 'events' }).in('default');
  const make = (name: string, spec: PodSpec): Promise<Pod> =>
    pods.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name },
      spec: { nodeName: 'n1', terminationGracePeriodSeconds: 5, ...spec },
    });
  const until = async (name: string, what: string, holds: (pod: Pod) => boolean): Promise<Pod> => {
    let pod = await pods.get(name);
    for (let waited = 0; !holds(pod) && waited < 1_200; waited += 1) {
      await sleep(100);
      pod = await pods.get(name);
    }
    t.ok(
      holds(pod),
      `${name}: ${what}${holds(pod) ? '' : ` ${JSON.stringify(pod.status)} ${system.agent.output().slice(-800)}`}`,
    );
    return pod;
  };
  const gone = async (name: string): Promise<void> => {
    for (let waited = 0; waited < 1_200; waited += 1) {
      try {
        await pods.get(name);
      } catch (error) {
        if (isNotFound(error)) return;
        throw error;
      }
      await sleep(100);
    }
    t.fail(`${name} is still there`);
  };
  const reasons = async (name: string): Promise<readonly string[]> =>
    (await events.list()).items.filter((one) => one.involvedObject.name === name).map(({ reason }) => reason);
  return { folder, system, containerd, client, pods, make, until, gone, reasons };
}

interface Event extends ApiObject {
  readonly reason: string;
  readonly involvedObject: { readonly name?: string };
}

const wanted = new Set(['Pulled', 'Created', 'Started']);
const phase = (wanted: string) => (pod: Pod) => pod.status?.phase === wanted;
const waiting = (reason: string) => (pod: Pod) => pod.status?.containerStatuses?.[0]?.state.waiting?.reason === reason;

t.test('pods run from their binding to their end', missing === undefined ? {} : { skip: missing }, async (t) => {
  const { system, containerd, client, pods, make, until, gone, reasons } = await scene(t);
  const probe = grpcRuntime({ endpoint: containerd.endpoint });
  t.teardown(() => probe.close());
  const maps = client.resource({ group: '', version: 'v1', resource: 'configmaps' }).in('default');
  await maps.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'cm' }, data: { a: 'one' } });

  await t.test('a pod is ready when its probes say so, and ends within its grace', async (t) => {
    await make('web', {
      containers: [
        container('app', shell('mkdir /tmp/w; echo ok > /tmp/w/i; exec /bin/busybox httpd -f -p 8080 -h /tmp/w'), {
          ports: [{ name: 'http', containerPort: 8080 }],
          readinessProbe: { httpGet: { path: '/i', port: 'http' }, periodSeconds: 1 },
          startupProbe: { tcpSocket: { port: 8080 }, periodSeconds: 1 },
          livenessProbe: { exec: { command: ['/bin/busybox', 'test', '-e', '/tmp/w'] }, periodSeconds: 1 },
        }),
      ],
    });
    const pod = await until('web', 'is ready', (one) =>
      (one.status?.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True'),
    );
    t.match(pod.status?.podIP, /^10\.244\.91\.\d+$/);
    t.strictSame((await reasons('web')).filter((reason) => wanted.has(reason)).toSorted(), [...wanted].toSorted());
    await pods.delete('web');
    await gone('web');
    const uid = pod.metadata.uid ?? '';
    const left = () => probe.listSandboxes(new Map([[criLabels.podUid, uid]]));
    for (let waited = 0; waited < 600 && (await left()).length > 0; waited += 1) await sleep(100);
    t.strictSame(await left(), [], 'its sandbox is removed');
    await t.rejects(access(join(system.folder, 'agent', 'pods', uid)), { code: 'ENOENT' });
  });

  await t.test('initial containers and sidecars run before and beside the others, and the pod completes', async (t) => {
    await make('job', {
      restartPolicy: 'Never',
      initContainers: [
        container('init', shell('echo from init > /work/f'), { volumeMounts: [{ name: 'work', mountPath: '/work' }] }),
        container('side', idle, { restartPolicy: 'Always' }),
      ],
      containers: [
        container('app', shell('cat /work/f > /dev/termination-log'), {
          volumeMounts: [{ name: 'work', mountPath: '/work' }],
        }),
      ],
      volumes: [{ name: 'work', emptyDir: {} }],
    });
    const { status } = await until('job', 'completes', phase('Succeeded'));
    t.equal(status?.containerStatuses?.[0]?.state.terminated?.message, 'from init\n');
    t.strictSame(
      status?.initContainerStatuses?.map(({ state }) => state.terminated?.exitCode),
      [0, 0],
      'the sidecar was ended',
    );
  });

  await t.test('a container that fails backs off, one whose parts are missing says which', async (t) => {
    await make('crash', { containers: [container('app', shell('exit 3'))] });
    const crash = await until('crash', 'backs off', waiting('CrashLoopBackOff'));
    t.match(crash.status?.containerStatuses, [
      {
        state: { waiting: { message: /^back-off 10s restarting failed container=app pod=crash_default\(/ } },
        lastState: { terminated: { exitCode: 3, reason: 'Error' } },
      },
    ]);
    const env = [{ name: 'X', valueFrom: { configMapKeyRef: { name: 'none', key: 'a' } } }];
    await make('config', { containers: [container('app', idle, { env })] });
    const config = await until('config', 'waits', waiting('CreateContainerConfigError'));
    t.match(config.status?.containerStatuses, [{ state: { waiting: { message: 'configmap "none" not found' } } }]);
    await make('image', { containers: [container('app', { image: 'example.test/none:1', imagePullPolicy: 'Never' })] });
    await until('image', 'is not pulled', waiting('ErrImageNeverPull'));
    await make('volume', {
      containers: [container('app', idle)],
      volumes: [{ name: 'n', nfs: { server: 's', path: '/p' } }],
    });
    for (let waited = 0; waited < 300 && !(await reasons('volume')).includes('FailedMount'); waited += 1)
      await sleep(100);
    t.ok((await reasons('volume')).includes('FailedMount'), 'a volume that is not supported is refused by name');
  });

  await t.test('what does not fit is refused', async (t) => {
    await make('big', { containers: [container('app', idle, { resources: { requests: { cpu: '1000' } } })] });
    const big = await until('big', 'fails', phase('Failed'));
    t.match(big.status, {
      reason: 'OutOfcpu',
      message: /^Pod was rejected: Node didn't have enough resource: cpu, requested: 1000000,/,
    });
    await make('users', { hostUsers: false, containers: [container('app', idle)] });
    t.match((await until('users', 'fails', phase('Failed'))).status, {
      reason: 'UnsupportedPod',
      message: /hostUsers/,
    });
  });

  await t.test(
    'a Localhost profile forbids a call, and nothing without it (SECC-007, SECC-009, SECC-010)',
    async (t) => {
      const folder = join(system.folder, 'agent', 'seccomp');
      await mkdir(folder, { recursive: true });
      const deny = {
        defaultAction: 'SCMP_ACT_ALLOW',
        syscalls: [{ names: ['mkdir', 'mkdirat'], action: 'SCMP_ACT_ERRNO' }],
      };
      await writeFile(join(folder, 'deny.json'), JSON.stringify(deny));
      const profile = (name: string) => ({ seccompProfile: { type: 'Localhost', localhostProfile: name } });
      const tries = shell('/bin/busybox mkdir /x');
      await make('deny', {
        restartPolicy: 'Never',
        securityContext: profile('deny.json'),
        containers: [
          container('app', tries),
          container('free', tries, { securityContext: { seccompProfile: { type: 'Unconfined' } } }),
        ],
      });
      const denied = await until('deny', 'fails', phase('Failed'));
      t.strictSame(
        denied.status?.containerStatuses?.map(({ name, state }) => [name, state.terminated?.exitCode]),
        [
          ['app', 1],
          ['free', 0],
        ],
      );
      await make('absent', { securityContext: profile('none.json'), containers: [container('app', idle)] });
      const absent = await until('absent', 'waits', waiting('CreateContainerError'));
      t.match(absent.status?.containerStatuses, [
        { state: { waiting: { message: /none\.json does not exist on this node/ } } },
      ]);
      await pods.delete('absent');
      await gone('absent');
    },
  );

  await t.test('after a crash of the agent its containers run on, and it knows them again', async (t) => {
    await make('stays', { containers: [container('app', idle)] });
    await make('leaves', { containers: [container('app', idle)] });
    const before = await until('stays', 'runs', phase('Running'));
    await until('leaves', 'runs', phase('Running'));
    await system.agent.kill();
    await pods.delete('leaves', { gracePeriodSeconds: 0 });
    system.agent = await system.startAgent();
    for (let waited = 0; waited < 600; waited += 1) {
      const boxes = await probe.listSandboxes();
      if (!boxes.some(({ podName }) => podName === 'leaves')) break;
      await sleep(100);
    }
    t.notOk(
      (await probe.listSandboxes()).some(({ podName }) => podName === 'leaves'),
      'what was deleted meanwhile ends',
    );
    const after = await until('stays', 'runs on', phase('Running'));
    t.strictSame(after.status?.containerStatuses, before.status?.containerStatuses, 'the very same container');
  });
});
