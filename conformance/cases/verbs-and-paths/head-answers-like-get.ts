import type { Wire } from '../../wire/exchange/wire.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'head-answers-like-get',
  title: 'HEAD MUST need permission to GET, and SHOULD be answered like GET without a body if the vendor supports it.',
  requirements: ['AUTHZ-024'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const user = c.unique('user');
    const head = (who: Wire) => who.send('HEAD', maps.item('m-00'), undefined);
    expectStatus(await head(c.as(user)), 403);
    await c.grant(user, { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] });
    await c.eventually(async () => expectStatus(await head(c.as(user)), 200, 405));
    if (c.vendor.behaviour.headOfResource === 'refused') {
      for (const path of [maps.item('m-00'), '/version']) expectStatus(await c.wire.send('HEAD', path, undefined), 405);
      expectOk(await c.wire.send('HEAD', '/healthz', undefined));
      return;
    }
    for (const path of [maps.collection, maps.item('m-00')]) {
      const answer = await c.wire.send('HEAD', path, undefined);
      expectOk(answer);
      expectEqual('bytes of the body of HEAD', answer.body.length, 0);
    }
    expectStatus(await c.wire.send('HEAD', maps.item('absent'), undefined), 404);
  },
} satisfies Case;
