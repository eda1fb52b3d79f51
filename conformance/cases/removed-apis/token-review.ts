import { expectField, expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { serviceAccount } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'token-review',
  title: 'A token review of v1 MUST report whether the token is valid and whose it is.',
  requirements: ['REMOVED-060'],
  needs: ['namespace'],
  async run(c) {
    const groupVersion = c.vendor.fill('authentication.{api}/v1');
    const accounts = c.resource('v1', 'serviceaccounts');
    await createObject(c, accounts.collection, serviceAccount('robot'));
    const tokenFor = async (spec: object) =>
      expectText(
        await createObject(c, accounts.item('robot', 'token'), {
          apiVersion: groupVersion,
          kind: 'TokenRequest',
          spec,
        }),
        'status.token',
      );
    const review = async (token: string, more: object = {}) => {
      const answer = await c.wire.post(`/apis/${groupVersion}/tokenreviews`, {
        apiVersion: groupVersion,
        kind: 'TokenReview',
        spec: { token, ...more },
      });
      expectCreated(answer);
      return answer;
    };
    const good = await review(await tokenFor({}));
    expectField(good, 'status.authenticated', true);
    expectField(good, 'status.user.username', `system:serviceaccount:${c.namespace}:robot`);
    const others = await tokenFor({ audiences: ['vault.example'] });
    const judged = await review(others, { audiences: ['vault.example', 'mesh.example'] });
    expectField(judged, 'status.authenticated', true);
    expectField(judged, 'status.audiences', ['vault.example']);
    for (const bad of [
      await review('nonsense'),
      await review(others),
      await review(others, { audiences: ['mesh.example'] }),
    ]) {
      const authenticated = fieldOf(bad, 'status.authenticated');
      expectThat('status.authenticated', authenticated !== true, 'not true', fieldOf(bad, 'status'));
    }
  },
} satisfies Case;
