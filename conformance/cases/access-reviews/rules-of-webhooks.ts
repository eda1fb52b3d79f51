import type { Case } from '../../contract/case.ts';
import { answer, withAccessWebhook } from '../../fixtures/access/access-webhook.ts';
import { acting, askingAuthorizers, roles, webhookAuthorizer } from '../../fixtures/access/authorizer-configuration.ts';
import { expectArray, expectField, expectPattern } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'rules-of-webhooks',
  title: 'A rules review MUST say that it is incomplete where a webhook decides too, and list the rules of the others.',
  requirements: ['REVIEW-023'],
  needs: ['launch-server'],
  async run(c) {
    await withAccessWebhook(
      (asked, response) => answer(asked, response, { allowed: true }),
      async (webhook) => {
        const groupVersion = c.vendor.fill('authorization.{api}/v1');
        const kind = 'SelfSubjectRulesReview';
        const authorizers = [webhookAuthorizer(c.vendor, 'hook'), roles];
        const server = await c.launchServer(askingAuthorizers({ authorizers, webhooks: { hook: webhook } }));
        const review = { apiVersion: groupVersion, kind, spec: { namespace: 'default' } };
        const made = await acting(server, 'somebody', 'system:authenticated').post(
          `/apis/${groupVersion}/selfsubjectrulesreviews`,
          review,
        );
        expectCreated(made);
        expectField(made, 'status.incomplete', true);
        expectPattern(made, 'status.evaluationError', /webhook authorizer does not support user rule resolution/);
        const rules = expectArray(made, 'status.resourceRules');
        expectThat('rules of the roles', rules.length > 0, 'some', rules.length);
      },
    );
  },
} satisfies Case;
