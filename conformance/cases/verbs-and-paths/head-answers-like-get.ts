import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'head-answers-like-get',
  title: 'HEAD SHOULD answer like GET without a body, where the vendor takes it of resources.',
  requirements: ['AUTHZ-024'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    if (c.vendor.behaviour.headOfResource === 'refused') {
      for (const path of [maps.item('m-00'), '/version']) expectStatus(await c.wire.send('HEAD', path, undefined), 405);
      expectOk(await c.wire.send('HEAD', '/healthz', undefined));
      return;
    }
    for (const path of [maps.collection, maps.item('m-00')]) {
      const head = await c.wire.send('HEAD', path, undefined);
      expectOk(head);
      expectEqual('bytes of the body of HEAD', head.body.length, 0);
    }
    expectStatus(await c.wire.send('HEAD', maps.item('absent'), undefined), 404);
  },
} satisfies Case;
