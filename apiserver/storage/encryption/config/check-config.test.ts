import fc from 'fast-check';
import t from 'tap';
import { configOf, configText, provider } from '../../../../fixtures/apiserver/encryption.fixture.ts';
import { vendorIds, vendorOf } from '../../../../shared/vendor/profile.ts';
import { EncryptionConfigError } from './encryption-config.ts';
import { explore } from '../../../../fixtures/shared/explore.fixture.ts';

const key = Buffer.from('k'.repeat(32)).toString('base64');
const names = vendorOf('orch');
const good = `[${provider('aesgcm', 'a')}]`;
const kms = (fields: string) => configText([['secrets', `[{kms: {${fields}}}]`]]);

for (const vendor of vendorIds) {
  t.test(`${vendor}: a configuration becomes its resources and providers in their order`, async (t) => {
    const text = configText(
      [
        ['events, pandas.awesome.bears.example', `[{identity: {}}, ${provider('secretbox', 'a', 'b')}]`],
        ["'*.apps'", good],
        ["'*.'", '[{kms: {apiVersion: v2, name: vault, endpoint: "unix:///run/kms.sock"}}]'],
        ["'*.*'", good],
      ],
      vendor,
    );
    const [first, second, third] = configOf(text, vendor);
    t.strictSame(first?.resources, [
      { group: '', resource: 'events' },
      { group: 'awesome.bears.example', resource: 'pandas' },
    ]);
    t.match(first?.providers, [{ kind: 'identity' }, { kind: 'secretbox', keys: [{ name: 'a' }, { name: 'b' }] }]);
    t.strictSame(second?.resources, [{ group: 'apps', resource: '*' }]);
    t.strictSame(third?.resources, [{ group: '', resource: '*' }]);
    const plugin = { name: 'vault', endpoint: 'unix:///run/kms.sock', timeout: 3000 };
    t.strictSame(third?.providers, [{ kind: 'kms', plugin }]);
  });
}

const wrong: readonly (readonly [string, string, string])[] = [
  ['nothing', '', 'it is empty'],
  ['no object', '[]', 'it holds no object'],
  [
    'another kind',
    'kind: Policy',
    'it must be kind EncryptionConfiguration of apiserver.config.{api}/v1, not kind "Policy" of none',
  ],
  ['a field twice', `${configText([['secrets', good]])}resources: []`, 'line 6: key "resources" already set in map'],
  ['an unknown field', `${configText([['secrets', good]])}extra: 1`, 'unknown field extra'],
  [
    'no resources',
    configText([]).replace('resources:\n', 'resources: []\n'),
    'resources: Required value: at least one resources is required',
  ],
  [
    'no names',
    configText([['', good]]),
    'resources[0].resources: Required value: at least one resources[0].resources is required',
  ],
  [
    'no providers',
    configText([['secrets', '[]']]),
    'resources[0].providers: Required value: at least one resources[0].providers is required',
  ],
  [
    'an empty provider',
    configText([['secrets', '[{}]']]),
    'resources[0].providers[0]: Invalid value: provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity',
  ],
  [
    'two providers in one',
    configText([['secrets', `[{identity: {}, aescbc: {keys: [{name: a, secret: ${key}}]}}]`]]),
    'resources[0].providers[0]: Invalid value: more than one provider specified in a single element, should split into different list elements',
  ],
  [
    'no keys',
    configText([['secrets', '[{aescbc: {keys: []}}]']]),
    'resources[0].providers[0].aescbc.keys: Required value: at least one keys is required',
  ],
  [
    'a key without a name and a secret',
    configText([['secrets', '[{secretbox: {keys: [{}]}}]']]),
    'resources[0].providers[0].secretbox.keys[0].name: Required value: name is a mandatory field for a key, resources[0].providers[0].secretbox.keys[0].secret: Required value: secret is a mandatory field for a key',
  ],
  [
    'a secret that is no base64',
    configText([['secrets', '[{aescbc: {keys: [{name: a, secret: "hello!"}]}}]']]),
    'resources[0].providers[0].aescbc.keys[0].secret: Invalid value: "REDACTED": secrets must be base64 encoded',
  ],
  [
    'a secret of another length',
    configText([['secrets', '[{secretbox: {keys: [{name: a, secret: MDEyMzQ1Njc4OWFiY2RlZg==}]}}]']]),
    'resources[0].providers[0].secretbox.keys[0].secret: Invalid value: "REDACTED": secret is not of the expected length, got 16, expected one of [32]',
  ],
  [
    'a secret that is a number',
    configText([['secrets', '[{aescbc: {keys: [{name: a, secret: 123456789012345678901}]}}]']]),
    'the secret of a key is no text',
  ],
  [
    'capital letters',
    configText([['Secrets', good]]),
    'resources[0].resources[0]: Invalid value: "Secrets": resource name should not contain capital letters',
  ],
  [
    'a bare star',
    configText([["'*'", good]]),
    `resources[0].resources[0]: Invalid value: "*": use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources`,
  ],
  [
    'a resource in all groups',
    configText([["'pods.*'", good]]),
    'resources[0].resources[0]: Invalid value: "pods.*": encrypting the same resource across groups is not supported',
  ],
  [
    'events by their newer group',
    configText([['events.events.{api}', good]]),
    `resources[0].resources[0]: Invalid value: "events.events.{api}": '*.events.{api}' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file`,
  ],
  [
    'a group that is gone',
    configText([['ingresses.extensions', good]]),
    `resources[0].resources[0]: Invalid value: "ingresses.extensions": 'extensions' group has been removed and cannot be used for encryption`,
  ],
  [
    'a name twice',
    configText([['secrets, secrets', good]]),
    'resources[0].resources: Invalid value: ["secrets","secrets"]: the same resource cannot be specified multiple times',
  ],
  [
    'a name and its group in one list',
    configText([["secrets, '*.'", good]]),
    `resources[0].resources: Invalid value: ["secrets","*."]: using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked`,
  ],
  [
    'a name behind its group',
    configText([
      ["'*.'", good],
      ['secrets', good],
    ]),
    'resource "secrets" is masked by earlier rule "*."',
  ],
  [
    'a name behind everything',
    configText([
      ["'*.*'", good],
      ['pods.apps', good],
    ]),
    'resource "pods.apps" is masked by earlier rule "*.*"',
  ],
  [
    'the first version of plug-ins',
    kms('name: a, endpoint: "unix:///a"'),
    'resources[0].providers[0].kms.apiVersion: Invalid value: "v1": KMSv1 is deprecated and will only receive security updates going forward. Use KMSv2 instead: its first version is not served here',
  ],
  [
    'an unknown version of plug-ins',
    kms('apiVersion: v3, name: a, endpoint: "unix:///a"'),
    'resources[0].providers[0].kms.apiVersion: Invalid value: "v3": unsupported apiVersion apiVersion for KMS provider, only v1 and v2 are supported',
  ],
  [
    'a plug-in elsewhere',
    kms('apiVersion: v2, name: a, endpoint: "tcp://host:1"'),
    'resources[0].providers[0].kms.endpoint: Invalid value: "tcp://host:1": unsupported scheme "tcp" for KMS provider, only unix is supported',
  ],
  [
    'no plug-in',
    kms('apiVersion: v2'),
    'resources[0].providers[0].kms.name: Required value: name is a mandatory field for a provider, resources[0].providers[0].kms.endpoint: Invalid value: "": endpoint is a mandatory field for a kms',
  ],
  [
    'a colon in its name',
    kms('apiVersion: v2, name: "a:b", endpoint: "unix:///a"'),
    `resources[0].providers[0].kms.name: Invalid value: "a:b": invalid KMS provider name a:b, must not contain ':'`,
  ],
  [
    'no time',
    kms('apiVersion: v2, name: a, endpoint: "unix:///a", timeout: 0s'),
    'resources[0].providers[0].kms.timeout: Invalid value: "0s": timeout should be a positive value',
  ],
  [
    'a cache for version 2',
    kms('apiVersion: v2, name: a, endpoint: "unix:///a", cachesize: 5'),
    'resources[0].providers[0].kms.cachesize: Invalid value: 5: cachesize is not supported in v2',
  ],
  [
    'one name for two plug-ins',
    configText([
      ['secrets', '[{kms: {apiVersion: v2, name: a, endpoint: "unix:///a"}}]'],
      ['pods', '[{kms: {apiVersion: v2, name: a, endpoint: "unix:///b"}}]'],
    ]),
    'resources[1].providers[0].kms.name: Invalid value: "a": duplicate KMS provider name a, names must be unique',
  ],
];

for (const [title, text, message] of wrong) {
  t.test(`refused with its field: ${title}`, async (t) => {
    t.throws(() => configOf(names.fill(text)), { name: 'EncryptionConfigError', message: names.fill(message) });
  });
}

t.test('the same resource may be in two entries: both are read, the first one writes', async (t) => {
  t.equal(
    configOf(
      configText([
        ['secrets', good],
        ['secrets', good],
      ]),
    ).length,
    2,
  );
});

t.test('no message shows a secret, however the file is spoilt', async (t) => {
  const canary = 'c2VjcmV0LWNhbmFyeS1zZWNyZXQtY2FuYXJ5LTAxMjM=';
  const text = configText([['secrets', `[{aescbc: {keys: [{name: a, secret: ${canary}}]}}]`]]);
  explore(
    fc.property(
      fc.nat({ max: text.length }),
      fc.constantFrom('', ':', '{', '"', '- ', '\n', '!!int ', '&a ', '\t', '['),
      (at, piece) => {
        const place = text.indexOf(canary);
        // The secret itself stays whole: what a message could show is looked for.
        const where = at > place && at < place + canary.length ? place : at;
        try {
          configOf(text.slice(0, where) + piece + text.slice(where + (at % 2)));
        } catch (error) {
          t.type(error, EncryptionConfigError);
          t.notMatch((error as Error).message, canary.slice(4, 30));
        }
      },
    ),
    { numRuns: 400 },
  );
});
