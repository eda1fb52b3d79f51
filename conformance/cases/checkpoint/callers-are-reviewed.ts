import { agentPatience, readable, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import type { NodeRequest } from '../../launch/node-service.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

const user = {
  username: 'conformance',
  uid: 'conformance-uid',
  groups: ['conformance-group', 'system:authenticated'],
  extra: { 'conformance.test/scope': ['a', 'b'] },
};
const path = '/checkpoint/default/no-such-pod/container';

export default {
  id: 'callers-are-reviewed',
  title:
    'An agent that asks the API service about its callers MUST ask for all that is known of them, and take no answer but a clear yes for one.',
  requirements: ['CKPT-026', 'CKPT-028U'],
  needs: ['launch-agent', 'impersonation'],
  async run(c) {
    const name = c.unique('node');
    const flags = [
      `--hostname-override=${name}`,
      '--authorization-mode=Webhook',
      '--authentication-token-webhook=true',
      '--anonymous-auth=false',
    ];
    await withJoinedAgent(c, { name, flags, configuration: readable }, async ({ agent, service }) => {
      let whom: object = { authenticated: true, user };
      let may: object = { allowed: true };
      const reviewed: unknown[] = [];
      const asked: unknown[] = [];
      service.answers = (request, sent) => {
        if (isReview(request, 'tokenreviews')) {
          reviewed.push(sent);
          return { ...(sent as object), status: whom };
        }
        if (!isReview(request, 'subjectaccessreviews')) return undefined;
        asked.push(sent);
        // The real service does not review a request without a user.
        const isNamed = ![undefined, ''].includes(fieldOf(sent, 'spec.user') as string | undefined);
        return { ...(sent as object), status: isNamed ? may : { allowed: false } };
      };
      // Answers are kept for a while: every caller comes with a token of its own.
      let callers = 0;
      const call = async (who: object, answer: object) => {
        [whom, may] = [who, answer];
        callers += 1;
        const caller = agent.wire.withHeaders({ authorization: `Bearer conformance-${callers}` });
        return (await caller.post(path, undefined)).status;
      };
      await c.eventually(async () => {
        expectStatus(await agent.wire.post(path, undefined), 401);
      }, agentPatience);
      const known = (extra: object = {}) => ({ authenticated: true, user: { ...user, ...extra } });

      const first = await call(known(), { allowed: true });
      if (reviewed.length === 0)
        expectThat('status for an unknown token', [401, 403].includes(first), '401 or 403', first);
      if (reviewed.length === 0) throw new NotObservable('the agent asks no other service about tokens');
      expectThat('status for a caller that may', ![401, 403].includes(first), 'not 401 or 403', first);
      expectField(reviewed[0], 'spec.token', 'conformance-1');
      for (const [field, value] of [
        ['user', user.username],
        ['uid', user.uid],
        ['groups', user.groups],
        ['extra', user.extra],
        ['resourceAttributes.verb', 'create'],
        ['resourceAttributes.resource', 'nodes'],
        ['resourceAttributes.subresource', 'checkpoint'],
        ['resourceAttributes.name', name],
      ] as const) {
        expectField(asked[0], `spec.${field}`, value);
      }

      // Each of these users is another one, so that no kept answer is about it.
      for (const [index, answer] of [
        { allowed: false },
        { allowed: false, denied: true },
        {},
        { denied: false },
      ].entries()) {
        const status = await call(known({ username: `conformance-${index}` }), answer);
        expectEqual(`status for a caller of whom the answer says ${JSON.stringify(answer)}`, status, 403);
      }
      const contradicted = await call(known({ username: 'conformance-both' }), { allowed: true, denied: true });
      expectThat(
        'status of a caller who is allowed and denied',
        [403, 500].includes(contradicted),
        '403 or 500',
        contradicted,
      );
      for (const answer of [{ authenticated: false, user }, { user }, { authenticated: false }, {}]) {
        const before = asked.length;
        const status = await call(answer, { allowed: true });
        expectEqual(`status for a token of which the answer says ${JSON.stringify(answer)}`, status, 401);
        expectEqual('access reviews for it', asked.length, before);
      }
      // A token is accepted without a user: an agent may refuse that itself, or leave it to the service.
      const unnamed = await call({ authenticated: true }, { allowed: true });
      expectThat('status for a token without a user', [401, 403, 500].includes(unnamed), '401, 403 or 500', unnamed);
      service.refuses = (request) => isReview(request, 'subjectaccessreviews');
      const undecided = await call(known({ username: 'conformance-undecided' }), { allowed: true });
      expectThat('status without an access review', [403, 500].includes(undecided), '403 or 500', undecided);
      service.refuses = (request) => isReview(request, 'tokenreviews');
      const unknown = await call(known(), { allowed: true });
      expectThat('status without a token review', [401, 500].includes(unknown), '401 or 500', unknown);
    });
  },
} satisfies Case;

function isReview({ method, path: at }: NodeRequest, resource: string): boolean {
  return method === 'POST' && at.endsWith(`/${resource}`);
}
