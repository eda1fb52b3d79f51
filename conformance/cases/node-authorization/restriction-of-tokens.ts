import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { switchedOn } from '../../fixtures/launches.ts';
import { node, pod, serviceAccount } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectText } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';

const audience = 'conformance.example';

export default {
  id: 'restriction-of-tokens',
  title:
    'With NodeRestriction an agent MUST get tokens only bound to pods of its node and for audiences that they request.',
  requirements: ['NODEAUTHZ-024', 'NODEAUTHZ-031U'],
  needs: ['namespace', 'impersonation', 'node-authorizer'],
  launch: switchedOn,
  async run(c) {
    const nodes = { mine: c.unique('own'), theirs: c.unique('other') };
    const accounts = c.resource('v1', 'serviceaccounts');
    await createObject(c, accounts.collection, serviceAccount('robot'));
    const uids = { mine: '', theirs: '' };
    for (const which of ['mine', 'theirs'] as const) {
      c.removeLater(`/api/v1/nodes/${nodes[which]}`);
      await createObject(c, '/api/v1/nodes', node(nodes[which]));
      const projected = { sources: [{ serviceAccountToken: { path: 't', audience } }] };
      const made = await createPod(
        c,
        pod(which, {
          nodeName: nodes[which],
          serviceAccountName: 'robot',
          tolerations: [{ operator: 'Exists' }],
          volumes: [{ name: 't', projected }],
        }),
      );
      uids[which] = expectText(made, 'metadata.uid');
    }
    const agent = c.as(`system:node:${nodes.mine}`, 'system:nodes');
    const ask = (spec: object) =>
      agent.post(accounts.item('robot', 'token'), {
        apiVersion: c.vendor.fill('authentication.{api}/v1'),
        kind: 'TokenRequest',
        spec,
      });
    const own = { apiVersion: 'v1', kind: 'Pod', name: 'mine', uid: uids.mine };
    await c.holds('NODEAUTHZ-024', async () => {
      for (const audiences of [undefined, [audience]]) {
        const asked = audiences === undefined ? {} : { audiences };
        await c.eventually(async () => expectCreated(await ask({ boundObjectRef: own, ...asked })));
      }
    });
    await c.holds(['NODEAUTHZ-024', 'NODEAUTHZ-031U'], async () => {
      for (const spec of [
        {},
        { boundObjectRef: { ...own, kind: 'Secret' } },
        { boundObjectRef: { ...own, kind: 'Node', name: nodes.mine } },
        { boundObjectRef: { ...own, uid: '' } },
        { boundObjectRef: { ...own, uid: uids.theirs } },
        { boundObjectRef: { ...own, name: 'theirs', uid: uids.theirs } },
        { boundObjectRef: own, audiences: ['elsewhere.example'] },
        { boundObjectRef: own, audiences: [audience, 'elsewhere.example'] },
      ]) {
        expectFailure(await ask(spec), 403, 'Forbidden');
      }
      expectFailure(await ask({ boundObjectRef: { ...own, name: 'none' } }), 404, 'NotFound');
    });
  },
} satisfies Case;
