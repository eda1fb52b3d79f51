import type { Case, OwnServer } from '../../contract/case.ts';
import { pod } from '../../fixtures/manifests.ts';
import { expectField, expectText } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const year = 365 * 24 * 3600;

export default {
  id: 'life-of-tokens-by-flags',
  title:
    'A flag MUST limit how long tokens live, and another one MUST decide whether tokens of pods live on until all clients renew theirs.',
  requirements: ['AUTHN-042'],
  needs: ['launch-server'],
  async run(c) {
    const lives = async (...flags: readonly string[]) => {
      const server = await c.launchServer({ server: flags });
      const uid = await podOn(server);
      const apiVersion = c.vendor.fill('authentication.{api}/v1');
      const ask = async (spec: object): Promise<number> => {
        const path = '/api/v1/namespaces/default/serviceaccounts/default/token';
        const made = await server.wire.post(path, { apiVersion, kind: 'TokenRequest', spec });
        expectCreated(made);
        const [, body = ''] = expectText(made, 'status.token').split('.');
        const { exp, iat } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { exp: number; iat: number };
        return exp - iat;
      };
      const boundObjectRef = { apiVersion: 'v1', kind: 'Pod', name: 'bound', uid };
      return [
        await ask({ expirationSeconds: 9000 }),
        await ask({ expirationSeconds: 3607 }),
        await ask({ expirationSeconds: 3607, boundObjectRef }),
        await ask({ expirationSeconds: 3606, boundObjectRef }),
        await ask({ expirationSeconds: 3607, boundObjectRef, audiences: ['elsewhere.example'] }),
      ];
    };
    /** A pod of the default account, which a controller creates. */
    const podOn = (server: OwnServer): Promise<string> =>
      c.eventually(async () => {
        const pods = '/api/v1/namespaces/default/pods';
        const found = await server.wire.get(`${pods}/bound`);
        if (found.status === 200) return expectText(found, 'metadata.uid');
        const made = await server.wire.post(pods, pod('bound'));
        expectCreated(made);
        expectField(made, 'spec.serviceAccountName', 'default');
        return expectText(made, 'metadata.uid');
      });
    // What agents ask for on behalf of pods is lengthened, for the service itself.
    expectEqual('lives of tokens', await lives(), [9000, 3607, year, 3606, 3607]);
    const limited = ['--service-account-max-token-expiration=2h', '--service-account-extend-token-expiration=false'];
    expectEqual('lives of limited tokens', await lives(...limited), [7200, 3607, 3607, 3606, 3607]);
  },
} satisfies Case;
