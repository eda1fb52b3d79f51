import type { Case } from '../../contract/case.ts';
import { withAccessWebhook } from '../../fixtures/access/access-webhook.ts';
import {
  type AskingLaunch,
  askingAuthorizers,
  roles,
  webhookAuthorizer,
} from '../../fixtures/access/authorizer-configuration.ts';
import { expectRefusedStart, expectStart } from '../../fixtures/access/starts.ts';

export default {
  id: 'unfit-authorizers-are-refused',
  title:
    'A server MUST NOT start with a file of authorizers of another version or form, with an unknown or unnamed authorizer, or with a flag ' +
    'that says the same.',
  requirements: [
    'AUTHZ-003',
    'AUTHZ-004',
    'AUTHZ-005',
    'AUTHZ-039',
    'AUTHZ-042',
    'ERR-028',
    'VERS-094',
    'VERS-099',
    'VERS-107',
  ],
  needs: ['launch-server'],
  async run(c) {
    await withAccessWebhook(
      (_asked, response) => response.end(),
      async (webhook) => {
        const webhooks = { hook: webhook };
        const hook = webhookAuthorizer(c.vendor, 'hook');
        const node = { type: 'Node', name: 'node' };
        const refused = (what: string, launch: Partial<AskingLaunch>, told?: RegExp) =>
          expectRefusedStart(c, what, askingAuthorizers({ authorizers: [roles], webhooks, ...launch }), told);
        await c.holds(['AUTHZ-003', 'AUTHZ-039', 'VERS-094'], () =>
          expectStart(c, 'one of each type', askingAuthorizers({ authorizers: [hook, node, roles], webhooks })),
        );
        await c.holds('AUTHZ-003', async () => {
          await refused('an unknown type', { authorizers: [roles, { type: 'Magic', name: 'magic' }] });
          await refused('no type', { authorizers: [roles, { name: 'nothing' }] });
          await refused('no authorizers', { authorizers: [] });
          await refused('a webhook of the roles', {
            authorizers: [{ ...roles, webhook: (hook as { readonly webhook?: object }).webhook }],
          });
          await refused('roles twice', { authorizers: [roles, { ...roles, name: 'rbac-2' }] });
          await refused('a webhook that says nothing of itself', { authorizers: [{ type: 'Webhook', name: 'hook' }] });
        });
        await c.holds('AUTHZ-004', async () => {
          for (const name of ['', undefined]) await refused('no name', { authorizers: [{ ...hook, name }, roles] });
        });
        await c.holds('AUTHZ-005', async () => {
          for (const name of ['Bad Name!', 'Hook', '-hook', 'ho_ok', 'a'.repeat(254)]) {
            await refused(`the name ${name}`, { authorizers: [{ ...hook, name }, roles] });
          }
          // Authorizers of which there can be one only are named after their type.
          await refused('another name of the roles', { authorizers: [hook, { ...roles, name: 'roles' }] });
          await refused('another name of the nodes', { authorizers: [{ ...node, name: 'rbac' }] });
          await refused('the same name twice', { authorizers: [hook, hook, roles] });
        });
        await c.holds('VERS-099', async () => {
          for (const version of ['v2', 'v1alpha2', 'V1']) {
            await refused(`version ${version}`, { more: { apiVersion: `apiserver.config.{api}/${version}` } });
          }
          await refused('another kind', { more: { kind: 'AuthenticationConfiguration' } });
        });
        await c.holds('VERS-107', async () => {
          await refused('an unknown field', { more: { surprise: true } });
          await refused('an unknown field of an authorizer', { authorizers: [{ ...roles, surprise: true }] });
          await refused('a list that is none', { more: { authorizers: 'RBAC' } });
        });
        await c.holds(['AUTHZ-042', 'ERR-028'], async () => {
          for (const flag of [
            '--authorization-mode=RBAC',
            '--authorization-webhook-config-file={folder}/hook.conf',
            '--authorization-webhook-version=v1',
          ]) {
            await refused(`${flag} beside the file`, { flags: [flag] }, /authorization-config/);
          }
        });
      },
    );
  },
} satisfies Case;
