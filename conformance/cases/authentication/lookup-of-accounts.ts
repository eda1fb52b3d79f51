import { fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { bearing, tokenOfDefault } from '../account-tokens.ts';
import type { Case } from '../case.ts';
import { secret } from '../manifests.ts';
import { withDataFolder } from '../restarts.ts';

export default {
  id: 'lookup-of-accounts',
  title: 'A token that is gone from the API MUST be refused where accounts are looked up, and MAY be good where not.',
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
      const token = await tokenOfDefault(c, server, { boundObjectRef });
      expectOk(await bearing(server, token));
      expectDeleted(await server.wire.delete(`${secrets}/backing`));
      await c.eventually(async () => expectStatus(await bearing(server, token), 401));
      expectOk(await bearing(await folder.restart('--service-account-lookup=false'), token));
    });
  },
} satisfies Case;
