// The configuration file of admission plug-ins: what it may contain, and that every mistake in it is reported.

import t from 'tap';
import { loadSchemas } from '../../shared/schema/builtin.ts';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import { AdmissionConfigurationError, configurationPaths } from './configuration/admission-configuration.ts';
import { readPluginConfigurations } from './plugin-configurations.ts';

for (const id of vendorIds) {
  const vendor = vendorOf(id);
  const types = { vendor, schemas: loadSchemas(vendor) };
  const file = (plugins: string): string =>
    vendor.fill(`apiVersion: apiserver.config.{api}/v1\nkind: AdmissionConfiguration\nplugins: ${plugins}\n`);
  const security = (fields: string): string =>
    vendor.fill(
      `{apiVersion: pod-security.admission.config.{api}/v1, kind: PodSecurityConfiguration${fields === '' ? '' : `, ${fields}`}}`,
    );
  const read = (text: string, files: Record<string, string> = {}) => readPluginConfigurations({ text, files }, types);

  t.test(`${id}: without a configuration everything is privileged and no user is exempt`, async (t) => {
    const latest = { level: 'privileged', version: 'latest' } as const;
    const usual = { enforce: latest, audit: latest, warn: latest };
    t.strictSame(readPluginConfigurations(undefined, types).podSecurity.defaults, usual);
    t.strictSame(read(file('[]')).podSecurity.defaults, usual);
    t.strictSame(read(file('[{name: PodSecurity}]')).podSecurity.defaults, usual);
  });

  t.test(`${id}: a configuration is in the file, or in another file that it names`, async (t) => {
    const written = security('defaults: {enforce: baseline, warn-version: v1.30}, exemptions: {usernames: [a, b]}');
    for (const found of [
      read(file(`[{name: PodSecurity, configuration: ${written}}]`)),
      read(file('[{name: PodSecurity, path: pods.yaml}]'), { 'pods.yaml': written }),
    ]) {
      t.strictSame(found.podSecurity.defaults.enforce, { level: 'baseline', version: 'latest' });
      t.strictSame(found.podSecurity.defaults.warn, { level: 'privileged', version: 30 });
      t.strictSame([...found.podSecurity.exemptUsers], ['a', 'b']);
    }
    const paths = configurationPaths(file('[{name: A, path: b/c}, {name: D, path: /e}, {name: F}]'), '/folder');
    t.strictSame(
      [...paths],
      [
        ['b/c', '/folder/b/c'],
        ['/e', '/e'],
      ],
    );
  });

  const configured = (fields: string): string => file(`[{name: PodSecurity, configuration: ${security(fields)}}]`);
  const wrong: readonly (readonly [string, string, string])[] = [
    ['no object', '[]', 'it holds no object'],
    ['no YAML', '{', 'yaml'],
    [
      'another kind',
      'kind: Policy',
      'it must be kind AdmissionConfiguration of apiserver.config.{api}/v1, not kind "Policy" of none',
    ],
    ['an unknown field', `${file('[]')}extra: 1`, 'unknown field extra'],
    ['a field twice', `${file('[]')}plugins: []`, 'key "plugins" already set in map'],
    ['a plug-in without a name', file('[{path: a}]'), 'plugins[0].name: it is required'],
    [
      'a plug-in twice',
      file(`[{name: PodSecurity, configuration: ${security('')}}, {name: PodSecurity}]`),
      'plugins[1].name: PodSecurity is configured twice',
    ],
    [
      'a path and a configuration',
      file('[{name: PodSecurity, path: a, configuration: {}}]'),
      'plugins[0]: it has a path or a configuration, not both',
    ],
    [
      'a plug-in that takes none',
      file('[{name: Priority, configuration: {}}]'),
      'plugin Priority takes no configuration here; those that do: PodSecurity, ResourceQuota',
    ],
    [
      'a configuration of another kind',
      file('[{name: PodSecurity, configuration: {kind: X}}]'),
      'plugin PodSecurity: it must be kind PodSecurityConfiguration of pod-security.admission.config.{api}/v1, not kind "X" of none',
    ],
    [
      'a level that is none',
      configured('defaults: {enforce: high, audit-version: "1"}'),
      'plugin PodSecurity: defaults.enforce: Invalid value: "high": must be one of privileged, baseline, restricted, defaults.audit-version: Invalid value: "1": must be "latest" or "v1.x"',
    ],
    [
      'names twice',
      configured('exemptions: {usernames: [a, a, ""]}'),
      'plugin PodSecurity: exemptions.usernames[1]: Duplicate value: "a", exemptions.usernames[2]: Invalid value: "": username must not be empty',
    ],
    [
      'no names',
      configured('exemptions: {namespaces: [A], runtimeClasses: ["a/b"]}'),
      'plugin PodSecurity: exemptions.namespaces[0]: Invalid value: "A"',
    ],
    ['a misspelt field', configured('exemption: {}'), 'plugin PodSecurity: unknown field exemption'],
  ];
  for (const [title, text, message] of wrong) {
    t.test(`${id}: refused: ${title}`, async (t) => {
      t.throws(() => read(text), { name: 'AdmissionConfigurationError' });
      try {
        read(text);
      } catch (error) {
        t.ok(error instanceof AdmissionConfigurationError);
        t.match((error as Error).message, vendor.fill(message));
      }
    });
  }
}
