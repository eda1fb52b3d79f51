// What people do with the command line client and kinds of their own.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { crontabDefinition } from '../../../fixtures/apiserver/definitions.fixture.ts';
import { kubectl, kubectlMissing } from '../../../fixtures/apiserver/kubectl.fixture.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';

const definition = JSON.stringify(crontabDefinition(vendorOf('kubernetes'), {}));
const crontab = (schedule: string) =>
  JSON.stringify({
    apiVersion: 'stable.example/v1',
    kind: 'CronTab',
    metadata: { name: 'one' },
    spec: { schedule, jobs: [{ name: 'a', n: 1 }] },
  });

t.test(
  'objects of a defined kind are applied, changed and removed with the command line client',
  { skip: kubectlMissing, timeout: 290_000 },
  async (t) => {
    const { run, runWith, good, folder } = await kubectl(t);
    const file = join(folder, 'crontab.json');
    const applied = (text: string) => {
      writeFileSync(file, text);
      return good('apply', '-f', file);
    };
    t.match(runWith({ input: definition }, 'apply', '-f', '-').out, ' created\n');
    good('wait', '--for=condition=Established', 'crd/crontabs.stable.example', '--timeout=30s');

    await t.test('apply creates, changes, and finds nothing to change', async (t) => {
      t.equal(applied(crontab('* * * * *')), 'crontab.stable.example/one created\n');
      t.equal(applied(crontab('1 * * * *')), 'crontab.stable.example/one configured\n');
      t.equal(applied(crontab('1 * * * *')), 'crontab.stable.example/one unchanged\n');
      t.equal(good('get', 'crontab', 'one', '-o', 'jsonpath={.spec.schedule} {.spec.jobs[0].n}'), '1 * * * * 1');
      writeFileSync(file, crontab('2 * * * *'));
      t.match(run('diff', '-f', file), { code: 1, out: /-  schedule: 1.*\n\+  schedule: 2/ });
      t.match(good('apply', '--server-side', '--force-conflicts', '-f', file), 'serverside-applied');
    });

    await t.test('label, annotate, scale, patch and edit change it; a strategic patch is refused', async (t) => {
      t.match(good('label', 'crontab', 'one', 'a=b'), 'labeled');
      t.match(good('annotate', 'crontab', 'one', 'a=b'), 'annotated');
      t.match(good('scale', 'crontab/one', '--replicas=3'), 'scaled');
      t.match(good('patch', 'crontab', 'one', '--type=merge', '-p', '{"spec":{"image":"nginx"}}'), 'patched');
      const places = '[{"op":"replace","path":"/spec/jobs/0/n","value":5}]';
      t.match(good('patch', 'crontab', 'one', '--type=json', '-p', places), 'patched');
      t.match(runWith({ env: { EDITOR: 'sed -i s/nginx/httpd/' } }, 'edit', 'crontab', 'one').out, 'edited');
      for (const more of [[], ['--subresource=scale'], ['--subresource=status']])
        t.match(
          run('patch', 'crontab', 'one', '--type=strategic', '-p', '{"spec":{"replicas":1}}', ...more),
          { code: 1, err: /415|unsupported media type|UnsupportedMediaType/i },
          more.join(),
        );
      const shown = good(
        'get',
        'crontab',
        'one',
        '-o',
        'jsonpath={.metadata.labels.a} {.spec.replicas} {.spec.image} {.spec.jobs[0].n}',
      );
      t.equal(shown, 'b 3 httpd 5');
    });

    await t.test('the definition takes its objects with it', async (t) => {
      t.match(good('delete', 'crd', 'crontabs.stable.example'), 'deleted');
      t.match(run('get', 'crontabs'), { code: 1, err: /the server (could not find|doesn't have)/ });
    });
  },
);
