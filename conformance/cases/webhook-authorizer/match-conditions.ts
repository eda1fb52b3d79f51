import type { Case } from '../../contract/case.ts';
import { answer, withAccessWebhook } from '../../fixtures/access/access-webhook.ts';
import {
  acting,
  askingAuthorizers,
  letReadersRead,
  mapsIn,
  roles,
  webhookAuthorizer,
} from '../../fixtures/access/authorizer-configuration.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

/** Two requests by all that a review says of a resource. */
const listOfMaps = { verb: 'list', group: '', version: 'v1', resource: 'configmaps', subresource: '', name: '' };
const scaleOfDeployment = {
  verb: 'get',
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  subresource: 'scale',
  name: 'one',
};

function ofAttributes(attributes: Readonly<Record<string, string>>): string {
  const equal = Object.entries(attributes).map(([key, value]) => `request.resourceAttributes.${key} == '${value}'`);
  return `(${equal.join(' && ')})`;
}

export default {
  id: 'match-conditions',
  title:
    'A webhook MUST be asked only about requests for which all its conditions are true; one that is false leaves it out, and the failure ' +
    'policy decides where none is false and one fails.',
  requirements: [
    'AUTHZ-047',
    'CEL-005',
    'ERR-036',
    'WHAUTHZ-010',
    'WHAUTHZ-011',
    'WHAUTHZ-012',
    'WHAUTHZ-017',
    'WHAUTHZ-019',
    'WHAUTHZ-020',
    'WHAUTHZ-021',
    'WHAUTHZ-022',
    'WHAUTHZ-023',
  ],
  needs: ['launch-server'],
  async run(c) {
    // Whom it is asked about it denies, so that a status tells whether it was.
    await withAccessWebhook(
      (asked, response) => answer(asked, response, { allowed: false, denied: true }),
      async (webhook) => {
        const hook = (name: string, failurePolicy: string) =>
          webhookAuthorizer(c.vendor, name, {
            failurePolicy,
            matchConditions: [
              { expression: `request.user.startsWith('${name}-')` },
              { expression: "request.extra['level'][0] == 'high'" },
              { expression: "'readers' in request.groups && request.uid == 'u-7'" },
              {
                expression:
                  "has(request.resourceAttributes) ? request.resourceAttributes.namespace != 'exempt' && " +
                  `(${ofAttributes(listOfMaps)} || ${ofAttributes(scaleOfDeployment)}) : ` +
                  "request.nonResourceAttributes.path == '/version' && request.nonResourceAttributes.verb == 'get'",
              },
            ],
          });
        const authorizers = [hook('lenient', 'NoOpinion'), hook('strict', 'Deny'), roles];
        const server = await c.launchServer(
          askingAuthorizers({ authorizers, webhooks: { lenient: webhook, strict: webhook } }),
        );
        await letReadersRead(c, server);
        await c.eventually(async () => expectOk(await acting(server, 'somebody', 'readers').get(mapsIn('default'))));
        /** `level` is an extra of the user; undefined: there is none, and the second condition fails. */
        const look = async (
          user: string,
          level: string | undefined,
          namespace: string,
          expected: 'asked' | 'let by' | 'refused unasked',
          path = mapsIn(namespace),
          uid = 'u-7',
        ) => {
          const before = webhook.reviews.length;
          const caller = acting(server, user, 'readers').withHeaders({ 'impersonate-uid': uid });
          const extra = level === undefined ? caller : caller.withHeaders({ 'impersonate-extra-level': level });
          const { status } = await extra.get(path);
          const asked = webhook.reviews.slice(before).filter(({ review }) => review.spec.user === user).length;
          const got = asked > 0 ? 'asked' : status === 200 ? 'let by' : 'refused unasked';
          const isRefused = expected === 'let by' ? status === 200 : status === 403 || status === 500;
          const what = `what became of ${user}, level ${level ?? 'none'}, at ${path}`;
          expectThat(what, got === expected && isRefused, expected, `${got}, with status ${status}`);
        };
        await c.holds(['CEL-005', 'WHAUTHZ-017', 'WHAUTHZ-020'], async () => {
          await look('strict-user', 'high', 'default', 'asked');
          await look('lenient-user', 'high', 'default', 'asked');
          await look('strict-user', 'high', 'default', 'asked', '/version');
          await look(
            'strict-user',
            'high',
            'default',
            'asked',
            '/apis/apps/v1/namespaces/default/deployments/one/scale',
          );
        });
        await c.holds(['AUTHZ-047', 'CEL-005', 'WHAUTHZ-017', 'WHAUTHZ-019'], async () => {
          await look('other-user', 'high', 'default', 'let by');
          await look('strict-user', 'high', 'default', 'let by', '/healthz');
          for (const user of ['strict-user', 'lenient-user']) {
            await look(user, 'low', 'default', 'let by');
            await look(user, 'high', 'exempt', 'let by');
            await look(user, 'high', 'default', 'let by', mapsIn('default'), 'u-8');
          }
        });
        await c.holds(['ERR-036', 'WHAUTHZ-010', 'WHAUTHZ-012', 'WHAUTHZ-021'], () =>
          look('strict-user', undefined, 'default', 'refused unasked'),
        );
        await c.holds(['ERR-036', 'WHAUTHZ-010', 'WHAUTHZ-011', 'WHAUTHZ-022'], () =>
          look('lenient-user', undefined, 'default', 'let by'),
        );
        await c.holds('WHAUTHZ-023', () => look('strict-user', undefined, 'exempt', 'let by'));
      },
    );
  },
} satisfies Case;
