// Authorization by a configuration file and by a policy file, as clients of a running server see it.

import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { json, type ScriptedServer, startScriptedServer } from '../../fixtures/shared/scripted-server.fixture.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import type { VendorId } from '../../shared/vendor/vendor.ts';
import { administratorOf } from '../../fixtures/apiserver/administrator.fixture.ts';
import { type ApiServer, startApiServer } from '../index.ts';
import type { ApiServerOptions } from '../config/option/options.ts';

const orch = vendorOf('orch');

async function started(t: Test, options: ApiServerOptions): Promise<ApiServer> {
  const server = await startApiServer({ controllers: false, tokenFile: 'tok,jane,7,"dev"\n', ...options });
  t.teardown(() => server.stop());
  return server;
}

async function webhookServer(t: Test, folder: string): Promise<ScriptedServer> {
  const webhook = await startScriptedServer();
  t.teardown(() => webhook.close());
  const cluster = {
    server: `${webhook.url}/authorize`,
    'certificate-authority-data': Buffer.from(webhook.authority.certificatePem).toString('base64'),
  };
  writeFileSync(
    join(folder, 'webhook.conf'),
    JSON.stringify({
      clusters: [{ name: 'c', cluster }],
      contexts: [{ name: 'x', context: { cluster: 'c' } }],
      'current-context': 'x',
    }),
  );
  return webhook;
}

function configOf(vendorId: VendorId, folder: string, authorizers: readonly object[]): string {
  const vendor = vendorOf(vendorId);
  const short = vendor.fill('{short}');
  const type = `${short.charAt(0).toUpperCase()}${short.slice(1)}ConfigFile`;
  const connectionInfo = { type, [`${short}ConfigFile`]: join(folder, 'webhook.conf') };
  return JSON.stringify({
    apiVersion: vendor.fill('apiserver.config.{api}/v1'),
    kind: 'AuthorizationConfiguration',
    authorizers: authorizers.map((one) =>
      'webhook' in one ? { ...one, webhook: { ...(one.webhook as object), connectionInfo } } : one,
    ),
  });
}

const hook = (more: object = {}) => ({
  type: 'Webhook',
  name: 'w',
  webhook: {
    timeout: '30s',
    subjectAccessReviewVersion: 'v1',
    matchConditionSubjectAccessReviewVersion: 'v1',
    failurePolicy: 'Deny',
    matchConditions: [{ expression: 'request.user == "jane"' }],
    ...more,
  },
});
const rbac = { type: 'RBAC', name: 'rbac' };

/** As a client without a certificate would: the administrator's would win. */
async function asJane(server: ApiServer, path: string): Promise<{ readonly status: number; readonly text: string }> {
  const { request, Agent } = await import('undici');
  const dispatcher = new Agent({ connect: { ca: server.caCertificate } });
  try {
    const answer = await request(new URL(path, server.url), { dispatcher, headers: { authorization: 'Bearer tok' } });
    return { status: answer.statusCode, text: await answer.body.text() };
  } finally {
    await dispatcher.close();
  }
}

t.test(
  'a webhook of the file decides before RBAC, and a changed file counts at once (WHAUTHZ-020, WHAUTHZ-032)',
  async (t) => {
    const folder = t.testdir();
    mkdirSync(join(folder, 'd'));
    const webhook = await webhookServer(t, folder);
    const path = join(folder, 'd', 'authorization.json');
    writeFileSync(path, configOf('orch', folder, [hook(), rbac]));
    const server = await started(t, { authorization: { configPath: path } });
    webhook.script(json(200, { status: { allowed: true, reason: 'why not' } }));
    t.equal((await asJane(server, '/api/v1/namespaces/default/secrets?labelSelector=a%3Db')).status, 200);
    const [asked] = webhook.asked;
    t.equal(asked?.path, '/authorize?timeout=30s');
    t.match(JSON.parse(asked?.body ?? ''), {
      kind: 'SubjectAccessReview',
      spec: {
        user: 'jane',
        groups: ['dev', 'system:authenticated'],
        resourceAttributes: {
          namespace: 'default',
          verb: 'list',
          resource: 'secrets',
          labelSelector: { requirements: [{ key: 'a', operator: 'In', values: ['b'] }] },
        },
      },
    });
    webhook.script(json(200, { status: { allowed: false, denied: true, reason: 'not today' } }));
    const denied = await asJane(server, '/version');
    t.equal(denied.status, 403);
    t.match(denied.text, /cannot get path \\"\/version\\": not today/);
    const metrics = await administratorOf(server)('GET', '/metrics');
    t.match(metrics.text, /apiserver_authorization_decisions_total\{type="Webhook",name="w",decision="denied"\} 1/);
    t.match(metrics.text, /apiserver_authorization_webhook_evaluations_total\{name="w",result="success"\} 2/);
    // Broken first, then right: what is broken changes nothing.
    writeFileSync(path, configOf('orch', folder, [rbac]).replace('"rbac"', '"other"'));
    const loaded = async (status: string): Promise<void> => {
      for (;;) {
        const { text } = await administratorOf(server)('GET', '/metrics');
        if (text.includes(`apiserver_authorization_config_controller_automatic_reloads_total{status="${status}"`))
          return;
      }
    };
    await loaded('failure');
    webhook.script(json(200, { status: { denied: true } }));
    t.equal((await asJane(server, '/livez')).status, 403, 'the configuration before stays');
    writeFileSync(join(folder, 'd', 'next'), configOf('orch', folder, [rbac]));
    renameSync(join(folder, 'd', 'next'), path);
    await loaded('success');
    const before = webhook.asked.length;
    t.equal((await asJane(server, '/version')).status, 200, 'only RBAC is asked now');
    t.equal(webhook.asked.length, before);
  },
);

for (const [vendor, status] of [
  ['orch', 403],
  ['kubernetes', 500],
] as const) {
  t.test(
    `a webhook without an answer denies by its policy: ${status} for ${vendor} (WHAUTHZ-009, WHAUTHZ-012)`,
    async (t) => {
      const folder = t.testdir();
      const webhook = await webhookServer(t, folder);
      const path = join(folder, 'authorization.json');
      writeFileSync(path, configOf(vendor, folder, [hook(), rbac]));
      const server = await started(t, { vendor, authorization: { configPath: path } });
      webhook.script((response) => response.end('garbage'));
      const answer = await asJane(server, '/version');
      t.equal(answer.status, status);
      if (status === 500)
        t.match(answer.text, /^Internal Server Error: "\/version": couldn't get version\/kind; json parse error: /);
      webhook.script(json(400, {}));
      const group = vendorOf(vendor).fill('authorization.{api}');
      const review = await administratorOf(server)('POST', `/apis/${group}/v1/subjectaccessreviews`, {
        apiVersion: `${group}/v1`,
        kind: 'SubjectAccessReview',
        spec: { user: 'jane', nonResourceAttributes: { path: '/version', verb: 'get' } },
      });
      t.strictSame((JSON.parse(review.text) as { status: unknown }).status, {
        allowed: false,
        denied: true,
        evaluationError: 'the server rejected our request for an unknown reason',
      });
    },
  );
}

t.test('ABAC and a webhook as modes, in the order given (ABAC-020, WHAUTHZ-041)', async (t) => {
  const folder = t.testdir({
    'policy.jsonl': `${JSON.stringify({
      apiVersion: orch.fill('abac.authorization.{label}/v1beta1'),
      kind: 'Policy',
      spec: { user: 'jane', namespace: 'default', resource: 'pods', apiGroup: '', readonly: true },
    })}\n`,
  });
  const webhook = await webhookServer(t, folder);
  const server = await started(t, {
    authorizationModes: ['ABAC', 'Webhook'],
    authorization: {
      policyPath: join(folder, 'policy.jsonl'),
      webhook: { configPath: join(folder, 'webhook.conf'), authorizedTtl: 0, unauthorizedTtl: 0 },
    },
  });
  t.equal((await asJane(server, '/api/v1/namespaces/default/pods')).status, 200);
  t.equal(webhook.asked.length, 0, 'ABAC allowed it');
  webhook.script(json(200, { status: { allowed: false } }), json(200, { status: { allowed: true } }));
  const refused = await asJane(server, '/api/v1/namespaces/default/secrets');
  t.equal(refused.status, 403);
  t.match(refused.text, /: No policy matched\./);
  t.equal((await asJane(server, '/api/v1/namespaces/default/secrets')).status, 200, 'no answer is kept');
  t.match(JSON.parse(webhook.asked[0]?.body ?? ''), {
    apiVersion: orch.fill('authorization.{api}/v1beta1'),
    spec: { group: ['dev', 'system:authenticated'] },
  });
});

t.test('conflicting or invalid options stop the start, and the error names them', async (t) => {
  const folder = t.testdir({
    config: configOf('orch', '/', []),
    abac: configOf('orch', '/', [{ type: 'ABAC', name: 'abac' }]),
    policy: 'nothing',
    query: JSON.stringify({
      clusters: [{ name: 'c', cluster: { server: 'https://a.example/x?y=z' } }],
      contexts: [{ name: 'x', context: { cluster: 'c' } }],
      'current-context': 'x',
    }),
  });
  const configPath = join(folder, 'config');
  const refused: readonly [ApiServerOptions, RegExp][] = [
    [
      { authorization: { configPath } },
      /^the authorization configuration .*config cannot be used: authorizers: Required value/,
    ],
    [
      { authorization: { configPath: '/no/such' } },
      /^the authorization configuration \/no\/such cannot be read: ENOENT/,
    ],
    [{ authorization: { configPath: join(folder, 'abac') } }, /cannot be used: the type ABAC needs a policy file$/],
    [
      { authorization: { configPath }, authorizationModes: ['RBAC'] },
      /^--authorization-config can not be specified when/,
    ],
    [{ authorizationModes: ['ABAC'] }, /^--authorization-mode=ABAC needs --authorization-policy-file$/],
    [{ authorizationModes: ['Webhook'] }, /^--authorization-mode=Webhook needs --authorization-webhook-config-file$/],
    [{ authorization: { policyPath: 'x' } }, /^--authorization-policy-file needs --authorization-mode=ABAC$/],
    [{ authorization: { webhook: { configPath: 'x' } } }, /^--authorization-webhook-config-file needs/],
    [
      { authorizationModes: ['ABAC'], authorization: { policyPath: join(folder, 'policy') } },
      /^error reading policy file .*policy: line 1: /,
    ],
    [
      { authorizationModes: ['Webhook'], authorization: { webhook: { configPath: '/no/such' } } },
      /^\/no\/such: cannot be read: ENOENT/,
    ],
    [
      { authorizationModes: ['Webhook'], authorization: { webhook: { configPath: join(folder, 'query') } } },
      /query: the address of the server has a query or a fragment/,
    ],
    [{ authorizationModes: ['RBAC', 'RBAC'] }, /names a module twice: RBAC,RBAC$/],
  ];
  for (const [options, message] of refused) await t.rejects(startApiServer(options), { message }, String(message));
});
