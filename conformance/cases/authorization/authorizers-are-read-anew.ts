import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Case, CaseContext, OwnServer } from '../../contract/case.ts';
import { answer, withAccessWebhook } from '../../fixtures/access/access-webhook.ts';
import {
  acting,
  authorizerConfiguration,
  connectionInfo,
  letReadersRead,
  mapsIn,
  roles,
  webhookAuthorizer,
} from '../../fixtures/access/authorizer-configuration.ts';
import { connectionFiles } from '../../fixtures/access/connection-file.ts';
import { withDataFolder } from '../../fixtures/restarts.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { samplesOf } from '../../wire/format/metrics.ts';

/** How often the file could not be used. */
async function failures(server: OwnServer): Promise<number> {
  const name = 'apiserver_authorization_config_controller_automatic_reloads_total';
  const samples = samplesOf((await server.wire.get('/metrics')).text(), name);
  return samples.filter(({ labels }) => labels['status'] === 'failure').reduce((sum, { value }) => sum + value, 0);
}

/** Resolves when the file could not be used once more than `before`. */
async function expectFailed(c: CaseContext, server: OwnServer, before: number): Promise<void> {
  await c.eventually(async () => {
    const now = await failures(server);
    expectThat('files that could not be used', now > before, `more than ${before}`, now);
  });
}

/** Milliseconds: a minute, and the time to notice and use what is there. */
const withinTheMinute = 75_000;

export default {
  id: 'authorizers-are-read-anew',
  title:
    'A changed file of authorizers MUST count without a restart, within a minute even where nothing tells of the change, and one that cannot ' +
    'be used MUST leave those of before.',
  requirements: ['AUTHZ-044', 'AUTHZ-045'],
  needs: ['launch-server'],
  async run(c) {
    await withAccessWebhook(
      (asked, response) => answer(asked, response, { allowed: false, denied: asked.review.spec.user === 'banned' }),
      (webhook) =>
        withDataFolder(c, async (data) => {
          const { path } = data;
          const inFolder = (text: string) => c.vendor.fill(text.replaceAll('{folder}', path));
          const put = async (place: string, text: string) => {
            await writeFile(join(path, `${place}.next`), inFolder(text), { mode: 0o600 });
            await rename(join(path, `${place}.next`), join(path, place));
          };
          const files = connectionFiles('hook', { server: `${webhook.service.url}/hook` });
          for (const [name, text] of Object.entries(files)) await put(name, text);
          const hook = webhookAuthorizer(c.vendor, 'hook', {
            connectionInfo: connectionInfo(c.vendor, '{folder}/hook.conf'),
          });
          const asking = authorizerConfiguration([hook, roles]);
          const unasked = authorizerConfiguration([roles]);
          for (const [folder, text] of [
            ['one', unasked],
            ['two', asking],
          ] as const) {
            await mkdir(join(path, folder));
            await put(join(folder, 'authorization.json'), text);
          }
          // The file is below a link: to set the link elsewhere changes nothing in the folder that it led to.
          const lead = async (folder: string) => {
            await symlink(folder, join(path, 'current.next'));
            await rename(join(path, 'current.next'), join(path, 'current'));
          };
          await lead('one');
          const server = await data.restart(`--authorization-config=${join(path, 'current', 'authorization.json')}`);
          await letReadersRead(c, server);
          const get = (user: string) => acting(server, user, 'readers').get(mapsIn('default'));
          await c.eventually(async () => expectOk(await get('banned')));
          await c.holds('AUTHZ-044', async () => {
            await put('one/authorization.json', asking);
            await c.eventually(async () => expectStatus(await get('banned'), 403));
            expectOk(await get('somebody'));
            const before = await failures(server);
            await put('one/authorization.json', '{');
            await expectFailed(c, server, before);
            expectStatus(await get('banned'), 403);
            await put('one/authorization.json', unasked);
            await c.eventually(async () => expectOk(await get('banned')));
          });
          // Types that need more than the file neither come nor go.
          await c.holds('AUTHZ-044', async () => {
            const unusable = [[hook, roles, { type: 'Node', name: 'node' }], [hook]];
            for (const authorizers of unusable) {
              const before = await failures(server);
              await put('one/authorization.json', authorizerConfiguration(authorizers));
              await expectFailed(c, server, before);
              expectOk(await get('banned'));
            }
            await put('one/authorization.json', unasked);
          });
          await c.holds('AUTHZ-045', async () => {
            await lead('two');
            await c.eventually(async () => expectStatus(await get('banned'), 403), withinTheMinute);
          });
        }),
    );
  },
} satisfies Case;
