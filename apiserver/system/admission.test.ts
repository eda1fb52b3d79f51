// Admission as a whole: hooks of the process in the chain of a server, seen through requests, the audit log and metrics.

import { json } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import type { ApiObject } from '../../shared/object/api-object.ts';
import { forbidden } from '../../shared/object/errors.ts';
import { createMetrics } from '../../shared/process/metric/metrics.ts';
import { systemClock } from '../../shared/process/time/system-clock.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { inProcess } from '../../fixtures/apiserver/registry.fixture.ts';
import { scene as pipelineScene } from '../../fixtures/apiserver/pipeline.fixture.ts';
import type { AuditEvent } from '../audit/audit-event.ts';
import type { AuditLevel } from '../audit/audit-policy.ts';
import { makeAuditor } from '../audit/auditor.ts';
import { objectReader } from '../audit/body-object.ts';
import { admissionMetrics } from '../admission/admission-metrics.ts';
import { admissionChain } from '../admission/chain.ts';
import type { AdmissionAttributes, OperationOptions } from '../admission/contract/admission.ts';
import type { MutatingHook, ValidatingHook } from '../admission/contract/hook.ts';
import { HookList } from '../../fixtures/apiserver/hook-list.fixture.ts';
import { mutatingHooks } from '../admission/hook/mutating-hooks.ts';
import { validatingHooks } from '../admission/hook/validating-hooks.ts';
import { localTransport } from '../http/transport/local/exchange-local.ts';

const user = { username: 'jane', groups: ['system:masters'], extra: new Map() };
const maps = '/api/v1/namespaces/default/configmaps';
const pods = '/api/v1/namespaces/default/pods';

async function scene(t: Test, level: AuditLevel = 'Metadata') {
  const mutating = new HookList<MutatingHook>();
  const validating = new HookList<ValidatingHook>();
  const metrics = createMetrics();
  const admission = admissionChain(
    [mutatingHooks('MutatingAdmissionWebhook', mutating), validatingHooks('ValidatingAdmissionWebhook', validating)],
    { metrics: admissionMetrics(metrics), now: () => systemClock.monotonic() },
  );
  const registry = await inProcess('kubernetes', {
    admission,
    handleReview: (_request, object) => Promise.resolve(object),
    handleConnect: () =>
      Promise.resolve({ kind: 'body', status: 200, contentType: 'text/plain', parts: [Buffer.from('{}')] }),
  });
  t.teardown(() => registry.close());
  const events: AuditEvent[] = [];
  const auditor = makeAuditor({
    vendor: registry.vendor,
    clock: systemClock,
    metrics,
    rules: () => ({ level, omitStages: new Set(['RequestReceived']), omitManagedFields: false }),
    sink: { strict: false, record: (event) => Promise.resolve(events.push(event) > 0), close: () => Promise.resolve() },
    readObject: objectReader(registry.vendor, () => undefined),
  });
  const { answer } = pipelineScene(registry.answer, { resources: registry.resources, auditor });
  const transport = localTransport(answer, user);
  const ask = async (method: string, path: string, body?: unknown, type = 'application/json') => {
    const before = events.length;
    const response = await transport({
      method,
      path,
      headers: { 'content-type': type },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const object = (await json(response.body as never)) as ApiObject & { readonly message?: string };
    // The event of a request follows its response.
    while (events.length === before) await new Promise((resolve) => setImmediate(resolve));
    return { status: response.status, object, event: events.at(-1) };
  };
  return { mutating, validating, metrics, ask };
}

function map(name: string): ApiObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } };
}

/** A hook that keeps what it was shown. */
function witness(seen: AdmissionAttributes[], validate?: ValidatingHook['validate']) {
  return {
    hook: {
      name: 'witness',
      validate: (attributes: AdmissionAttributes, request: { readonly signal: AbortSignal }) => {
        seen.push({ ...attributes });
        return validate?.(attributes, request);
      },
    },
    matches: () => true,
  };
}

t.test('hooks of a running server change and refuse writes from the next one on (ADM-001, ADM-010)', async (t) => {
  const { mutating, validating, ask } = await scene(t);
  t.equal((await ask('POST', maps, map('plain'))).status, 201);
  mutating.set('labels', [
    {
      hook: {
        name: 'label',
        reinvocation: 'Never',
        mutate({ object }) {
          if (object === undefined) return 'skipped';
          object.metadata.labels = { added: 'yes' };
          return 'changed';
        },
      },
      matches: ({ operation, resource }) => operation === 'CREATE' && resource === 'configmaps',
    },
  ]);
  validating.set('labels', [
    {
      hook: {
        name: 'refuse',
        async validate({ object, group, resource, name }) {
          if (object?.metadata.labels?.['added'] === 'yes')
            throw forbidden({ group, resource }, name, 'seen by a hook');
        },
      },
      matches: ({ operation }) => operation === 'CREATE',
    },
  ]);
  const refused = await ask('POST', maps, map('refused'));
  t.match(refused, { status: 403, object: { message: 'configmaps "refused" is forbidden: seen by a hook' } });
  t.equal((await ask('GET', `${maps}/refused`)).status, 404, 'nothing was stored');
  validating.set('labels', []);
  t.match(await ask('POST', maps, map('labelled')), {
    status: 201,
    object: { metadata: { labels: { added: 'yes' } } },
  });
  mutating.set('labels', []);
  const { object } = await ask('POST', maps, map('again-plain'));
  t.notOk(object.metadata.labels);
});

t.test('hooks see the options, kind and resource of each write (ADM-003)', async (t) => {
  const { validating, ask } = await scene(t);
  const seen: AdmissionAttributes[] = [];
  validating.set('w', [witness(seen)]);
  const options = (): OperationOptions | undefined => seen.splice(0).at(-1)?.options();
  await ask('POST', `${maps}?dryRun=All&fieldManager=me&fieldValidation=Strict`, map('a'));
  t.match(seen[0], {
    operation: 'CREATE',
    dryRun: true,
    kind: { group: '', version: 'v1', kind: 'ConfigMap' },
    requestKind: { group: '', version: 'v1', kind: 'ConfigMap' },
    requestResource: { group: '', version: 'v1', resource: 'configmaps' },
  });
  t.strictSame(options(), { kind: 'CreateOptions', dryRun: ['All'], fieldManager: 'me', fieldValidation: 'Strict' });
  const { object } = await ask('POST', maps, map('a'));
  t.strictSame(options(), { kind: 'CreateOptions' });
  await ask('PUT', `${maps}/a?fieldManager=you`, { ...map('a'), data: { a: 'b' } });
  t.strictSame(options(), { kind: 'UpdateOptions', fieldManager: 'you' });
  const merge = 'application/merge-patch+json';
  await ask('PATCH', `${maps}/a?fieldValidation=Ignore`, { data: { a: 'c' } }, merge);
  t.strictSame(options(), { kind: 'UpdateOptions', fieldValidation: 'Ignore' });
  const { uid = '' } = object.metadata;
  const asked = { gracePeriodSeconds: 7, preconditions: { uid }, propagationPolicy: 'Orphan', dryRun: ['All'] };
  await ask('DELETE', `${maps}/a`, { apiVersion: 'v1', kind: 'DeleteOptions', ...asked });
  t.match(seen[0], { operation: 'DELETE', object: undefined, oldObject: { metadata: { uid } } });
  t.strictSame(options(), { kind: 'DeleteOptions', ...asked });
  await ask('DELETE', `${maps}/a?orphanDependents=false`);
  t.strictSame(options(), { kind: 'DeleteOptions', orphanDependents: false }, 'as the client said it');
});

t.test('hooks get a sub-resource as the client sent it, once, and with its own kind', async (t) => {
  const { validating, ask } = await scene(t);
  const seen: AdmissionAttributes[] = [];
  validating.set('w', [witness(seen)]);
  const spec = { containers: [{ name: 'c', image: 'i' }] };
  for (const name of ['bound', 'evicted']) {
    await ask('POST', pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec });
  }
  const only = () => {
    t.equal(seen.length, 1);
    return seen.splice(0)[0];
  };
  seen.length = 0;
  const binding = {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name: 'bound' },
    target: { kind: 'Node', name: 'n' },
  };
  t.equal((await ask('POST', `${pods}/bound/binding`, binding)).status, 201);
  t.match(only(), { operation: 'CREATE', subresource: 'binding', name: 'bound', object: { target: { name: 'n' } } });
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'evicted' } };
  t.equal((await ask('POST', `${pods}/evicted/eviction`, eviction)).status, 201);
  const evicted = only();
  t.match(evicted, { operation: 'CREATE', subresource: 'eviction', resource: 'pods', oldObject: undefined });
  t.match(evicted, { object: { kind: 'Eviction' }, kind: { group: 'policy', version: 'v1', kind: 'Eviction' } });
  const apiVersion = vendorOf('kubernetes').fill('authorization.{api}/v1');
  const review = { apiVersion, kind: 'SelfSubjectAccessReview', spec: {} };
  t.equal((await ask('POST', `/apis/${apiVersion}/selfsubjectaccessreviews`, review)).status, 201);
  t.match(only(), { operation: 'CREATE', resource: 'selfsubjectaccessreviews', object: { spec: {} } });
});

t.test('hooks of a scale get the old and the new Scale, and their changes are stored (ADM-003)', async (t) => {
  const { mutating, validating, ask } = await scene(t);
  const seen: AdmissionAttributes[] = [];
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const spec = { replicas: 1, selector: { matchLabels: { a: 'b' } }, template };
  const path = '/apis/apps/v1/namespaces/default/deployments';
  const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, spec };
  t.equal((await ask('POST', path, deployment)).status, 201);
  validating.set('w', [witness(seen)]);
  const merge = 'application/merge-patch+json';
  const scaleOf = (replicas: number) => ({ apiVersion: 'autoscaling/v1', kind: 'Scale', spec: { replicas } });
  for (const [method, replicas, before] of [
    ['PATCH', 2, 1],
    ['PUT', 3, 2],
  ] as const) {
    const body = { ...scaleOf(replicas), metadata: { name: 'd' } };
    const { status } = await ask(method, `${path}/d/scale`, body, method === 'PATCH' ? merge : undefined);
    t.equal(status, 200);
    const [attributes] = seen.splice(0);
    t.match(attributes, {
      operation: 'UPDATE',
      resource: 'deployments',
      subresource: 'scale',
      kind: { kind: 'Scale' },
    });
    t.match(attributes?.object, { ...scaleOf(replicas), metadata: { name: 'd' }, status: { selector: 'a=b' } });
    t.match(attributes?.oldObject, scaleOf(before));
    t.notHas(attributes?.object, { spec: { template: {} } });
  }
  mutating.set('m', [
    {
      hook: {
        name: 'seven',
        reinvocation: 'Never',
        mutate({ object }) {
          (object as unknown as { spec: object }).spec = { replicas: 7 };
          return 'changed';
        },
      },
      matches: ({ subresource }) => subresource === 'scale',
    },
  ]);
  const asked = await ask('PATCH', `${path}/d/scale`, { spec: { replicas: 4 } }, merge);
  t.match(asked.object, { kind: 'Scale', spec: { replicas: 7 } });
  t.match((await ask('GET', `${path}/d`)).object, { spec: { replicas: 7, template } });
});

t.test('connections are admitted, and reading is not (ADM-004, ADM-002, ADM-005)', async (t) => {
  const { validating, ask } = await scene(t);
  const seen: AdmissionAttributes[] = [];
  validating.set('w', [
    witness(seen, ({ group, resource, name, operation }) => {
      if (operation === 'CONNECT') throw forbidden({ group, resource }, name, 'no connections');
      return undefined;
    }),
  ]);
  for (const [method, path, kind, options] of [
    [
      'POST',
      `${pods}/p/exec?command=ls&command=-l&stdout=1&stdin=false&tty&container=c`,
      'PodExecOptions',
      { stdout: true, tty: true, container: 'c', command: ['ls', '-l'] },
    ],
    ['POST', `${pods}/p/attach?stderr=true`, 'PodAttachOptions', { stderr: true }],
    ['POST', `${pods}/p/portforward?ports=80&ports=81`, 'PodPortForwardOptions', { ports: [80, 81] }],
    ['GET', '/api/v1/nodes/n/proxy/pods', 'NodeProxyOptions', { path: '/pods' }],
    ['GET', `${pods}/p/proxy`, 'PodProxyOptions', {}],
  ] as const) {
    const { status, object } = await ask(method, path);
    t.match({ status, object }, { status: 403, object: { message: / is forbidden: no connections/ } });
    t.match(seen, [{ operation: 'CONNECT', kind: { kind }, oldObject: undefined }]);
    t.strictSame(seen.splice(0)[0]?.object, { kind, apiVersion: 'v1', metadata: {}, ...options });
  }
  t.equal((await ask('GET', `${pods}/p/log`)).status, 200, 'a log is read');
  await ask('GET', pods);
  await ask('GET', `${pods}/p`);
  t.strictSame(seen, []);
});

t.test('annotations of hooks are in the audit event, of refused writes too', async (t) => {
  const { validating, ask } = await scene(t);
  const results: (string | undefined)[] = [];
  validating.set('w', [
    witness([], (attributes) => {
      results.push(attributes.addAnnotation('policy.example.com/checked', 'yes'));
      results.push(attributes.addAnnotation('policy.example.com/checked', 'yes'));
      results.push(attributes.addAnnotation('policy.example.com/checked', 'no'));
      results.push(attributes.addAnnotation('without-a-plug-in', 'x'));
      results.push(attributes.addAnnotation('a/b/c', 'x'));
      results.push(attributes.addAnnotation('-bad-/key', 'x'));
      results.push(attributes.addAnnotation('policy.example.com/patch', 'secret', 'Request'));
      if (attributes.name === 'refused') throw forbidden({ group: '', resource: 'configmaps' }, 'refused', 'no');
      return undefined;
    }),
  ]);
  const { event } = await ask('POST', maps, map('a'));
  t.match(event, { stage: 'ResponseComplete', annotations: { 'policy.example.com/checked': 'yes' } });
  t.notHas(event?.annotations, { 'policy.example.com/patch': 'secret' }, 'an annotation of a higher level is left out');
  const keys = Object.keys(event?.annotations ?? {}).filter((key) => !key.startsWith('authorization.'));
  t.strictSame(keys, ['policy.example.com/checked'], 'no malformed key is there');
  t.match(results, [
    undefined,
    undefined,
    /checked has another value/,
    /"without-a-plug-in" is not of the form/,
    /"a\/b\/c" is not of the form/,
    /-bad-/,
    undefined,
  ]);
  t.match((await ask('POST', maps, map('refused'))).event, {
    responseStatus: { code: 403 },
    annotations: { 'policy.example.com/checked': 'yes' },
  });
  const more = await scene(t, 'Request');
  more.validating.set('w', [
    witness([], (attributes) => void attributes.addAnnotation('policy.example.com/patch', 'shown', 'Request')),
  ]);
  t.match((await more.ask('POST', maps, map('a'))).event?.annotations, { 'policy.example.com/patch': 'shown' });
});

t.test('metrics count phases and plug-ins, and their refusals', async (t) => {
  const { validating, metrics, ask } = await scene(t);
  validating.set('w', [
    witness([], ({ name }) => {
      if (name === 'refused') throw forbidden({ group: '', resource: 'configmaps' }, name, 'no');
      return undefined;
    }),
  ]);
  await ask('POST', maps, map('a'));
  await ask('POST', maps, map('refused'));
  const text = await metrics.render();
  for (const rejected of ['false', 'true']) {
    const labels = `type="validate",operation="CREATE",rejected="${rejected}"`;
    t.match(text, `apiserver_admission_step_admission_duration_seconds_count{${labels}} 1\n`);
    const own = `name="ValidatingAdmissionWebhook",${labels}`;
    t.match(text, `apiserver_admission_controller_admission_duration_seconds_count{${own}} 1\n`);
  }
  t.match(
    text,
    'apiserver_admission_step_admission_duration_seconds_count{type="admit",operation="CREATE",rejected="false"} 2\n',
  );
});
