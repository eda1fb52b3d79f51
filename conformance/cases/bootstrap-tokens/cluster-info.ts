import { expectPattern, expectText } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';

export default {
  id: 'cluster-info',
  title:
    "The cluster information MUST be readable by everyone and hold the server's address and its certificate authority.",
  requirements: ['BOOT-014', 'BOOT-015', 'BOOT-020'],
  needs: ['anonymous'],
  launch: switchedOn,
  async run(c) {
    const path = c.resource('v1', 'configmaps', c.vendor.fill('{short}-public')).item('cluster-info');
    const info = await c.eventually(async () => {
      const answer = await c.anonymous.get(path);
      expectOk(answer);
      return answer;
    });
    expectPattern(info, 'data.kubeconfig', /^ *server: ['"]?https:\/\//m);
    const text = expectText(info, 'data.kubeconfig');
    const [, authority = ''] = /certificate-authority-data: ['"]?([A-Za-z0-9+/=]+)/.exec(text) ?? [];
    const pem = Buffer.from(authority, 'base64').toString('latin1');
    expectThat('the authority', pem.includes('-----BEGIN CERTIFICATE-----'), 'a certificate as base64 of PEM', text);
  },
} satisfies Case;
