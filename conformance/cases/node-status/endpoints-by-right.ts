import { createObject } from '../../fixtures/created-objects.ts';
import { agentNode } from '../../fixtures/agent-node.ts';
import { serviceAccount } from '../../fixtures/manifests.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { expectText } from '../../wire/expect/object.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Wire } from '../../wire/exchange/wire.ts';

/** Endpoints by the sub-resource of the node whose right opens them. */
const endpoints: Readonly<Record<string, readonly (readonly [method: string, path: string])[]>> = {
  stats: [
    ['GET', '/stats/summary'],
    ['GET', '/stats/no-such-path'],
  ],
  metrics: [
    ['GET', '/metrics'],
    ['GET', '/metrics/cadvisor'],
    ['GET', '/metrics/resource'],
    ['GET', '/metrics/probes'],
    ['GET', '/metrics/slis'],
  ],
  log: [['GET', '/logs/']],
  checkpoint: [['POST', '/checkpoint/default/no-such-pod/container']],
  pods: [
    ['GET', '/pods'],
    ['GET', '/runningpods/'],
  ],
  healthz: [
    ['GET', '/healthz'],
    ['GET', '/healthz/ping'],
  ],
  configz: [['GET', '/configz']],
  proxy: [
    ['GET', '/containerLogs/default/no-such-pod/container'],
    ['GET', '/exec/default/no-such-pod/container'],
    ['POST', '/exec/default/no-such-pod/container'],
    ['POST', '/attach/default/no-such-pod/container'],
    ['POST', '/portForward/default/no-such-pod'],
    ['POST', '/run/default/no-such-pod/container'],
    ['GET', '/debug/pprof/'],
    ['GET', '/debug/flags/v'],
  ],
};

const verbs: Readonly<Record<string, string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'update',
  DELETE: 'delete',
  PATCH: 'patch',
};

export default {
  id: 'endpoints-by-right',
  title:
    'An agent MUST open each endpoint to callers with the right to its sub-resource of the node, by verb, and to no others.',
  requirements: ['CKPT-026', 'CKPT-028U', 'NSTAT-002'],
  needs: ['agent', 'agent-credentials', 'namespace', 'rbac'],
  async run(c) {
    const node = await agentNode(c);
    const subresources = Object.keys(endpoints);
    const callers = await Promise.all(
      subresources.map(async (subresource) => {
        const methods = new Set((endpoints[subresource] ?? []).map(([method]) => method));
        const caller = await callerWith(
          c,
          node.name,
          subresource,
          [...methods].map((method) => verbs[method] ?? ''),
        );
        return [subresource, caller] as const;
      }),
    );
    for (const [own, caller] of callers) {
      for (const [subresource, paths] of Object.entries(endpoints)) {
        // `proxy` also opens what has a narrower right.
        const isOpen = own === subresource || (own === 'proxy' && ['pods', 'healthz', 'configz'].includes(subresource));
        for (const [method, path] of paths) {
          const { status } = await caller.send(method, path, undefined);
          const what = `status of ${method} ${path} with the right to ${own}`;
          if (isOpen) expectThat(what, ![401, 403].includes(status), 'not 401 or 403', status);
          else expectThat(what, status === 403, '403', status);
        }
      }
    }
    // The right to one verb opens no other, and the right to another node nothing.
    const reader = await callerWith(c, node.name, 'proxy', ['get']);
    const elsewhere = await callerWith(c, `${node.name}-other`, 'proxy', ['*']);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status } = await reader.send(method, '/run/default/no-such-pod/container', undefined);
      expectThat(`status of ${method} with the right to get`, status === 403, '403', status);
    }
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const caller = await callerWith(c, node.name, 'proxy', [verbs[method] ?? '']);
      for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const { status } = await caller.send(other, '/run/default/no-such-pod/container', undefined);
        const what = `status of ${other} with the right to ${verbs[method]}`;
        if (other === method) expectThat(what, ![401, 403].includes(status), 'not 401 or 403', status);
        else expectThat(what, status === 403, '403', status);
      }
    }
    for (const path of ['/healthz', '/pods', '/configz', '/exec/default/no-such-pod/container']) {
      const { status } = await elsewhere.get(path);
      expectThat(`status of GET ${path} with a right to another node`, status === 403, '403', status);
    }
  },
} satisfies Case;

/** A caller of the agent: a new account that has these verbs on one sub-resource of a node. */
async function callerWith(c: CaseContext, node: string, subresource: string, verbs: readonly string[]): Promise<Wire> {
  const name = c.unique('caller');
  const accounts = c.resource('v1', 'serviceaccounts');
  await createObject(c, accounts.collection, serviceAccount(name));
  const group = c.vendor.fill('rbac.authorization.{api}');
  const rules = [{ apiGroups: [''], resources: [`nodes/${subresource}`], resourceNames: [node], verbs }];
  const [roles, bindings] = ['clusterroles', 'clusterrolebindings'].map((one) => c.clusterResource(`${group}/v1`, one));
  const metadata = { name: `${c.namespace}-${name}` };
  if (roles === undefined || bindings === undefined) throw new TypeError('no paths');
  for (const paths of [roles, bindings]) c.removeLater(paths.item(metadata.name));
  const apiVersion = `${group}/v1`;
  await createObject(c, roles.collection, { apiVersion, kind: 'ClusterRole', metadata, rules });
  await createObject(c, bindings.collection, {
    apiVersion,
    kind: 'ClusterRoleBinding',
    metadata,
    subjects: [{ kind: 'ServiceAccount', name, namespace: c.namespace }],
    roleRef: { apiGroup: group, kind: 'ClusterRole', name: metadata.name },
  });
  const request = { apiVersion: c.vendor.fill('authentication.{api}/v1'), kind: 'TokenRequest', spec: {} };
  const token = expectText(await createObject(c, accounts.item(name, 'token'), request), 'status.token');
  // The name of the scheme has no case.
  const scheme = subresource === 'stats' ? 'bearer' : 'Bearer';
  return c.agentAnonymous.withHeaders({ authorization: `${scheme} ${token}` });
}
