import { fieldOf, expectText } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { bearing, tokenOfDefault } from '../../fixtures/account-tokens.ts';
import type { Case } from '../../contract/case.ts';
import { secret } from '../../fixtures/manifests.ts';
import { withDataFolder } from '../../fixtures/restarts.ts';

export default {
  id: 'lookup-of-accounts',
  title:
    'With account look-up a deleted token MUST be refused. Without it one of a secret MAY be valid, a bound one MUST NOT.',
  requirements: ['AUTHN-041'],
  needs: ['launch-server'],
  async run(c) {
    await withDataFolder(c, async (folder) => {
      const server = await folder.restart('--service-account-lookup=true');
      const secrets = '/api/v1/namespaces/default/secrets';
      const backing = await server.wire.post(secrets, secret('backing'));
      expectCreated(backing);
      const boundObjectRef = {
        kind: 'Secret',
        apiVersion: 'v1',
        name: 'backing',
        uid: fieldOf(backing, 'metadata.uid'),
      };
      const bound = await tokenOfDefault(c, server, { boundObjectRef });
      const annotations = { [c.vendor.fill('{label}/service-account.name')]: 'default' };
      const type = c.vendor.fill('{label}/service-account-token');
      expectCreated(await server.wire.post(secrets, { ...secret('lasting', {}, { annotations }), type }));
      const lasting = await c.eventually(async () => {
        const text = expectText(await server.wire.get(`${secrets}/lasting`), 'data.token');
        return Buffer.from(text, 'base64').toString();
      });
      for (const token of [bound, lasting]) expectOk(await bearing(server, token));
      for (const name of ['backing', 'lasting']) expectDeleted(await server.wire.delete(`${secrets}/${name}`));
      for (const token of [bound, lasting])
        await c.eventually(async () => expectStatus(await bearing(server, token), 401));
      const trusting = await folder.restart('--service-account-lookup=false');
      expectOk(await bearing(trusting, lasting));
      expectStatus(await bearing(trusting, bound), 401);
    });
  },
} satisfies Case;
