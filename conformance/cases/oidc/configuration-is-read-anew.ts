import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Case } from '../../contract/case.ts';
import { withIdentityProvider } from '../../fixtures/access/identity-provider.ts';
import {
  authenticator,
  expectIdentified,
  expectUnauthorized,
  providerConfiguration,
} from '../../fixtures/access/provider-configuration.ts';
import { withDataFolder } from '../../fixtures/restarts.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { samplesOf } from '../../wire/format/metrics.ts';

const metric = 'apiserver_authentication_config_controller_automatic_reload_last_timestamp_seconds';

export default {
  id: 'configuration-is-read-anew',
  title:
    'A changed file of identity providers MUST count without a restart, and the metrics MUST tell when it was read last.',
  requirements: ['OIDC-087', 'OIDC-088'],
  needs: ['launch-server'],
  async run(c) {
    await withIdentityProvider(c, (provider) =>
      withDataFolder(c, async (folder) => {
        const file = join(folder.path, 'authentication.json');
        const write = async (text: string) => {
          await writeFile(`${file}.next`, c.vendor.fill(text), { mode: 0o600 });
          await rename(`${file}.next`, file);
        };
        await write(providerConfiguration([authenticator(provider, 'one')]));
        const server = await folder.restart(`--authentication-config=${file}`);
        const reloaded = async (status: string) => {
          const page = await server.wire.get('/metrics');
          expectOk(page);
          return samplesOf(page.text(), metric).find(({ labels }) => labels['status'] === status)?.value;
        };
        await expectIdentified(c, server, provider.token('one'));
        await expectUnauthorized(c, server, { 'an issuer that is not there yet': provider.token('two') });
        await c.holds('OIDC-088', async () => {
          const before = await reloaded('success');
          expectThat('last reload before any', before === undefined, 'nothing', before);
        });
        const changed = c.clock.now();
        const rule = { expression: "claims.tier == 'gold'" };
        await write(providerConfiguration([authenticator(provider, 'two', { claimValidationRules: [rule] })]));
        await c.holds('OIDC-087', async () => {
          await expectIdentified(c, server, provider.token('two', { tier: 'gold' }));
          await expectUnauthorized(c, server, {
            'a token that the new rule refuses': provider.token('two', { tier: 'lead' }),
          });
          await c.eventually(() =>
            expectUnauthorized(c, server, {
              'an issuer that is there no more': provider.token('one', { sub: 'late' }),
            }),
          );
        });
        await c.holds('OIDC-088', async () => {
          let first = 0;
          await c.eventually(async () => {
            first = (await reloaded('success')) ?? 0;
            const isThen = Math.abs(first * 1000 - changed) < 60_000;
            expectThat('last reload', isThen, `a time after ${changed / 1000}`, first);
          });
          await write(providerConfiguration([authenticator(provider, 'three')]));
          await expectIdentified(c, server, provider.token('three'));
          await c.eventually(async () => {
            const last = await reloaded('success');
            expectThat('last of two reloads', last !== undefined && last > first, `a time after ${first}`, last);
          });
        });
      }),
    );
  },
} satisfies Case;
