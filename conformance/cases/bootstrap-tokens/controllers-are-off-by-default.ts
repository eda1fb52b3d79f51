import { expectAbsent } from '../../wire/expect/object.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { askWho, makeToken, timeFromNow } from '../../fixtures/bootstrap-token.ts';
import type { Case } from '../../contract/case.ts';
import { expectLasting } from '../../fixtures/lasting.ts';
import { switchedOff } from '../../fixtures/launches.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'controllers-are-off-by-default',
  title: 'The token cleaner and the signer MUST run only when --controllers names them.',
  requirements: ['BOOT-022', 'BOOT-025', 'BOOT-027'],
  launch: switchedOff,
  async run(c) {
    const info = c.resource('v1', 'configmaps', c.vendor.fill('{short}-public'));
    // An installer may have created it already.
    const made = await c.wire.post(info.collection, configMap('cluster-info', { kubeconfig: 'x' }));
    if (made.status !== 409) {
      expectCreated(made);
      c.removeLater(info.item('cluster-info'));
    }
    const past = await makeToken(c, { data: { expiration: timeFromNow(c, -60_000) } });
    const signing = await makeToken(c, { data: { 'usage-bootstrap-signing': 'true' } });
    // Once another controller has run, the token controllers would have run too.
    const accounts = c.resource('v1', 'serviceaccounts', await c.otherNamespace());
    await c.eventually(async () => expectOk(await c.wire.get(accounts.item('default'))));
    await expectLasting(c, async () => {
      expectStatus(await askWho(c, past.text), 401);
      expectOk(await c.wire.get(past.path));
      expectAbsent(await c.wire.get(info.item('cluster-info')), ['data', `jws-kubeconfig-${signing.id}`]);
    });
  },
} satisfies Case;
