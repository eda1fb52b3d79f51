import type { Case, CaseContext } from '../../contract/case.ts';
import { createPod } from '../../fixtures/created-objects.ts';
import { switchedOn } from '../../fixtures/launches.ts';
import { namespace, pod } from '../../fixtures/manifests.ts';
import { enforceLevel, expectPodSecurity, levelLabel, setLevels } from '../../fixtures/pod-security/levels.ts';
import { type PodChange, privilegedContainer, securedPod } from '../../fixtures/pod-security/secured-pods.ts';
import { podMakers } from '../../fixtures/pod-security/pod-makers.ts';
import { warningsOf } from '../../wire/expect/headers.ts';
import { expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';

const sharing: PodChange = { what: 'sharing', spec: { hostPID: true } };
const escalating: PodChange = { what: 'escalating', security: { allowPrivilegeEscalation: true } };

export default {
  id: 'pod-security-modes',
  title:
    'Pod security MAY warn at another level than the enforced one, also about workloads, by the rules of the given version.',
  requirements: ['ADM-012'],
  needs: ['namespace'],
  launch: switchedOn,
  async run(c) {
    await expectPodSecurity(c);
    await enforceLevel(c, 'baseline');
    await refusesPrivileged(c);
    await warnsOfWorkloads(c);
    await followsVersions(c);
    await judgesUpdates(c);
    await warnsOfExistingPods(c);
    await refusesFaultyLabels(c);
  },
} satisfies Case;

const dryPost = (c: CaseContext, body: unknown) =>
  c.wire.post(`${c.resource('v1', 'pods').collection}?dryRun=All`, body);

async function refusesPrivileged(c: CaseContext): Promise<void> {
  const refused = await dryPost(c, securedPod('privileged', privilegedContainer));
  expectFailure(refused, 403, 'Forbidden');
  expectPattern(refused, 'message', /privileged/);
  expectNoWarning(await dryPost(c, securedPod('escalating', escalating)));
}

/** Without a warn label the namespace warns at the enforced level. */
async function warnsOfWorkloads(c: CaseContext): Promise<void> {
  for (const { groupVersion, resource, make } of podMakers) {
    const { collection } = c.resource(groupVersion, resource);
    const template = (change: PodChange) => {
      const { metadata = {}, spec } = securedPod('x', change) as { metadata?: object; spec: object };
      return {
        metadata: { ...metadata, name: undefined, labels: { app: 'x' } },
        spec: { ...spec, schedulingGates: undefined },
      };
    };
    const warned = await c.wire.post(`${collection}?dryRun=All`, make(template(sharing)));
    expectWarning(warned, /would violate PodSecurity "baseline:latest": host namespaces/);
    expectNoWarning(await c.wire.post(`${collection}?dryRun=All`, make(template(escalating))));
  }
  await setLevels(c, { warn: 'restricted' });
  await c.eventually(async () => {
    const warned = await dryPost(c, securedPod('escalating', escalating));
    expectWarning(warned, /would violate PodSecurity "restricted:latest": allowPrivilegeEscalation/);
  });
  expectNoWarning(await dryPost(c, securedPod('good', { what: 'nothing' })));
  await setLevels(c, { warn: 'privileged' });
  await c.eventually(async () => expectNoWarning(await dryPost(c, securedPod('escalating', escalating))));
}

/** A rule applies from the version that introduced it. */
async function followsVersions(c: CaseContext): Promise<void> {
  const setting = (name: string): PodChange => ({ what: name, podSecurity: { sysctls: [{ name, value: '1' }] } });
  const probe: PodChange = {
    what: 'probe',
    container: { livenessProbe: { tcpSocket: { host: '10.1.1.1', port: 1 } } },
  };
  const engine: PodChange = { what: 'engine', security: { seLinuxOptions: { type: 'container_engine_t' } } };
  const table: readonly (readonly [PodChange, last: number, first: number])[] = [
    [setting('net.ipv4.ip_local_reserved_ports'), 26, 27],
    [setting('net.ipv4.tcp_keepalive_time'), 28, 29],
    [setting('net.ipv4.tcp_wmem'), 31, 32],
    [engine, 30, 31],
    [probe, 34, 33],
  ];
  for (const [change, refusing, allowing] of table) {
    await enforceLevel(c, 'baseline', `v1.${refusing}`);
    expectFailure(await dryPost(c, securedPod('refused', change)), 403, 'Forbidden');
    await enforceLevel(c, 'baseline', `v1.${allowing}`);
    expectCreated(await dryPost(c, securedPod('allowed', change)));
  }
  // Rules of level restricted, with the minor version that introduced each.
  for (const [change, first] of [
    [escalating, 8],
    [{ what: 'kept', security: { capabilities: { drop: ['KILL'] } } }, 22],
    [{ what: 'root', security: { runAsUser: 0 } }, 23],
    [{ what: 'no seccomp', podSecurity: { seccompProfile: undefined } }, 19],
  ] as const) {
    await enforceLevel(c, 'restricted', `v1.${first}`);
    expectFailure(await dryPost(c, securedPod('refused', change)), 403, 'Forbidden');
    await enforceLevel(c, 'restricted', `v1.${first - 1}`);
    expectCreated(await dryPost(c, securedPod('allowed', change)));
  }
}

/** An existing pod may stay; it is checked again when its images change. */
async function judgesUpdates(c: CaseContext): Promise<void> {
  await enforceLevel(c, 'privileged');
  const pods = c.resource('v1', 'pods');
  for (const name of ['one', 'two']) await createPod(c, pod(name, { hostPID: true }));
  await createPod(c, pod('three', { hostNetwork: true, hostPID: true }));
  await enforceLevel(c, 'baseline');
  const type = 'application/strategic-merge-patch+json';
  expectOk(await c.wire.patch(pods.item('one'), type, { metadata: { labels: { a: 'b' } } }));
  expectOk(await c.wire.patch(pods.item('one'), type, { spec: { activeDeadlineSeconds: 9999 } }));
  const image = { spec: { containers: [{ name: 'main', image: 'registry.invalid/pause:2' }] } };
  expectFailure(await c.wire.patch(pods.item('one'), type, image), 403, 'Forbidden');
  const status = { status: { message: 'm' } };
  expectOk(await c.wire.patch(`${pods.item('one')}/status`, type, status));
  const debugging = (security: object) => ({
    spec: { ephemeralContainers: [{ name: 'debugger', image: 'registry.invalid/pause:1', securityContext: security }] },
  });
  expectCreated(await c.wire.post(pods.collection, securedPod('good', { what: 'nothing' })));
  const ephemeral = `${pods.item('good')}/ephemeralcontainers`;
  const faulty = debugging({ capabilities: { add: ['NET_ADMIN'] } });
  expectFailure(await c.wire.patch(ephemeral, type, faulty), 403, 'Forbidden');
  expectOk(await c.wire.patch(ephemeral, type, debugging({})));
}

async function warnsOfExistingPods(c: CaseContext): Promise<void> {
  await enforceLevel(c, 'privileged');
  const raised = await setLevels(c, { enforce: 'baseline' });
  const texts = warningsOf(raised).map(({ text }) => text);
  expectEqual('warnings about pods that are there', texts, [
    `existing pods in namespace "${c.namespace}" violate the new PodSecurity enforce level "baseline:latest"`,
    'one (and 2 other pods): host namespaces',
  ]);
  expectEqual('warnings of the same level', warningsOf(await setLevels(c, { audit: 'restricted' })), []);
  const older = await setLevels(c, { enforce: 'baseline', 'enforce-version': 'v1.30' });
  expectEqual('warnings of the same level in another version', warningsOf(older).length, 2);
  expectEqual('warnings of a lower level', warningsOf(await setLevels(c, { enforce: 'privileged' })), []);
}

async function refusesFaultyLabels(c: CaseContext): Promise<void> {
  for (const mode of ['enforce', 'audit', 'warn']) {
    for (const [name, value] of [
      [mode, 'strict'],
      [`${mode}-version`, 'v2.0'],
      [`${mode}-version`, '1.30'],
    ] as const) {
      const label = levelLabel(c, name);
      const faulty = namespace(c.unique('faulty'), { labels: { [label]: value } });
      const refused = await c.wire.post('/api/v1/namespaces?dryRun=All', faulty);
      expectFailure(refused, 422, 'Invalid');
      expectPattern(
        refused,
        'details.causes.0.field',
        new RegExp(`^metadata\\.labels\\[${label.replaceAll('.', '\\.')}\\]$`),
      );
      const change = { metadata: { labels: { [label]: value } } };
      const path = `/api/v1/namespaces/${c.namespace}?dryRun=All`;
      expectFailure(await c.wire.patch(path, 'application/merge-patch+json', change), 422, 'Invalid');
    }
  }
}

function expectWarning(response: Exchange, text: RegExp): void {
  expectCreated(response);
  const texts = warningsOf(response).map((warning) => warning.text);
  expectThat(
    `warnings of ${response.title}`,
    texts.some((each) => text.test(each)),
    String(text),
    texts,
  );
}

function expectNoWarning(response: Exchange): void {
  expectCreated(response);
  const texts = warningsOf(response).map((warning) => warning.text);
  expectEqual(
    `warnings of ${response.title}`,
    texts.filter((each) => each.includes('PodSecurity')),
    [],
  );
}
