// Pods on a real containerd: bound at the server, run by the agent, from the sandbox to the end, also across a crash of the agent.

import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { containersMissing, networkMissing } from '../../../fixtures/process/containerd-process.ts';
import { container, idle, phase, podScene, shell } from '../../../fixtures/agent/pod-scene.fixture.ts';
import { criLabels } from '../../../shared/vendor/cri-labels.ts';
import { grpcRuntime } from '../../cri/grpc-runtime.ts';
import type { Pod } from '../../pod/object/pod.ts';

t.setTimeout(600_000);
const missing = containersMissing() ?? networkMissing();

const wanted = new Set(['Pulled', 'Created', 'Started']);
const waiting = (reason: string) => (pod: Pod) => pod.status?.containerStatuses?.[0]?.state.waiting?.reason === reason;

t.test('pods run from their binding to their end', missing === undefined ? {} : { skip: missing }, async (t) => {
  const { system, containerd, client, pods, make, until, gone, reasons } = await podScene(t, {
    bridge: 'orchpods0',
    subnet: '10.244.91.0/24',
  });
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
        container('init', shell('echo from init > /scratch/f'), {
          volumeMounts: [{ name: 'work', mountPath: '/scratch' }],
        }),
        container('side', idle, { restartPolicy: 'Always' }),
      ],
      containers: [
        container('app', shell('cat /scratch/f > /dev/termination-log'), {
          volumeMounts: [{ name: 'work', mountPath: '/scratch' }],
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
      containers: [container('app', idle, { volumeMounts: [{ name: 'n', mountPath: '/n' }] })],
      volumes: [{ name: 'n', nfs: { server: 's', path: '/p' } }],
    });
    for (let waited = 0; waited < 300 && !(await reasons('volume')).includes('FailedMount'); waited += 1)
      await sleep(100);
    t.ok((await reasons('volume')).includes('FailedMount'), 'what is not supported is refused by name');
  });

  await t.test('a pod that writes more to its volume than it may is ended by the node', async (t) => {
    await make('limited', {
      containers: [
        container('app', shell('dd if=/dev/zero of=/v/f bs=1024 count=4096 2>/dev/null; sleep 1000'), {
          volumeMounts: [{ name: 'v', mountPath: '/v' }],
        }),
      ],
      volumes: [{ name: 'v', emptyDir: { sizeLimit: '1Mi' } }],
    });
    const { status } = await until('limited', 'is ended', phase('Failed'));
    t.match(status, { reason: 'Evicted', message: 'Usage of EmptyDir volume "v" exceeds the limit "1Mi". ' });
    t.ok((await reasons('limited')).includes('Evicted'));
  });

  await t.test('a path inside a volume is mounted, and what is in volumes of objects cannot be changed', async (t) => {
    await make('paths', {
      restartPolicy: 'Never',
      containers: [
        container('app', shell('echo x > /sub/f && ! echo x > /cm/a 2>/dev/null && cat /one > /dev/termination-log'), {
          volumeMounts: [
            { name: 'e', mountPath: '/sub', subPath: 'a/b' },
            { name: 'cm', mountPath: '/cm' },
            { name: 'cm', mountPath: '/one', subPath: 'a' },
          ],
        }),
      ],
      volumes: [
        { name: 'e', emptyDir: {} },
        { name: 'cm', configMap: { name: 'cm' } },
      ],
    });
    const { status } = await until('paths', 'completes', phase('Succeeded'));
    t.equal(status?.containerStatuses?.[0]?.state.terminated?.message, 'one');
    await pods.delete('paths');
    await gone('paths');
  });

  await t.test('a pod that does not fit is refused', async (t) => {
    await make('big', { containers: [container('app', idle, { resources: { requests: { cpu: '1000' } } })] });
    const big = await until('big', 'fails', phase('Failed'));
    t.match(big.status, {
      reason: 'OutOfcpu',
      message: /^Pod was rejected: Node didn't have enough resource: cpu, requested: 1000000,/,
    });
    for (const name of ['hugepages-2Mi', 'example.test/device']) {
      const resources = { requests: { memory: '16Mi', [name]: '2Mi' }, limits: { memory: '16Mi', [name]: '2Mi' } };
      const own = name.replace(/\W/g, '-').toLowerCase();
      await make(own, { containers: [container('app', idle, { resources })] });
      t.match((await until(own, 'fails', phase('Failed'))).status, {
        reason: 'UnsupportedPod',
        message: `Pod was rejected: this agent does not support the resource ${name}`,
      });
    }
    await make('users', { hostUsers: false, containers: [container('app', idle)] });
    t.match((await until('users', 'fails', phase('Failed'))).status, {
      reason: 'UnsupportedPod',
      message: /hostUsers/,
    });
  });

  await t.test('of pods that come at once only one gets a port of the host', async (t) => {
    const ports = [{ containerPort: 80, hostPort: 18_099 }];
    const names = Array.from({ length: 8 }, (_, at) => `port-${at}`);
    await Promise.all(names.map((name) => make(name, { containers: [container('app', idle, { ports })] })));
    const settled = await Promise.all(
      names.map((name) =>
        until(name, 'runs or is refused', ({ status }) => ['Running', 'Failed'].includes(status?.phase ?? '')),
      ),
    );
    const seen = settled.map(({ status }) => `${status?.phase} ${status?.reason ?? ''}`).toSorted();
    t.strictSame(seen, [...Array.from({ length: 7 }, () => 'Failed NodePorts'), 'Running ']);
    for (const name of names) await pods.delete(name);
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
      'a pod that was deleted meanwhile is stopped',
    );
    const after = await until('stays', 'runs on', phase('Running'));
    t.strictSame(after.status?.containerStatuses, before.status?.containerStatuses, 'the very same container');
  });
});
