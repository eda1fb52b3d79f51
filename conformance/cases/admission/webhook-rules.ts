import { fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';
import type { Case } from '../../contract/case.ts';
import { type AskedWebhook, startAdmissionWebhook } from '../../fixtures/webhook/admission-webhook.ts';
import { ruledWebhooks } from '../../fixtures/webhook/ruled-webhooks.ts';
import { configMap, namespace, pod, role } from '../../fixtures/manifests.ts';

/** Time limit in milliseconds until a new configuration takes effect. */
const soon = 8000;

export default {
  id: 'webhook-rules',
  title:
    'A webhook MUST be asked about the writes that its rules, selectors and conditions match, and about no others.',
  requirements: ['ADM-003', 'REMOVED-037', 'REMOVED-120'],
  needs: ['namespace'],
  launch: { server: [] },
  async run(c) {
    const hook = await startAdmissionWebhook();
    try {
      const group = c.vendor.fill('admissionregistration.{api}/v1');
      const mark = c.unique('ruled');
      const seen = { seen: mark };
      const roleGroup = c.vendor.fill('rbac.authorization.{api}');
      const webhooks = ruledWebhooks({
        clientConfig: (path) => hook.clientConfig(path),
        roleGroup,
        namespaceLabel: c.vendor.fill('{label}/metadata.name'),
        namespace: c.namespace,
        mark,
      });
      const name = c.unique('rules');
      for (const kind of ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration']) {
        const configurations = c.clusterResource(group, `${kind.toLowerCase()}s`);
        c.removeLater(configurations.item(name));
        // Both kinds ask the same: one under paths of its own.
        const prefix = kind.startsWith('Mutating') ? '/m' : '/v';
        expectCreated(
          await c.wire.post(configurations.collection, {
            apiVersion: group,
            kind,
            metadata: { name },
            webhooks: webhooks(prefix),
          }),
        );
      }
      const taken = (): readonly AskedWebhook[] => hook.asked.splice(0);
      const asked = (calls: readonly AskedWebhook[], prefix: string): readonly string[] =>
        calls
          .filter(({ path }) => path.startsWith(prefix))
          .map(({ path }) => path.slice(prefix.length + 1))
          .sort();
      /** Fails unless the webhooks of both kinds that are asked about a write are these. */
      const expectAsked = async (
        what: string,
        write: Promise<Exchange>,
        expected: string,
      ): Promise<readonly AskedWebhook[]> => {
        const response = await write;
        if (response.status !== 201) expectOk(response);
        const calls = taken();
        for (const prefix of ['/v', '/m'])
          expectEqual(
            `webhooks asked about ${what} (${prefix})`,
            asked(calls, prefix),
            expected.split(' ').filter(Boolean).sort(),
          );
        return calls;
      };

      const maps = c.resource('v1', 'configmaps');
      const map = (name: string, data: Record<string, string> = {}, labels: Record<string, string> = seen) =>
        configMap(name, data, { labels });
      const trial = `${maps.collection}?dryRun=All`;
      const probe = async (): Promise<void> => {
        taken();
        expectCreated(await c.wire.post(trial, map('probe')));
        expectEqual('kinds of webhooks', new Set(taken().map(({ path }) => path.slice(0, 2))).size, 2);
      };
      await c.eventually(probe, soon);
      const everyMap = 'core everything namespaced no-such-label own-namespaces resources two-rules';
      const state = (value: string) => ({ ...seen, state: value });
      await expectAsked(
        'a creation',
        c.wire.post(maps.collection, map('a-map')),
        `${everyMap} both-conditions create not-out`,
      );
      await expectAsked('what a condition leaves out', c.wire.post(trial, map('b-map')), `${everyMap} create not-out`);
      const item = maps.item('a-map');
      const change = `${everyMap} both-conditions change`;
      await expectAsked('an update', c.wire.put(item, map('a-map', { n: '1' })), `${change} not-out`);
      const toLabel = c.wire.put(item, map('a-map', {}, state('in')));
      await expectAsked('an update that adds a label', toLabel, `${change} labelled not-out`);
      const toOther = c.wire.put(item, map('a-map', {}, state('out')));
      await expectAsked('an update that takes the label away', toOther, `${change} labelled not-out`);
      const within = c.wire.put(item, map('a-map', { n: '2' }, state('out')));
      await expectAsked('an update of an object that is left out', within, change);
      await expectAsked('a removal', c.wire.delete(item), `${everyMap} both-conditions remove`);
      await expectAsked('an object without the label', c.wire.post(trial, configMap('a-map', {})), '');

      const pods = c.resource('v1', 'pods');
      const anyKind = 'everything no-such-label not-out own-namespaces resources';
      const newPod = c.wire.post(`${pods.collection}?dryRun=All`, pod('a-pod', {}, { labels: seen }));
      await expectAsked('a pod', newPod, `${anyKind} core namespaced parts-of-pods pods`);
      expectCreated(await c.wire.post(pods.collection, pod('a-pod', {}, { labels: seen })));
      taken();
      const status = c.wire.patch(pods.item('a-pod', 'status'), 'merge', { status: { message: 'a' } });
      await expectAsked('a sub-resource of a pod', status, 'everything parts-of-pods statuses');

      const roles = c.clusterResource(`${roleGroup}/v1`, 'clusterroles');
      const clusterRole = {
        ...role(`${roleGroup}/v1`, 'ClusterRole', 'ruled', []),
        metadata: { name: c.unique('ruled'), labels: seen },
      };
      const newRole = c.wire.post(`${roles.collection}?dryRun=All`, clusterRole);
      await expectAsked('an object of the cluster', newRole, `${anyKind} cluster other-namespaces two-rules`);

      // The selector of namespaces is about the labels of the namespace itself, which is an object of the cluster.
      const newNamespace = c.wire.post('/api/v1/namespaces?dryRun=All', namespace(c.unique('ruled'), { labels: seen }));
      const ofCluster = 'cluster everything no-such-label not-out other-namespaces resources';
      await expectAsked('a new namespace', newNamespace, `${ofCluster} core`);
      const ownNamespace = `/api/v1/namespaces/${c.namespace}?dryRun=All`;
      await expectAsked(
        'the own namespace',
        c.wire.patch(ownNamespace, 'merge', { metadata: { labels: seen } }),
        'cluster core everything no-such-label not-out own-namespaces resources',
      );

      // An update is judged by what the labels of the namespace become.
      await expectAsked(
        'the own namespace with another label',
        c.wire.patch(ownNamespace, 'merge', { metadata: { labels: { ...seen, 'nothing.example/x': 'y' } } }),
        'cluster core everything not-out own-namespaces resources',
      );

      // Webhooks are not called for webhook configurations and policies: a wrong one can always be removed.
      const validations = [{ expression: 'true' }];
      const matchConstraints = {
        resourceRules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
      };
      for (const [kind, more] of [
        ['ValidatingWebhookConfiguration', {}],
        ['MutatingWebhookConfiguration', {}],
        ['ValidatingAdmissionPolicy', { spec: { matchConstraints, validations } }],
        ['ValidatingAdmissionPolicyBinding', { spec: { policyName: 'none', validationActions: ['Deny'] } }],
      ] as const) {
        const { collection } = c.clusterResource(group, `${kind.toLowerCase()}s`.replace(/ys$/, 'ies'));
        const metadata = { name: c.unique('ruled'), labels: seen };
        await expectAsked(
          kind,
          c.wire.post(`${collection}?dryRun=All`, { apiVersion: group, kind, metadata, ...more }),
          '',
        );
      }

      await c.holds('REMOVED-037', async () => {
        const scalers = c.resource('autoscaling/v2', 'horizontalpodautoscalers');
        const scaler = {
          apiVersion: 'autoscaling/v2',
          kind: 'HorizontalPodAutoscaler',
          metadata: { name: 'scaler', labels: seen },
          spec: { scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }, maxReplicas: 3 },
        };
        const newScaler = c.wire.post(`${scalers.collection}?dryRun=All`, scaler);
        const calls = await expectAsked('another version', newScaler, `${anyKind} equivalent namespaced`);
        const call = calls.find(({ path }) => path === '/v/equivalent');
        const versions = ['kind.version', 'requestKind.version', 'resource.version', 'object.apiVersion'];
        const shown = versions.map((field) => fieldOf(call?.request, field));
        expectEqual('versions in the question', shown, ['v1', 'v2', 'v1', 'autoscaling/v1']);
      });

      const refused = await c.wire.post(trial, map('a-map', {}, { broken: mark }));
      expectFailure(refused, [403, 500]);
      expectEqual('webhooks asked when a condition fails', taken().length, 0);
    } finally {
      await hook.close();
    }
  },
} satisfies Case;
