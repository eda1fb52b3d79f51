import t from 'tap';
import { inProcess } from '../../../../../../fixtures/apiserver/registry.fixture.ts';

t.test('a new pod has the field of the AppArmor profile that its annotation names', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const key = api.vendor.fill('container.apparmor.security.beta.{label}/c');
  const make = (text: string, container: object = {}, spec: object = {}) =>
    api.call('create', 'pods', {
      namespace: 'a',
      query: 'dryRun=All',
      body: {
        metadata: { name: 'x', annotations: { [key]: text } },
        spec: { containers: [{ name: 'c', image: 'i', ...container }], ...spec },
      },
    });
  const given = (appArmorProfile: object): object => ({ securityContext: { appArmorProfile } });
  const field = 'spec.containers.0.securityContext.appArmorProfile';
  t.strictSame((await make('unconfined')).at(field), { type: 'Unconfined' });
  t.strictSame((await make('runtime/default')).at(field), { type: 'RuntimeDefault' });
  t.strictSame((await make('localhost/p')).at(field), { type: 'Localhost', localhostProfile: 'p' });
  t.equal((await make('localhost/')).at(field), undefined);
  const outdated = [`metadata.annotations[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`];
  t.strictSame((await make('unconfined')).warnings, outdated);
  t.strictSame((await make('localhost/')).warnings, outdated, 'names none');
  t.match(await make('other'), { status: 422, warnings: outdated }, 'with the refusal');
  t.strictSame((await make('unconfined', given({ type: 'Unconfined' }))).warnings, []);
  t.strictSame((await make('unconfined', {}, given({ type: 'Unconfined' }))).warnings, [], 'the pod has it');
  t.equal((await make('unconfined', {}, given({ type: 'Unconfined' }))).at(field), undefined, 'the pod has it');
  const profile = { type: 'Unconfined' };
  t.strictSame((await make('unconfined', given(profile))).at(field), profile);
  const mismatch = await make('runtime/default', given(profile));
  t.match(mismatch.text, 'apparmor type in annotation and field must match');
  t.match((await make('localhost/q', given({ type: 'Localhost', localhostProfile: 'p' }))).text, /apparmor profile in/);
  t.match((await make('other')).text, /invalid AppArmor profile name/);
  t.match((await make('unconfined', { name: 'd' })).text, /container not found/);
  t.equal((await make('runtime/default', {}, { os: { name: 'windows' } })).at(field), undefined);
});

t.test('such annotations never change, others do', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const key = api.vendor.fill('container.apparmor.security.beta.{label}/c');
  const metadata = { name: 'x', annotations: { [key]: 'unconfined' } };
  const spec = { containers: [{ name: 'c', image: 'i' }] };
  t.equal((await api.call('create', 'pods', { namespace: 'a', body: { metadata, spec } })).status, 201);
  const patch = (annotations: object) =>
    api.call('patch', 'pods', {
      namespace: 'a',
      name: 'x',
      body: { metadata: { annotations } },
      contentType: 'application/merge-patch+json',
    });
  t.match((await patch({ [key]: 'runtime/default' })).text, 'may not remove or update AppArmor annotations');
  t.match((await patch({ [key]: null })).text, 'may not remove or update AppArmor annotations');
  const other = key.replace(/c$/, 'd');
  t.match((await patch({ [other]: 'unconfined' })).text, 'may not add AppArmor annotations');
  t.equal((await patch({ a: 'b' })).status, 200);
});

t.test('annotations of a template follow the same rules, at their own place', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const key = api.vendor.fill('container.apparmor.security.beta.{label}/c');
  const make = (text: string, name = 'c', securityContext: object = {}) =>
    api.call('create', 'podtemplates', {
      namespace: 'a',
      query: 'dryRun=All',
      body: {
        metadata: { name: 'x' },
        template: {
          metadata: { annotations: { [key]: text } },
          spec: { containers: [{ name, image: 'i', securityContext }] },
        },
      },
    });
  t.equal((await make('unconfined')).status, 201);
  t.match(
    (await make('unconfined', 'd')).text,
    `template.annotations[${key}]: Invalid value: \\"c\\": container not found`,
  );
  t.match((await make('other')).text, /invalid AppArmor profile name/);
  const mismatch = await make('unconfined', 'c', { appArmorProfile: { type: 'RuntimeDefault' } });
  t.match(
    mismatch.text,
    /template\.spec\.containers\[0\]\.securityContext\.appArmorProfile\.type: Forbidden: apparmor type/,
  );
});
