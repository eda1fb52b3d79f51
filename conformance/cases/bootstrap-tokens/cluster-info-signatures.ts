import { createHmac } from 'node:crypto';
import { expectAbsent, expectText } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { makeToken, timeFromNow } from '../../fixtures/bootstrap-token.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'cluster-info-signatures',
  title: 'Tokens for signing, and no others, MUST sign the cluster information with HS256.',
  requirements: ['BOOT-009', 'BOOT-016', 'BOOT-023', 'BOOT-027', 'BOOT-030', 'BOOT-034', 'BOOT-036', 'BOOT-037'],
  alone: true,
  // Without the cleaner: what it has deleted could not be signed with anyway.
  launch: { server: ['--enable-bootstrap-token-auth', '--controllers=*,bootstrapsigner'] },
  async run(c) {
    const path = c.resource('v1', 'configmaps', c.vendor.fill('{short}-public')).item('cluster-info');
    const usage = { 'usage-bootstrap-signing': 'true' };
    const expired = await makeToken(c, { data: { ...usage, expiration: timeFromNow(c, -60_000) } });
    const silent = await makeToken(c);
    const token = await makeToken(c, { data: { ...usage, 'usage-bootstrap-authentication': undefined } });
    const keyOf = (id: string) => ['data', `jws-kubeconfig-${id}`];
    // The documentation signs with the whole token; one of the two vendors signs with its secret only.
    const key = c.vendor.behaviour.clusterInfoKey === 'token' ? token.text : token.text.replace(/^.*\./, '');
    const verify = async (): Promise<void> => {
      const info = await c.wire.get(path);
      expectOk(info);
      const [header = '', middle, signature] = expectText(info, keyOf(token.id)).split('.');
      expectEqual('between the periods', middle, '');
      const fields = JSON.parse(Buffer.from(header, 'base64url').toString()) as { readonly alg?: string };
      expectEqual('the algorithm', fields.alg, 'HS256');
      const payload = Buffer.from(expectText(info, 'data.kubeconfig')).toString('base64url');
      const wanted = createHmac('sha256', key).update(`${header}.${payload}`).digest('base64url');
      expectEqual('the signature', signature, wanted);
    };
    await c.eventually(verify);
    const before = await c.wire.get(path);
    for (const { id } of [expired, silent]) expectAbsent(before, keyOf(id));
    expectOk(await c.wire.get(expired.path));
    const kubeconfig = `${expectText(before, 'data.kubeconfig')}# changed by the suite\n`;
    expectOk(await c.wire.patch(path, 'merge', { data: { kubeconfig } }));
    await c.eventually(verify);
    expectOk(await c.wire.patch(path, 'merge', { data: { kubeconfig: expectText(before, 'data.kubeconfig') } }));
    // A token that is gone, or is for something else now, signs no more.
    const other = await makeToken(c, { data: usage });
    const isSigned = async (id: string) => expectText(await c.wire.get(path), keyOf(id));
    await c.eventually(() => isSigned(other.id));
    const isUnsigned = (id: string) => c.eventually(async () => expectAbsent(await c.wire.get(path), keyOf(id)));
    expectDeleted(await c.wire.delete(token.path));
    await isUnsigned(token.id);
    const unused = Buffer.from('false').toString('base64');
    expectOk(await c.wire.patch(other.path, 'merge', { data: { 'usage-bootstrap-signing': unused } }));
    await isUnsigned(other.id);
  },
} satisfies Case;
