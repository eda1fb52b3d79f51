import t, { type Test } from 'tap';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { type Ask, administratorOf } from '../../fixtures/apiserver/administrator.fixture.ts';
import { startApiServer } from '../index.ts';
import type { ApiServerOptions } from '../config/option/options.ts';

async function serverWith(t: Test, options: ApiServerOptions): Promise<Ask> {
  const server = await startApiServer(options);
  t.teardown(() => server.stop());
  return administratorOf(server);
}

for (const id of ['orch', 'kubernetes'] as const) {
  const vendor = vendorOf(id);
  const networking = vendor.fill('networking.{api}');
  const storage = vendor.fill('storage.{api}');
  const older = `/apis/${networking}/v1beta1/ipaddresses`;
  const stable = `/apis/${networking}/v1/ipaddresses`;
  const address = (version: string) => ({
    apiVersion: `${networking}/${version}`,
    kind: 'IPAddress',
    metadata: { name: '10.0.0.7' },
    spec: { parentRef: { resource: 'services', namespace: 'default', name: 'x' } },
  });

  t.test(
    `${id}: a beta version that is switched on serves the objects of the stable one, and warns (VERS-050, VERS-077 to VERS-080)`,
    async (t) => {
      const ask = await serverWith(t, {
        vendor: id,
        controllers: false,
        runtimeConfig: { [`${networking}/v1beta1`]: true, [`${storage}/v1alpha1`]: true },
      });
      const created = await ask('POST', older, address('v1beta1'));
      t.equal(JSON.parse(created.text).apiVersion, `${networking}/v1beta1`);
      const warning = `299 - "${networking}/v1beta1 IPAddress is deprecated in v1.34+, unavailable in v1.37+; use ${networking}/v1 IPAddress"`;
      t.equal(created.headers.warning, warning);
      const read = await ask('GET', `${stable}/10.0.0.7`);
      t.equal(read.headers.warning, undefined, 'VERS-104');
      const one = JSON.parse(read.text);
      t.equal(one.apiVersion, `${networking}/v1`);
      const list = JSON.parse((await ask('GET', older)).text);
      t.match(list, { kind: 'IPAddressList', apiVersion: `${networking}/v1beta1` });
      const other = JSON.parse((await ask('GET', `${older}/10.0.0.7`)).text);
      t.strictSame({ ...other, apiVersion: '' }, { ...one, apiVersion: '' });
      const classes = `/apis/${storage}/v1alpha1/volumeattributesclasses`;
      t.equal((await ask('GET', classes)).status, 200, 'VERS-024');
      const metrics = (await ask('GET', '/metrics')).text;
      t.match(
        metrics,
        `apiserver_requested_deprecated_apis{group="${networking}",version="v1beta1",resource="ipaddresses",subresource="",removed_release="1.37"} 1`,
      );
      t.equal(metrics.match(/^apiserver_requested_deprecated_apis\{/gm)?.length, 2, 'own parts are not counted');
      const groups = JSON.parse((await ask('GET', '/apis')).text).groups as {
        name: string;
        versions: { version: string }[];
      }[];
      t.strictSame(
        groups.find(({ name }) => name === networking)?.versions.map(({ version }) => version),
        ['v1', 'v1beta1'],
      );
      const index = JSON.parse((await ask('GET', '/openapi/v3')).text).paths;
      t.ok(index[`apis/${networking}/v1beta1`]);
    },
  );

  t.test(`${id}: switched-off versions are not served, and the server works without them (VERS-082)`, async (t) => {
    const rbac = vendor.fill('rbac.authorization.{api}');
    const ask = await serverWith(t, {
      vendor: id,
      runtimeConfig: { [`${rbac}/v1`]: false, 'batch/v1/cronjobs': false, 'autoscaling/v2': false },
    });
    for (const path of [
      `/apis/${rbac}/v1/clusterroles`,
      '/apis/batch/v1/namespaces/default/cronjobs',
      '/apis/autoscaling/v2/horizontalpodautoscalers',
      older,
    ]) {
      const answer = await ask('GET', path);
      t.equal(answer.status, 404, path);
      // Where the group is served otherwise, in a Status.
      const served = !path.startsWith(`/apis/${rbac}/`);
      t.match(
        answer.text,
        served ? '"message":"the server could not find the requested resource"' : /^404 page not found\n$/,
      );
    }
    t.equal((await ask('GET', '/apis/batch/v1/jobs')).status, 200);
    t.equal((await ask('GET', '/apis/autoscaling/v1/horizontalpodautoscalers')).status, 200);
    const groups = JSON.parse((await ask('GET', '/apis')).text).groups as { name: string }[];
    t.notOk(groups.some(({ name }) => name === rbac));
    t.notMatch((await ask('GET', '/openapi/v3')).text, `apis/${rbac}/v1"`);
    // Roles that the server made for itself still hold.
    const nobody = await ask('GET', '/api/v1/secrets', undefined, { 'impersonate-user': 'nobody' });
    t.equal(nobody.status, 403);
  });
}

t.test('a setting that names nothing ends the start', async (t) => {
  await t.rejects(startApiServer({ runtimeConfig: { 'apps/v7': true } }), { message: /^apps\/v7 is no group/ });
});

t.test('a stable version can be deprecated too: the warning names the replacement (VERS-055, VERS-077)', async (t) => {
  const ask = await serverWith(t, { controllers: false });
  const { headers } = await ask('GET', '/api/v1/namespaces/default/endpoints');
  t.equal(
    headers.warning,
    vendorOf('orch').fill('299 - "v1 Endpoints is deprecated in v1.33+; use discovery.{api}/v1 EndpointSlice"'),
  );
  t.match((await ask('GET', '/metrics')).text, 'resource="endpoints",subresource="",removed_release=""} 1');
});
