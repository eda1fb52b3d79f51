import t from 'tap';
import { loadSchemas } from '../../../shared/schema/builtin.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { makeResources } from '../../registry/kinds/catalogue.ts';
import { ResourceTable } from '../../registry/table.ts';
import { parseRuntimeSetting, type RuntimeConfig, servedUnder } from './runtime-config.ts';

const vendor = vendorOf('orch');
const storage = vendor.fill('storage.{api}');
const admission = vendor.fill('admissionregistration.{api}');
const networking = vendor.fill('networking.{api}');
const review = vendor.fill('authorization.{api}/v1beta1');
const all = new ResourceTable({ builtIn: makeResources(vendor, loadSchemas(vendor)), onDefect: () => {} });
const names = (config: RuntimeConfig): readonly string[] =>
  servedUnder(vendor, all, config).resources.all.map(({ group, version, name }) => `${group}/${version}/${name}`);
const serves = (config: RuntimeConfig, name: string): boolean => names(config).includes(name);
const stable = names({});

t.test('stable versions are on, alpha and beta ones off (VERS-023, VERS-027, VERS-041)', async (t) => {
  t.strictSame(
    stable.filter((name) => /alpha|beta/.test(name)),
    [],
  );
  t.strictSame(
    all.all.filter(({ version }) => /^v\d+$/.test(version)).map((one) => `${one.group}/${one.version}/${one.name}`),
    stable,
  );
});

t.test('a version is switched on and off, and so is one resource of it (VERS-044 to VERS-046, VERS-100)', async (t) => {
  t.ok(serves({ [`${storage}/v1alpha1`]: true }, `${storage}/v1alpha1/volumeattributesclasses`));
  const without = names({ 'apps/v1': false });
  t.notOk(without.some((name) => name.startsWith('apps/')));
  t.equal(without.length, stable.length - 5);
  t.strictSame(
    stable.filter((name) => !names({ 'batch/v1/cronjobs': false }).includes(name)),
    ['batch/v1/cronjobs'],
  );
  t.notOk(serves({ v1: false }, '/v1/pods'));
  t.notOk(serves({ 'api/v1': false }, '/v1/pods'), 'the other name of the core version');
});

t.test('the more specific key wins, in any order', async (t) => {
  t.strictSame(names({ 'api/all': false }), []);
  t.strictSame(names({ 'apps/v1/deployments': true, 'apps/v1': false, 'api/all': false }), ['apps/v1/deployments']);
  t.strictSame(names({ 'api/ga': false, 'api/all': true }), [
    `${networking}/v1beta1/ipaddresses`,
    `${networking}/v1beta1/servicecidrs`,
    `${storage}/v1beta1/volumeattributesclasses`,
    `${storage}/v1alpha1/volumeattributesclasses`,
    ...['v1beta1', 'v1alpha1'].flatMap((version) => [
      `${admission}/${version}/mutatingadmissionpolicies`,
      `${admission}/${version}/mutatingadmissionpolicybindings`,
    ]),
  ]);
  t.ok(serves({ 'api/beta': true }, `${networking}/v1beta1/ipaddresses`));
  t.notOk(serves({ 'api/beta': true }, `${storage}/v1alpha1/volumeattributesclasses`));
});

t.test(
  'a key that names nothing is refused; the version of webhooks alone is only warned about (VERS-090)',
  async (t) => {
    for (const key of ['apps/v2', 'apps', 'apps/v1/nothing', 'extensions/v1beta1', '__proto__', 'api/legacy']) {
      const config = Object.fromEntries([[key, true]]);
      t.throws(() => names(config), { name: 'RuntimeConfigError', message: `${key} is no group, version or resource` });
    }
    const { warnings, resources } = servedUnder(vendor, all, { [review]: true });
    t.match(warnings, [new RegExp(`${review}: .* no effect`)]);
    t.equal(resources.all.length, stable.length);
  },
);

t.test('a missing value means true; other values are refused (VERS-042, VERS-043)', async (t) => {
  t.strictSame(parseRuntimeSetting('apps/v1'), ['apps/v1', true]);
  t.strictSame(parseRuntimeSetting('apps/v1=false'), ['apps/v1', false]);
  t.throws(() => parseRuntimeSetting('apps/v1=maybe'), { message: 'apps/v1: "maybe" is neither true nor false' });
  t.throws(() => parseRuntimeSetting('=true'), { message: '"=true" has no key' });
});
