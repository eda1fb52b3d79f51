import t from 'tap';
import { loadSchemas } from '../../shared/schema/builtin.ts';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import type { UserInfo } from '../authentication/contract/authenticator.ts';
import { type AuditedRequest, auditRules } from './audit-policy.ts';
import { parseAuditPolicy } from './policy-file.ts';

const vendor = vendorOf('orch');
const schemas = loadSchemas(vendor);
const head = vendor.fill('apiVersion: audit.{api}/v1\nkind: Policy\n');
const parse = (rules: string) => parseAuditPolicy(`${head}${rules}`, vendor, schemas);
const rulesOf = (text: string) => auditRules(parse(text));

const jane: UserInfo = { username: 'jane', groups: ['devs', 'system:authenticated'], extra: new Map() };
const pods = (more: object = {}): AuditedRequest => ({
  kind: 'resource',
  verb: 'get',
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  namespace: 'default',
  name: 'web',
  ...more,
});
const path = (text: string): AuditedRequest => ({ kind: 'path', verb: 'get', path: text });

t.test('the first matching rule decides, and requests without one are not recorded', async (t) => {
  const decide = rulesOf(`
rules:
- level: None
  users: [jane]
  verbs: [get, list]
- level: Request
  userGroups: [devs]
- level: Metadata
  verbs: [get]
`);
  const joe: UserInfo = { username: 'joe', groups: [], extra: new Map() };
  t.equal(decide(pods(), jane).level, 'None');
  t.equal(decide(pods({ verb: 'delete' }), jane).level, 'Request');
  t.equal(decide(pods(), joe).level, 'Metadata');
  t.equal(decide(pods(), undefined).level, 'Metadata', 'a rule that names users is not for a caller without a name');
  t.equal(decide(pods({ verb: 'delete' }), joe).level, 'None');
});

t.test('resources are selected by group, name, sub-resource, object and namespace', async (t) => {
  const selected = (resources: string, request: AuditedRequest, namespaces = '[]') =>
    rulesOf(`rules:\n- level: Metadata\n  resources: ${resources}\n  namespaces: ${namespaces}`)(request, jane)
      .level === 'Metadata';
  const log = pods({ subresource: 'log' });
  const scale = pods({ resource: 'deployments', group: 'apps', subresource: 'scale' });
  t.ok(selected('[{group: "", resources: [pods]}]', pods()));
  t.notOk(selected('[{group: "", resources: [pods]}]', log), 'a sub-resource is named on its own');
  t.ok(selected('[{group: "", resources: [pods/log]}]', log));
  t.ok(selected('[{group: "", resources: ["pods/*"]}]', log));
  t.ok(selected('[{group: "", resources: ["pods/*"]}]', pods()), 'pods/* is for pods too');
  t.notOk(selected('[{group: "", resources: ["*/*"]}]', log));
  t.ok(selected('[{group: apps, resources: ["*/scale"]}]', scale));
  t.notOk(selected('[{group: apps, resources: ["*/scale"]}]', pods({ group: 'apps', resource: 'deployments' })));
  t.ok(selected('[{group: "", resources: ["*"]}]', log));
  t.ok(selected('[{group: apps}]', scale), 'a group alone is all of it');
  t.notOk(selected('[{group: ""}]', scale));
  t.ok(selected('[{group: "", resources: [pods], resourceNames: [web]}]', pods()));
  t.notOk(selected('[{group: "", resources: [pods], resourceNames: [db]}]', pods()));
  t.ok(selected('[]', pods(), '[default]'));
  t.notOk(selected('[]', pods(), '[other]'));
  t.ok(selected('[]', pods({ namespace: '' }), '[""]'), 'the empty namespace is for what has none');
  t.notOk(selected('[{group: ""}]', path('/version')));
});

t.test('paths are selected whole, by their beginning, or all', async (t) => {
  const selected = (urls: string, request: AuditedRequest) =>
    rulesOf(`rules:\n- level: Metadata\n  nonResourceURLs: ${urls}`)(request, jane).level === 'Metadata';
  t.ok(selected('[/version]', path('/version')));
  t.notOk(selected('[/version]', path('/version/x')));
  t.ok(selected('["/healthz*"]', path('/healthz/ping')));
  t.ok(selected('["*"]', path('/anything')));
  t.notOk(selected('["*"]', pods()), 'resources are no paths');
});

t.test(
  'stages left out by the policy and by the rule are left out together; a rule decides on managed fields',
  async (t) => {
    const decide = rulesOf(`
omitStages: [RequestReceived]
omitManagedFields: true
rules:
- level: Request
  users: [jane]
  omitStages: [ResponseStarted]
  omitManagedFields: false
- level: Request
`);
    const own = decide(pods(), jane);
    t.strictSame([...own.omitStages], ['RequestReceived', 'ResponseStarted']);
    t.equal(own.omitManagedFields, false);
    t.equal(decide(pods(), undefined).omitManagedFields, true);
  },
);

t.test('a policy that cannot be used is refused with the field and the reason', async (t) => {
  const refused = (text: string, message: RegExp) =>
    t.throws(() => parseAuditPolicy(text, vendor, schemas), { name: 'AuditPolicyError', message });
  refused('rules: [', /^yaml: /);
  refused('', /it holds no object/);
  refused('{"a": ', /unexpected end/);
  refused('apiVersion: v1\nkind: Policy\n', /must be kind Policy of audit\.[a-z.]+\/v1, not kind "Policy" of "v1"/);
  refused(`${head}rules: []`, /loaded illegal policy with 0 rules/);
  refused(`${head}rules:\n- level: None\n  users: x`, /users/);
  refused(
    `${head}rules:\n- users: [x]\n- level: all\n`,
    /^\[rules\[0\]\.level: Required value, rules\[1\]\.level: Unsupported value: "all": supported values: "None", /,
  );
  refused(
    `${head}rules:\n- level: None\n  resources: [{resourceNames: [a]}, {group: apps/v1}]`,
    /^\[rules\[0\]\.resources\.resourceNames: Invalid value: \["a"\]: .*, rules\[0\]\.resources\.group: Invalid value: "apps\/v1": /,
  );
});

t.test('fields that are unknown or given twice are warned of, and count for nothing', async (t) => {
  const warned: string[] = [];
  const text = `{"apiVersion":"${vendor.fill('audit.{api}/v1')}","rules":[{"level":"None","level":"Request","more":1}]}`;
  const { rules } = parseAuditPolicy(text, vendor, schemas, (fields) => warned.push(...fields));
  t.equal(rules[0]?.level, 'Request');
  t.strictSame(warned, ['unknown field "rules[0].more"', 'duplicate field "rules[0].level"']);
});

for (const id of vendorIds) {
  t.test(`the group of a policy is the vendor's (${id})`, async (t) => {
    const own = vendorOf(id);
    const text = own.fill('apiVersion: audit.{api}/v1\nkind: Policy\nrules: [{level: Metadata}]');
    t.equal(parseAuditPolicy(text, own, loadSchemas(own)).rules.length, 1);
  });
}
