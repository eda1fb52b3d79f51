// The real command line client against the service: what a user types, and what he then reads.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { kubectl, kubectlMissing } from '../../../fixtures/apiserver/kubectl.fixture.ts';

const manifest = `
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, labels: {app: web}}
data: {color: blue, size: "1"}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: web}}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: main, image: "registry.example/web:1.0", ports: [{containerPort: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80, targetPort: 80}]}
---
apiVersion: v1
kind: Pod
metadata: {name: single, labels: {app: web}}
spec: {containers: [{name: main, image: "registry.example/web:1.0"}]}
`;

t.test(
  'the usual commands of the command line client work (VERB-017)',
  { skip: kubectlMissing, timeout: 290_000 },
  async (t) => {
    const { run, good, folder } = await kubectl(t);
    const file = join(folder, 'all.yaml');
    writeFileSync(file, manifest);

    await t.test('create and apply', async (t) => {
      t.match(good('create', 'configmap', 'made', '--from-literal=a=1'), 'configmap/made created');
      t.match(run('create', 'configmap', 'made', '--from-literal=a=1').err, /configmaps "made" already exists/);
      t.match(
        good('apply', '-f', file),
        /configmap\/settings created\n.*deployment.apps\/web created\n.*service\/web created\n.*pod\/single created/s,
      );
      t.match(good('apply', '-f', file), /configmap\/settings unchanged\n.*deployment.apps\/web unchanged/s);
      writeFileSync(file, manifest.replace('blue', 'green').replace('size: "1"', 'shape: round'));
      t.match(good('apply', '-f', file), 'configmap/settings configured');
      t.equal(
        good('get', 'configmap', 'settings', '-o', 'jsonpath={.data}'),
        '{"color":"green","shape":"round"}',
        'apply removes what is gone',
      );
      writeFileSync(join(folder, 'bad.yaml'), manifest.replace('replicas: 2', 'replicaz: 2'));
      t.match(run('apply', '-f', join(folder, 'bad.yaml')).err, /unknown field "spec.replicaz"/);
      t.match(good('create', 'configmap', 'never', '--dry-run=server'), 'configmap/never created (server dry run)');
      t.match(run('get', 'cm', 'never').err, 'NotFound');
    });

    await t.test('get in every output form', async (t) => {
      t.match(good('get', 'deployments'), /NAME +READY +UP-TO-DATE +AVAILABLE +AGE\nweb +0\/2 +0 +0 +\d+s/);
      t.match(
        good('get', 'deploy', 'web', '-o', 'wide'),
        /CONTAINERS +IMAGES +SELECTOR\n.*main +registry.example\/web:1.0 +app=web/,
      );
      t.match(good('get', 'pods'), /NAME +READY +STATUS +RESTARTS +AGE\nsingle +0\/1 +Pending +0 +\d+s/);
      t.match(
        good('get', 'svc', 'web'),
        /NAME +TYPE +CLUSTER-IP +EXTERNAL-IP +PORT\(S\) +AGE\nweb +ClusterIP +10\.\d+\.\d+\.\d+ +<none> +80\/TCP +\d+s/,
      );
      t.match(good('get', 'ns'), /NAME +STATUS +AGE\ndefault +Active/);
      t.match(JSON.parse(good('get', 'pod', 'single', '-o', 'json')), {
        kind: 'Pod',
        apiVersion: 'v1',
        metadata: { name: 'single', namespace: 'default' },
      });
      t.match(good('get', 'pod', 'single', '-o', 'yaml'), /apiVersion: v1\nkind: Pod\n/);
      t.equal(good('get', 'pod,cm', '-l', 'app=web', '-o', 'name'), 'pod/single\nconfigmap/settings\n');
      t.equal(good('get', 'pod', 'single', '-o', 'jsonpath={.spec.containers[0].image}'), 'registry.example/web:1.0');
      t.match(
        good('get', 'pod', 'single', '-o', 'custom-columns=N:.metadata.name,S:.status.phase'),
        /N +S\nsingle +Pending/,
      );
      t.equal(good('get', 'pod', 'single', '-o', 'go-template={{.metadata.name}}'), 'single');
      t.match(good('get', 'all'), /service\/web.*deployment.apps\/web/s);
      t.match(good('get', 'cm', '--sort-by=.metadata.name'), /made.*settings/s);
      t.match(run('get', 'pod', 'absent').err, 'Error from server (NotFound): pods "absent" not found');
    });

    await t.test('describe, label, annotate, patch, scale, edit', async (t) => {
      t.match(good('describe', 'pod', 'single'), /Name: +single\n.*Status: +Pending/s);
      t.match(good('describe', 'deployment', 'web'), /Replicas: +2 desired/);
      t.match(good('label', 'pod', 'single', 'tier=front'), 'pod/single labeled');
      t.match(good('annotate', 'pod', 'single', 'note=x'), 'pod/single annotated');
      t.match(good('get', 'pods', '-l', 'tier in (front,back)', '-o', 'name'), 'pod/single');
      t.match(
        good(
          'patch',
          'deployment',
          'web',
          '-p',
          '{"spec":{"template":{"spec":{"containers":[{"name":"main","image":"registry.example/web:2.0"}]}}}}',
        ),
        'deployment.apps/web patched',
      );
      t.equal(
        good('get', 'deploy', 'web', '-o', 'jsonpath={.spec.template.spec.containers[*].image}'),
        'registry.example/web:2.0',
      );
      t.match(
        good('patch', 'cm', 'settings', '--type=json', '-p', '[{"op":"replace","path":"/data/color","value":"red"}]'),
        'configmap/settings patched',
      );
      t.match(
        good('patch', 'cm', 'settings', '--type=merge', '-p', '{"data":{"shape":null}}'),
        'configmap/settings patched',
      );
      t.equal(good('get', 'cm', 'settings', '-o', 'jsonpath={.data.color}{.data.shape}'), 'red');
      t.match(good('scale', 'deployment', 'web', '--replicas=5'), 'deployment.apps/web scaled');
      t.equal(good('get', 'deploy', 'web', '-o', 'jsonpath={.spec.replicas}/{.metadata.generation}'), '5/3');
      t.match(
        good('set', 'image', 'deployment/web', 'main=registry.example/web:3.0'),
        'deployment.apps/web image updated',
      );
    });

    await t.test('wait and delete', async (t) => {
      t.match(good('wait', '--for=jsonpath={.status.phase}=Pending', 'pod/single', '--timeout=100s'), 'condition met');
      t.match(good('delete', 'pod', 'single', '--timeout=100s'), 'pod "single" deleted');
      t.match(good('wait', '--for=delete', 'pod/single', '--timeout=100s').length >= 0, true);
      t.match(good('delete', '-f', file, '--ignore-not-found'), /configmap "settings" deleted/);
      t.match(good('create', 'namespace', 'short-lived'), 'created');
      t.match(good('-n', 'short-lived', 'create', 'configmap', 'inside'), 'created');
      t.match(good('delete', 'namespace', 'short-lived', '--timeout=100s'), 'namespace "short-lived" deleted');
      t.match(run('get', 'namespace', 'short-lived').err, 'NotFound');
    });

    await t.test('discovery and access', async (t) => {
      const resources = good('api-resources');
      for (const row of [
        /^pods +po +v1 +true +Pod$/m,
        /^deployments +deploy +apps\/v1 +true +Deployment$/m,
        /^nodes +no +v1 +false +Node$/m,
      ])
        t.match(resources, row);
      t.match(good('api-versions'), /apps\/v1\n/);
      t.match(good('version'), /Server Version: v1\.34/);
      t.equal(good('auth', 'can-i', 'create', 'pods'), 'yes\n');
      t.equal(run('auth', 'can-i', 'create', 'pods', '--as=nobody').out, 'no\n');
      t.match(
        good('auth', 'whoami'),
        /ATTRIBUTE +VALUE\nUsername +\S+\nGroups +\[.*system:masters.*system:authenticated.*\]/,
      );
      t.match(good('auth', 'can-i', '--list'), /\*\.\*/);
      t.match(good('cluster-info'), /control plane.* is running at/);
      t.match(good('explain', 'pod.spec.containers', '--output=plaintext'), /FIELD: containers/);
      t.match(good('explain', 'cronjob.spec'), /schedule\t<string> -required-\n\s+When, as five cron fields/);
      t.match(good('create', 'token', 'default'), /^eyJ/);
    });
  },
);
