// Pod security as a plug-in: labels of namespaces, pods that are refused, workloads that are warned of, exemptions.

import t from 'tap';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { loadSchemas } from '../../../shared/schema/builtin.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import { FixedLister } from '../../../fixtures/apiserver/fixed-lister.fixture.ts';
import { admit, testPod, testUser, testWrite } from '../../../fixtures/apiserver/admission-write.fixture.ts';
import { podSecurityConfiguration } from './configuration.ts';
import { podSecurity } from './pod-security.ts';

const namespace = (labels: Record<string, string>): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'ns', labels },
});
const container = (securityContext: object) => ({ containers: [{ name: 'c', image: 'i', securityContext }] });
const privileged = container({ privileged: true });
const violation = 'privileged (container "c" must not set securityContext.privileged=true)';

for (const id of vendorIds) {
  const vendor = vendorOf(id);
  const types = { vendor, schemas: loadSchemas(vendor) };
  const label = (name: string): string => vendor.fill(`pod-security.{label}/${name}`);
  const labels = (given: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [label(name), value]));
  const plugin = (
    given: Readonly<Record<string, string>>,
    { exemptions = {}, defaults = {}, pods = [] as readonly ApiObject[] } = {},
  ) =>
    podSecurity({
      vendor,
      namespaces: new FixedLister([namespace(labels(given))]),
      pods: new FixedLister(pods),
      configuration: podSecurityConfiguration(
        {
          apiVersion: vendor.fill('pod-security.admission.config.{api}/v1'),
          kind: 'PodSecurityConfiguration',
          exemptions,
          defaults,
        },
        types,
      ),
      monotonic: () => 0,
    });
  const newPod = (spec: object, more: object = {}) => testWrite('CREATE', 'pods', { object: testPod(spec), ...more });
  const deployment = (spec: object) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'd', namespace: 'ns' },
    spec: { template: { metadata: {}, spec } },
  });
  const newDeployment = (spec: object) =>
    testWrite('CREATE', 'deployments', { group: 'apps', object: deployment(spec) });

  t.test(
    `${id}: a pod that violates the enforced level is refused, with an annotation in the audit event`,
    async (t) => {
      const write = newPod(privileged);
      const refused = await admit(plugin({ enforce: 'baseline', audit: 'restricted' }), write);
      t.equal(refused?.code, 403);
      t.equal(refused?.message, `pods "p" is forbidden: violates PodSecurity "baseline:latest": ${violation}`);
      t.strictSame(write.warnings, [], 'what is refused is not warned of');
      t.equal(write.annotations.get(label('enforce-policy')), 'baseline:latest');
      t.match(
        write.annotations.get(label('audit-violations')),
        /^would violate PodSecurity "restricted:latest": privil/,
      );
      const kept = newPod(container({}));
      t.equal(await admit(plugin({ enforce: 'baseline', 'enforce-version': 'v1.20' }), kept), undefined);
      t.equal(kept.annotations.get(label('enforce-policy')), 'baseline:v1.20');
    },
  );

  t.test(
    `${id}: a violation of the warn level is accepted with a warning, in workloads even if the level is enforced`,
    async (t) => {
      const write = newPod(privileged);
      t.equal(await admit(plugin({ warn: 'baseline' }), write), undefined);
      t.strictSame(write.warnings, [`would violate PodSecurity "baseline:latest": ${violation}`]);
      const workload = newDeployment(privileged);
      t.equal(await admit(plugin({ enforce: 'baseline', 'enforce-version': 'v1.30' }), workload), undefined);
      t.strictSame(workload.warnings, [`would violate PodSecurity "baseline:v1.30": ${violation}`]);
      t.notOk(workload.annotations.has(label('enforce-policy')));
      const silent = newDeployment(privileged);
      await admit(plugin({ enforce: 'baseline', warn: 'privileged' }), silent);
      t.strictSame(silent.warnings, []);
      const cron = testWrite('CREATE', 'cronjobs', {
        group: 'batch',
        object: { ...deployment({}), spec: { jobTemplate: { spec: { template: { spec: privileged } } } } },
      });
      await admit(plugin({ warn: 'baseline' }), cron);
      t.equal(cron.warnings.length, 1);
      const bare = testWrite('CREATE', 'replicationcontrollers', { object: { ...deployment({}), spec: {} } });
      await admit(plugin({ warn: 'baseline' }), bare);
      t.strictSame(bare.warnings, []);
    },
  );

  t.test(`${id}: a namespace without labels gets no warnings`, async (t) => {
    const write = newPod(privileged);
    t.equal(await admit(plugin({}), write), undefined);
    t.strictSame([...write.annotations], [[label('enforce-policy'), 'privileged:latest']]);
    t.strictSame(write.warnings, []);
    const gone = await admit(plugin({}), newPod(privileged, { namespace: 'other' }));
    t.equal(gone?.code, 500, 'a namespace that is not known');
  });

  t.test(`${id}: invalid labels are refused; a namespace that already has them uses the strictest level`, async (t) => {
    const write = (
      operation: 'CREATE' | 'UPDATE',
      given: Record<string, string>,
      before: Record<string, string> = {},
    ) =>
      testWrite(operation, 'namespaces', {
        namespace: '',
        kind: { group: '', version: 'v1', kind: 'Namespace' },
        object: namespace(labels(given)),
        ...(operation === 'UPDATE' ? { oldObject: namespace(labels(before)) } : {}),
      });
    const faulty = { enforce: 'strict', 'warn-version': '1.20' };
    const refused = await admit(plugin({}), write('CREATE', faulty));
    t.equal(refused?.code, 422);
    t.equal(
      refused?.message,
      `Namespace "ns" is invalid: [metadata.labels[${label('enforce')}]: Invalid value: "strict": must be one of ` +
        `privileged, baseline, restricted, metadata.labels[${label('warn-version')}]: Invalid value: "1.20": ` +
        'must be "latest" or "v1.x"]',
    );
    t.equal((await admit(plugin({}), write('UPDATE', faulty)))?.code, 422);
    t.equal(await admit(plugin({}), write('UPDATE', faulty, faulty)), undefined, 'it was so before');
    for (const version of ['latest', 'v1.0', 'v1.99']) {
      t.equal(await admit(plugin({}), write('CREATE', { 'audit-version': version })), undefined, version);
    }
    for (const version of ['v1.01', 'v2.0', 'v1', '']) {
      t.equal((await admit(plugin({}), write('CREATE', { 'audit-version': version })))?.code, 422, version);
    }
    const pod = newPod(container({}));
    const broken = await admit(plugin(faulty), pod);
    t.match(broken?.message, 'violates PodSecurity "restricted:latest": allowPrivilegeEscalation != false');
    t.match(pod.annotations.get(label('error')), /^Failed to parse policy: metadata\.labels\[/);
  });

  t.test(`${id}: pods that break a level that is raised are warned of, alike ones together`, async (t) => {
    const running = (name: string, spec: object, owner = ''): ApiObject => ({
      ...testPod(spec, { name }),
      metadata: {
        name,
        namespace: 'ns',
        ...(owner === ''
          ? {}
          : { ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: 'x', uid: owner, controller: true }] }),
      },
    });
    const pods = [
      running('c', privileged, 'one'),
      running('b', privileged, 'one'),
      running('d', { ...privileged, hostPID: true }),
      running('e', { ...privileged, runtimeClassName: 'vm' }),
      running('good', container({})),
    ];
    const raise = (given: Record<string, string>, before: Record<string, string> = {}) =>
      testWrite('UPDATE', 'namespaces', {
        namespace: '',
        object: namespace(labels(given)),
        oldObject: namespace(labels(before)),
      });
    const write = raise({ enforce: 'baseline' });
    const exemptions = { runtimeClasses: ['vm'] };
    t.equal(await admit(plugin({}, { pods, exemptions }), write), undefined);
    t.strictSame(write.warnings, [
      'existing pods in namespace "ns" violate the new PodSecurity enforce level "baseline:latest"',
      'b (and 1 other pod): privileged',
      'd: host namespaces, privileged',
    ]);
    for (const [given, before] of [
      [{ enforce: 'privileged' }, { enforce: 'baseline' }],
      [{ enforce: 'baseline' }, { enforce: 'restricted' }],
      [{ enforce: 'baseline' }, { enforce: 'baseline' }],
      [{ warn: 'baseline' }, {}],
    ] as const) {
      const quiet = raise(given, before);
      await admit(plugin({}, { pods }), quiet);
      t.strictSame(quiet.warnings, [], JSON.stringify([given, before]));
    }
    const many = Array.from({ length: 3001 }, (_, index) => running(`p${String(index).padStart(4, '0')}`, privileged));
    const limited = raise({ enforce: 'baseline' });
    await admit(plugin({}, { pods: many }), limited);
    t.strictSame(limited.warnings, [
      'new PodSecurity enforce level only checked against the first 3000 of 3001 existing pods',
      'existing pods in namespace "ns" violate the new PodSecurity enforce level "baseline:latest"',
      'p0000 (and 2999 other pods): privileged',
    ]);
  });

  t.test(`${id}: an update is judged where it changes an image or adds a container`, async (t) => {
    const enforced = plugin({ enforce: 'baseline' });
    const update = (spec: object, before: object, subresource = '') =>
      admit(enforced, testWrite('UPDATE', 'pods', { subresource, object: testPod(spec), oldObject: testPod(before) }));
    const image = { containers: [{ ...privileged.containers[0], image: 'j' }] };
    t.equal(await update(privileged, privileged), undefined);
    t.equal((await update(image, privileged))?.code, 403);
    const debug = { ...container({}), ephemeralContainers: [{ name: 'e', securityContext: { privileged: true } }] };
    t.equal((await update(debug, container({}), 'ephemeralcontainers'))?.code, 403);
    t.equal(await update(debug, debug, 'ephemeralcontainers'), undefined);
    t.equal(await update(image, privileged, 'status'), undefined, 'its status says nothing of rights');
  });

  t.test(`${id}: namespaces, users and runtime classes may be exempt, and defaults hold without labels`, async (t) => {
    const enforce = { enforce: 'restricted' };
    const exempt = async (exemptions: object, write: ReturnType<typeof newPod>) => {
      t.equal(await admit(plugin(enforce, { exemptions }), write), undefined);
      return write.annotations.get(label('exempt'));
    };
    t.equal(await exempt({ namespaces: ['ns'] }, newPod(privileged)), 'namespace');
    t.equal(await exempt({ usernames: ['u'] }, newPod(privileged, { user: testUser('u') })), 'user');
    t.equal(
      await exempt({ runtimeClasses: ['vm'] }, newPod({ ...privileged, runtimeClassName: 'vm' })),
      'runtimeClass',
    );
    const other = await admit(plugin(enforce, { exemptions: { usernames: ['v'] } }), newPod(privileged));
    t.equal(other?.code, 403);
    const defaults = { enforce: 'baseline', 'enforce-version': 'v1.25' };
    const byDefault = await admit(plugin({}, { defaults }), newPod(privileged));
    t.match(byDefault?.message, 'violates PodSecurity "baseline:v1.25"');
    t.equal(await admit(plugin({ enforce: 'privileged' }, { defaults }), newPod(privileged)), undefined);
    const labelled = testWrite('CREATE', 'namespaces', {
      namespace: '',
      object: namespace(labels({ enforce: 'baseline', audit: 'privileged', 'warn-version': 'v1.20' })),
    });
    await admit(plugin({}, { exemptions: { namespaces: ['ns'] } }), labelled);
    t.strictSame(labelled.warnings, [
      'namespace "ns" is exempt from Pod Security, and the policy (enforce=baseline:latest, warn=baseline:v1.20) will be ignored',
    ]);
  });
}
