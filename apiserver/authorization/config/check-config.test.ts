import { join } from 'node:path';
import t from 'tap';
import { loadSchemas } from '../../../shared/schema/builtin.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import type { VendorId } from '../../../shared/vendor/vendor.ts';
import { matchCompiler } from '../webhook/match-conditions.ts';
import { checkSameTypes, readAuthorizationConfig } from './check-config.ts';

const folder = t.testdir({ 'w.conf': '' });
const file = join(folder, 'w.conf');

function reading(vendorId: VendorId = 'orch') {
  const vendor = vendorOf(vendorId);
  const tools = { vendor, schemas: loadSchemas(vendor), compiler: matchCompiler(vendor) };
  return (authorizers: unknown, version = 'v1') =>
    readAuthorizationConfig(
      JSON.stringify({
        apiVersion: vendor.fill(`apiserver.config.{api}/${version}`),
        kind: 'AuthorizationConfiguration',
        authorizers,
      }),
      tools,
    );
}
const read = reading();

const webhook = {
  timeout: '3s',
  subjectAccessReviewVersion: 'v1',
  matchConditionSubjectAccessReviewVersion: 'v1',
  failurePolicy: 'Deny',
  connectionInfo: { type: 'OrchConfigFile', orchConfigFile: file },
};
const hook = (more: object = {}, name = 'w') => ({ type: 'Webhook', name, webhook: { ...webhook, ...more } });

t.test('modules in their order, webhooks any number of times, with their defaults (WHAUTHZ-001, WHAUTHZ-002)', (t) => {
  const config = read(
    [hook(), { type: 'RBAC', name: 'rbac' }, hook({ cacheAuthorizedRequests: false }, 'x')],
    'v1beta1',
  );
  t.match(config, [
    {
      type: 'Webhook',
      name: 'w',
      webhook: {
        configPath: file,
        version: 'v1',
        authorizedTtl: 300_000,
        unauthorizedTtl: 30_000,
        timeout: 3000,
        failurePolicy: 'Deny',
        conditions: [],
      },
    },
    { type: 'RBAC', name: 'rbac' },
    { name: 'x', webhook: { authorizedTtl: 0, unauthorizedTtl: 30_000 } },
  ]);
  const most = Array.from({ length: 64 }, (_, at) => ({ expression: `${at} == 0` }));
  t.match(reading('orch')([hook({ matchConditions: most })]), [{ webhook: { conditions: { length: 64 } } }]);
  const other = reading('kubernetes');
  const connectionInfo = { type: 'KubeConfigFile', kubeConfigFile: file };
  t.equal(other([hook({ connectionInfo })]).length, 1);
  t.throws(() => other([hook()]), { message: /unknown field/ });
  t.end();
});

const refused: readonly [string, unknown, string | RegExp][] = [
  ['no modules', [], 'authorizers: Required value: at least one authorization mode must be defined'],
  ['no type', [{ name: 'x' }], 'authorizers[0].type: Required value'],
  [
    'an unknown type',
    [{ type: 'Sudo', name: 'x' }],
    'authorizers[0].type: Unsupported value: "Sudo": supported values: "ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"',
  ],
  [
    'a type twice',
    [
      { type: 'RBAC', name: 'rbac' },
      { type: 'RBAC', name: 'x' },
    ],
    'authorizers[1].type: Duplicate value: "RBAC"',
  ],
  ['no name', [{ type: 'RBAC' }], 'authorizers[0].name: Required value'],
  ['a name twice', [hook(), hook()], 'authorizers[1].name: Duplicate value: "w"'],
  [
    'a name that is none',
    [hook({}, 'W!')],
    /^authorizers\[0\]\.name: Invalid value: "W!": authorizer name is invalid: a lowercase RFC 1123/,
  ],
  ['another name', [{ type: 'RBAC', name: 'x' }], 'expected name rbac for authorizer RBAC instead of x'],
  [
    'no webhook',
    [{ type: 'Webhook', name: 'w' }],
    'authorizers[0].webhook: Required value: required when type=Webhook',
  ],
  [
    'a webhook elsewhere',
    [{ type: 'RBAC', name: 'rbac', webhook: {} }],
    'authorizers[0].webhook: Invalid value: "non-null": may only be specified when type=Webhook',
  ],
  ['no timeout (WHAUTHZ-003)', [hook({ timeout: undefined })], 'authorizers[0].timeout: Required value'],
  [
    'a timeout that is too long (WHAUTHZ-004)',
    [hook({ timeout: '31s' })],
    'authorizers[0].timeout: Invalid value: "31s": must be > 0s and <= 30s',
  ],
  [
    'a negative timeout',
    [hook({ timeout: '-1s' })],
    'authorizers[0].timeout: Invalid value: "-1s": must be > 0s and <= 30s',
  ],
  ['a time that is null', [hook({ authorizedTTL: null })], 'time: invalid duration ""'],
  [
    'a negative time',
    [hook({ authorizedTTL: '-1s' })],
    'authorizers[0].authorizedTTL: Invalid value: "-1s": must be > 0s',
  ],
  [
    'no version (WHAUTHZ-005)',
    [hook({ subjectAccessReviewVersion: undefined })],
    'authorizers[0].subjectAccessReviewVersion: Required value',
  ],
  [
    'another version',
    [hook({ subjectAccessReviewVersion: 'v2' })],
    'authorizers[0].subjectAccessReviewVersion: Unsupported value: "v2": supported values: "v1", "v1beta1"',
  ],
  [
    'conditions of no version (WHAUTHZ-006)',
    [hook({ matchConditionSubjectAccessReviewVersion: '', matchConditions: [{ expression: 'true' }] })],
    'authorizers[0].matchConditionSubjectAccessReviewVersion: Required value: required if match conditions are specified',
  ],
  [
    'conditions of another version',
    [hook({ matchConditionSubjectAccessReviewVersion: 'v1beta1' })],
    'authorizers[0].matchConditionSubjectAccessReviewVersion: Unsupported value: "v1beta1": supported values: "v1"',
  ],
  [
    'no failure policy (WHAUTHZ-007)',
    [hook({ failurePolicy: undefined })],
    'authorizers[0].failurePolicy: Required value',
  ],
  [
    'another failure policy',
    [hook({ failurePolicy: 'Allow' })],
    'authorizers[0].failurePolicy: Unsupported value: "Allow": supported values: "NoOpinion", "Deny"',
  ],
  ['no connection', [hook({ connectionInfo: {} })], 'authorizers[0].connectionInfo.type: Required value'],
  [
    'the own cluster (WHAUTHZ-015)',
    [hook({ connectionInfo: { type: 'InClusterConfig' } })],
    /^authorizers\[0\]\.connectionInfo\.type: Invalid value: "InClusterConfig"/,
  ],
  [
    'a relative file',
    [hook({ connectionInfo: { type: 'OrchConfigFile', orchConfigFile: 'w.conf' } })],
    'authorizers[0].connectionInfo.orchConfigFile: Invalid value: "w.conf": must be an absolute path',
  ],
  [
    'a file that is not there',
    [hook({ connectionInfo: { type: 'OrchConfigFile', orchConfigFile: '/no/such' } })],
    /error loading file: stat \/no\/such: no such file or directory/,
  ],
  [
    'a file below a file',
    [hook({ connectionInfo: { type: 'OrchConfigFile', orchConfigFile: join(file, 'w.conf') } })],
    /error loading file: ENOTDIR/,
  ],
  [
    'a folder',
    [hook({ connectionInfo: { type: 'OrchConfigFile', orchConfigFile: folder } })],
    /must be a regular file/,
  ],
  [
    'too many conditions (WHAUTHZ-016)',
    [hook({ matchConditions: Array.from({ length: 65 }, (_, at) => ({ expression: `${at} == 0` })) })],
    'authorizers[0].matchConditions: Too many: 65: must have at most 64 items',
  ],
  [
    'an empty condition',
    [hook({ matchConditions: [{ expression: ' ' }] })],
    'authorizers[0].matchConditions[0].expression: Required value',
  ],
  [
    'a condition twice',
    [hook({ matchConditions: [{ expression: 'true' }, { expression: 'true' }] })],
    'authorizers[0].matchConditions[1].expression: Duplicate value: "true"',
  ],
  [
    'a condition of another type',
    [hook({ matchConditions: [{ expression: '1' }] })],
    'authorizers[0].matchConditions[0].expression: Invalid value: "1": must evaluate to bool but got int',
  ],
  [
    'an unknown field',
    [{ type: 'RBAC', name: 'rbac', more: 1 }],
    'strict decoding error: unknown field "authorizers[0].more"',
  ],
  [
    'several faults',
    [{ name: 'x' }, { type: 'RBAC' }],
    '[authorizers[0].type: Required value, authorizers[1].name: Required value]',
  ],
];

for (const [what, authorizers, message] of refused) {
  t.test(`refused: ${what}`, (t) => {
    t.throws(() => read(authorizers), { name: 'ConfigDocumentError', message });
    t.end();
  });
}

t.test('another kind or version, and duplicate fields, are refused', (t) => {
  const tools = {
    vendor: vendorOf('orch'),
    schemas: loadSchemas(vendorOf('orch')),
    compiler: matchCompiler(vendorOf('orch')),
  };
  const text = `apiVersion: ${tools.vendor.fill('apiserver.config.{api}/v1')}\nkind: AuthorizationConfiguration\nauthorizers: [{type: RBAC, name: rbac}]\n`;
  t.equal(readAuthorizationConfig(text, tools).length, 1);
  t.throws(
    () => readAuthorizationConfig(text.replace('io/v1', 'io/v2'), tools),
    /it must be kind AuthorizationConfiguration of/,
  );
  t.throws(() => readAuthorizationConfig(text.replace('AuthorizationC', 'AuthenticationC'), tools), /it must be kind/);
  t.throws(() => readAuthorizationConfig(`${text}authorizers: []\n`, tools), /authorizers/);
  t.throws(() => readAuthorizationConfig('', tools), /it holds no object/);
  t.throws(() => readAuthorizationConfig('a: [', tools), { name: 'ConfigDocumentError' });
  t.end();
});

t.test('a reload cannot add or remove built-in modules', (t) => {
  const config = read([{ type: 'RBAC', name: 'rbac' }, hook()]);
  t.doesNotThrow(() => checkSameTypes(config, new Set(['RBAC', 'Webhook'])));
  t.doesNotThrow(() => checkSameTypes(config, new Set(['RBAC'])), 'webhooks may');
  t.throws(() => checkSameTypes(config, new Set(['RBAC', 'Node', 'ABAC'])), {
    message: 'missing required types: [ABAC Node]',
  });
  t.throws(
    () => checkSameTypes(config, new Set(['Webhook'])),
    /^Error: .*RBAC is not allowed if it was not enabled|RBAC is not allowed/,
  );
  t.end();
});
