import t from 'tap';
import { systemClock } from '../../shared/process/time/system-clock.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { alwaysAllow } from '../authorization/always/always-allow.ts';
import { FixedLister } from '../../fixtures/apiserver/fixed-lister.fixture.ts';
import { RuleResolver } from '../authorization/rbac/resolve.ts';
import type { AdmissionPlugin } from './contract/admission.ts';
import { admissionChain } from './chain.ts';
import {
  type AdmissionOptions,
  admissionPluginNames,
  defaultAdmissionPlugins,
  makeAdmission,
} from './make-admission.ts';
import { readPluginConfigurations } from './plugin-configurations.ts';
import { loadSchemas } from '../../shared/schema/builtin.ts';
import { testPod, testWrite } from '../../fixtures/apiserver/admission-write.fixture.ts';

const request = new AbortController();
const vendor = vendorOf('orch');
const lister = new FixedLister();
const rbac = { clusterRoles: lister, roles: lister, clusterRoleBindings: lister, roleBindings: lister };

function make(more: Partial<AdmissionOptions> = {}) {
  return makeAdmission({
    vendor,
    clock: systemClock,
    listers: {
      namespaces: lister,
      limitRanges: lister,
      serviceAccounts: lister,
      pods: lister,
      nodes: lister,
      csiDrivers: lister,
      priorityClasses: lister,
      storageClasses: lister,
      ingressClasses: lister,
      runtimeClasses: lister,
      resourceQuotas: lister,
      validatingPolicies: lister,
      mutatingPolicies: lister,
    },
    authorizer: alwaysAllow(),
    rules: new RuleResolver(rbac, vendor),
    resourceOf: () => undefined,
    configurations: readPluginConfigurations(undefined, { vendor, schemas: loadSchemas(vendor) }),
    ...more,
  });
}

function plugin(name: string, calls: string[], refuse = ''): AdmissionPlugin {
  return {
    name,
    handles: (_operation, _group, resource) => resource === 'things',
    async mutate() {
      calls.push(`mutate ${name}`);
      if (refuse === 'mutate') throw new TypeError(name);
    },
    async validate() {
      calls.push(`validate ${name}`);
    },
  };
}

t.test('plug-ins run in order, and the first refusal ends the request (ADM-006, ADM-011, ADM-022)', async (t) => {
  const calls: string[] = [];
  const chain = admissionChain([plugin('a', calls), plugin('b', calls, 'mutate'), plugin('c', calls)]);
  await t.rejects(async () => chain.mutate(testWrite('CREATE', 'things'), request), /b/);
  t.strictSame(calls, ['mutate a', 'mutate b']);
  await chain.validate(testWrite('CREATE', 'things'), request);
  t.strictSame(calls.slice(2), ['validate a', 'validate b', 'validate c']);
  await chain.mutate(testWrite('CREATE', 'others'), request);
  t.equal(calls.length, 5, 'who does not handle a resource is not called');
});

t.test('a write waits until the objects that limit it are known, and fails when they cannot be', async (t) => {
  for (const name of ['LimitRanger', 'ResourceQuota']) {
    const disable = defaultAdmissionPlugins.filter((each) => each !== name);
    const write = testWrite('CREATE', 'pods', { object: testPod({ containers: [] }) });
    let finish = (): void => {};
    const read = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const waiting = make({ disable, whenFresh: () => read });
    let done = false;
    const create = Promise.resolve(waiting.validate(write, request)).then(() => {
      done = true;
    });
    await new Promise(setImmediate);
    t.notOk(done, name);
    finish();
    await create;
    t.ok(done, name);
    const failing = make({ disable, whenFresh: () => Promise.reject(new TypeError('cannot be read')) });
    await t.rejects(async () => failing.validate(write, request), /cannot be read/, name);
  }
});

t.test('the default set is on, the others wait to be named (ADM-017, ADM-023U, NODEAUTHZ-024)', async (t) => {
  t.ok(defaultAdmissionPlugins.includes('NamespaceLifecycle'));
  t.notOk(defaultAdmissionPlugins.includes('NodeRestriction'));
  t.ok(admissionPluginNames.includes('NodeRestriction'));
  const write = testWrite('UPDATE', 'things', { namespace: '' });
  await make().validate(write, request);
  await t.rejects(async () => make({ enable: ['AlwaysDeny'] }).validate(write, request), /denying all modifications/);
  await t.rejects(async () => make().mutate(testWrite('CREATE', 'things'), request), /namespaces "ns" not found/);
  await make({ disable: ['NamespaceLifecycle'] }).mutate(testWrite('CREATE', 'things'), request);
});

t.test('unknown and unavailable names are refused with the known ones named (ADM-017)', async (t) => {
  t.throws(() => make({ enable: ['Magic'] }), /"Magic" is unknown; known: AlwaysAdmit, NamespaceLifecycle/);
  t.throws(() => make({ enable: ['ImagePolicyWebhook'] }), /"ImagePolicyWebhook" is not available in this build/);
  t.doesNotThrow(() => make({ disable: ['ImagePolicyWebhook'] }), 'what is not here is off');
  t.throws(() => make({ enable: ['Priority'], disable: ['Priority'] }), /both enabled and disabled/);
  t.throws(() => make({ disable: ['RBACEscalation'] }), /"RBACEscalation" is unknown/);
});

t.test('plug-ins made elsewhere get the position of their name in the order (ADM-009, ADM-018)', async (t) => {
  const calls: string[] = [];
  const further = [plugin('ValidatingAdmissionWebhook', calls), plugin('ValidatingAdmissionPolicy', calls)];
  await make({ further }).validate(testWrite('CREATE', 'things'), request);
  t.strictSame(calls, ['validate ValidatingAdmissionPolicy', 'validate ValidatingAdmissionWebhook']);
  await make({ further, disable: ['ValidatingAdmissionWebhook'] }).validate(testWrite('CREATE', 'things'), request);
  t.equal(calls.length, 3);
});
