import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { switchedOn } from '../../fixtures/launches.ts';
import { twoNodes } from '../../fixtures/rights/two-nodes.ts';
import { pod } from '../../fixtures/manifests.ts';
import { nodeRefusals } from '../../fixtures/rights/data/node-refusals.ts';
import { expectText } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';
import type { Wire } from '../../wire/exchange/wire.ts';

export default {
  id: 'refusals-in-words',
  title: 'A refusal to an agent MUST say why it may not write or read something, and everything else MUST be allowed.',
  requirements: ['NODEAUTHZ-012', 'NODEAUTHZ-024', 'NODEAUTHZ-025', 'NODEAUTHZ-032'],
  needs: ['namespace', 'impersonation', 'node-authorizer'],
  launch: switchedOn,
  async run(c) {
    const { own, other, nodes, agent } = await twoNodes(c);
    const uid = expectText(await c.wire.get(nodes.item(own)), 'metadata.uid');
    const pods = c.resource('v1', 'pods');
    await c.eventually(async () => expectOk(await c.wire.get(c.resource('v1', 'serviceaccounts').item('default'))));
    await createObject(c, pods.collection, pod('ours', { nodeName: own }));
    await createObject(c, pods.collection, pod('theirs', { nodeName: other }));
    await c.eventually(async () => expectOk(await agent.get(pods.item('ours'))));
    const names: readonly (readonly [string, string])[] = [
      ['UIDOWN', uid],
      ['OWN', own],
      ['OTHER', other],
      ['NS', c.namespace],
    ];
    for (const row of c.vendor.fill(nodeRefusals).trim().split('\n')) {
      const [what = '', how = '', body = '', wanted = ''] = row.split(' | ');
      const here = (text: string): string => names.reduce((all, [name, value]) => all.replaceAll(name, value), text);
      const response = await send(agent, here(how), body === '-' ? undefined : (JSON.parse(here(body)) as object));
      const got = names.reduce((all, [name, value]) => all.replaceAll(value, name), outcomeOf(response));
      expectEqual(`outcome of ${what}`, got, wanted);
    }
  },
} satisfies Case;

/** Sends `METHOD path`, or `PATCH type path`. */
function send(caller: Wire, how: string, body: object | undefined): Promise<Exchange> {
  const [method = '', ...words] = how.split(' ');
  const path = words.at(-1) ?? '';
  return method === 'PATCH' ? caller.patch(path, words[0] ?? '', body) : caller.send(method, path, body);
}

function outcomeOf(response: Exchange): string {
  return response.status < 300 ? 'allowed' : `${response.status} ${expectText(response, 'message')}`;
}
