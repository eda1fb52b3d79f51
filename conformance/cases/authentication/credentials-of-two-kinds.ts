import { expectText } from '../../wire/expect/object.ts';
import { expectDifferent, expectThat } from '../../wire/expect/value.ts';
import { robotToken } from '../../fixtures/account-tokens.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'credentials-of-two-kinds',
  title: 'Several authentication methods MUST work side by side, and each request MUST have exactly one identity.',
  requirements: ['AUTHN-019', 'AUTHN-021', 'AUTHN-017'],
  needs: ['namespace', 'impersonation'],
  async run(c) {
    const groupVersion = c.vendor.fill('authentication.{api}/v1');
    const token = await robotToken(c);
    const review = { apiVersion: groupVersion, kind: 'SelfSubjectReview' };
    const path = `/apis/${groupVersion}/selfsubjectreviews`;
    const robot = expectText(await c.withToken(token).post(path, review), 'status.userInfo.username');
    const admin = expectText(await c.wire.post(path, review), 'status.userInfo.username');
    expectDifferent('username of the administrator', admin, robot);
    const both = expectText(
      await c.wire.withHeaders({ authorization: `Bearer ${token}` }).post(path, review),
      'status.userInfo.username',
    );
    expectThat('username with two credentials', both === robot || both === admin, `${robot} or ${admin}`, both);
  },
} satisfies Case;
