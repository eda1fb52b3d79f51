import t from 'tap';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { StatusError } from '../../../shared/object/status-error.ts';
import type { Authentication, UserInfo } from '../../authentication/contract/authenticator.ts';
import { answerReview, type ReviewContext } from './access-reviews.ts';
import type { Attributes, Authorizer, Decision } from '../contract/authorizer.ts';

const caller: UserInfo = { username: 'u', uid: '7', groups: ['g'], extra: new Map([['k', ['v']]]) };

function context(decide: (asked: Attributes) => Decision, more: Partial<ReviewContext> = {}): ReviewContext {
  const authorizer: Authorizer = {
    name: 'x',
    authorize: async (asked) => decide(asked),
    rulesFor: async () => ({
      rules: [
        { verbs: ['get'], apiGroups: [''], resources: ['pods'] },
        { verbs: ['get'], nonResourceURLs: ['/x'] },
      ],
      incomplete: true,
      evaluationError: 'node authorizer does not support user rule resolution',
    }),
  };
  const authenticate = async (): Promise<Authentication> => ({ outcome: 'none' });
  return {
    user: caller,
    namespace: '',
    authorizer,
    authenticate,
    audiences: ['api'],
    time: '2026-01-01T00:00:00Z',
    ...more,
  };
}

function review(kind: string, spec?: object): ApiObject {
  return { apiVersion: 'authorization.example/v1', kind, metadata: {}, ...(spec === undefined ? {} : { spec }) };
}

const allow = (): Decision => ({ outcome: 'allow', reason: 'because' });

async function refusal(kind: string, spec: object, with_: ReviewContext = context(allow)): Promise<StatusError> {
  const error: unknown = await answerReview(kind, review(kind, spec), with_).catch((caught: unknown) => caught);
  if (error instanceof StatusError) return error;
  throw new Error('not refused');
}

t.test('a self review returns the user of the caller and drops a sent status (REVIEW-001 to REVIEW-005)', async (t) => {
  const sent = { ...review('SelfSubjectReview'), status: { userInfo: { username: 'root' } } };
  const answer = await answerReview('SelfSubjectReview', sent, context(allow));
  t.strictSame(answer['status'], { userInfo: { username: 'u', uid: '7', groups: ['g'], extra: { k: ['v'] } } });
  t.equal(answer.kind, 'SelfSubjectReview');
  t.strictSame(answer.metadata, { creationTimestamp: '2026-01-01T00:00:00Z' });
});

t.test('what a provider leaves empty of a user is not in the answer', async (t) => {
  const shown = async (user: UserInfo) => {
    const answer = await answerReview('SelfSubjectReview', review('SelfSubjectReview'), { ...context(allow), user });
    return answer['status'];
  };
  t.strictSame(await shown({ ...caller, username: '' }), {
    userInfo: { uid: '7', groups: ['g'], extra: { k: ['v'] } },
  });
  const bare = { username: 'u', uid: '', groups: [], extra: new Map() };
  t.strictSame(await shown(bare), { userInfo: { username: 'u' } });
});

t.test('a subject review is judged for exactly the named subject (REVIEW-012 to REVIEW-018, REVIEW-030)', async (t) => {
  const seen: Attributes[] = [];
  const spec = {
    user: 'v',
    resourceAttributes: {
      verb: 'list',
      resource: 'pods',
      namespace: 'n',
      fieldSelector: { requirements: [{ key: 'spec.nodeName', operator: 'In', values: ['a,b'] }] },
    },
  };
  const answer = await answerReview(
    'SubjectAccessReview',
    review('SubjectAccessReview', spec),
    context((asked) => {
      seen.push(asked);
      return { outcome: 'deny', reason: 'no' };
    }),
  );
  t.strictSame(answer['status'], { allowed: false, denied: true, reason: 'no' });
  t.match(seen[0], { user: { username: 'v', groups: [] }, verb: 'list', fieldSelector: 'spec.nodeName=a\\,b' });
});

t.test('a path may be asked for, and oneself (REVIEW-013, REVIEW-019 to REVIEW-021)', async (t) => {
  const spec = { nonResourceAttributes: { path: '/healthz', verb: 'get' } };
  const answer = await answerReview(
    'SelfSubjectAccessReview',
    review('SelfSubjectAccessReview', spec),
    context((asked) => ({ outcome: asked.kind === 'path' && asked.user === caller ? 'allow' : 'deny', reason: '' })),
  );
  t.strictSame(answer['status'], { allowed: true });
});

t.test('a review that asks nothing or too much is refused with 422', async (t) => {
  const nobody = await refusal('SubjectAccessReview', { resourceAttributes: { verb: 'get', resource: 'pods' } });
  t.equal(nobody.code, 422);
  t.match(nobody.message, /spec\.user: Invalid value: "": at least one of user or group must be specified/);
  const both = await refusal('SelfSubjectAccessReview', { resourceAttributes: {}, nonResourceAttributes: {} });
  t.equal(both.code, 422);
  t.equal((await refusal('SelfSubjectAccessReview', {})).code, 422);
});

t.test('a local review stays in its namespace (REVIEW-022)', async (t) => {
  const spec = { user: 'v', resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'b' } };
  t.equal((await refusal('LocalSubjectAccessReview', spec, context(allow, { namespace: 'a' }))).code, 422);
  const everywhere = { user: 'v', resourceAttributes: { verb: 'get', resource: 'pods' } };
  t.equal((await refusal('LocalSubjectAccessReview', everywhere, context(allow, { namespace: 'a' }))).code, 422);
  const answer = await answerReview(
    'LocalSubjectAccessReview',
    review('LocalSubjectAccessReview', {
      user: 'v',
      resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'a' },
    }),
    context((asked) => ({ outcome: 'allow', reason: asked.kind === 'resource' ? asked.namespace : '' }), {
      namespace: 'a',
    }),
  );
  t.strictSame(answer['status'], { allowed: true, reason: 'a' });
  t.equal(answer.metadata.namespace, 'a');
});

t.test('selectors that are ignored are reported beside the decision', async (t) => {
  const asked = async (more: object): Promise<unknown> => {
    const spec = { user: 'v', resourceAttributes: { verb: 'list', resource: 'pods', ...more } };
    const { status } = await answerReview('SubjectAccessReview', review('SubjectAccessReview', spec), context(allow));
    return (status as { readonly evaluationError?: string }).evaluationError;
  };
  const path = 'spec.resourceAttributes';
  const known = { key: 'a', operator: 'In', values: ['b'] };
  const odd = { key: 'a', operator: 'Odd' };
  t.equal(await asked({ labelSelector: { requirements: [known] } }), undefined);
  t.equal(
    await asked({ labelSelector: { rawSelector: 'a in (' } }),
    `${path}.labelSelector ignored due to parse error`,
  );
  t.equal(
    await asked({ fieldSelector: { requirements: [known, odd] }, labelSelector: { requirements: [odd] } }),
    `${path}.fieldSelector partially ignored due to parse error; ${path}.labelSelector ignored due to parse error`,
  );
  const refused = await refusal('SubjectAccessReview', {
    user: 'v',
    resourceAttributes: {
      labelSelector: {
        requirements: [
          { key: 'a', operator: 'In' },
          { key: 'a', operator: 'Exists', values: ['b'] },
        ],
      },
    },
  });
  t.match(refused.status.message, /requirements\[0\]\.values: Required value: must be specified/);
  t.match(refused.status.message, /requirements\[1\]\.values: Forbidden: may not be specified/);
});

t.test('a review keeps keys of extra unchanged, and asks for every version if it names none', async (t) => {
  let asked: Attributes | undefined;
  const spec = { user: 'v', extra: { 'A.b/C': ['x'] }, resourceAttributes: { verb: 'get', resource: 'pods' } };
  const seen = context((attributes) => {
    asked = attributes;
    return { outcome: 'allow', reason: '' };
  });
  await answerReview('SubjectAccessReview', review('SubjectAccessReview', spec), seen);
  t.strictSame([...(asked?.user.extra ?? [])], [['A.b/C', ['x']]]);
  t.equal(asked?.kind === 'resource' ? asked.version : undefined, '*');
  const bare = { user: 'v', resourceAttributes: { resource: 'pods' } };
  await answerReview('SubjectAccessReview', review('SubjectAccessReview', bare), seen);
  t.match(asked, { verb: '', group: '', subresource: '', namespace: '', name: '' }, 'and nothing else');
});

t.test('a review that has a name, or one selector in two forms, is refused with 422', async (t) => {
  const attributes = { verb: 'get', resource: 'pods' };
  const named = { ...review('SelfSubjectAccessReview', { resourceAttributes: attributes }), metadata: { name: 'x' } };
  await t.rejects(answerReview('SelfSubjectAccessReview', named, context(allow)), {
    code: 422,
    message: /must be empty/,
  });
  const requirements = [{ key: 'a', operator: 'In', values: ['b'] }];
  const fieldSelector = { rawSelector: 'a=b', requirements };
  const both = await refusal('SubjectAccessReview', {
    user: 'v',
    resourceAttributes: { ...attributes, fieldSelector },
  });
  t.equal(both.code, 422);
  t.match(both.message, /fieldSelector\.rawSelector/);
});

t.test('a review returns nothing of the metadata that only a service sets', async (t) => {
  const metadata = { uid: 'x', creationTimestamp: '2020-01-01T00:00:00Z', namespace: 'm' };
  const spec = { user: 'v', resourceAttributes: { verb: 'get', resource: 'pods' }, token: 'x', namespace: 'n' };
  for (const kind of ['SelfSubjectAccessReview', 'SubjectAccessReview', 'TokenReview', 'SelfSubjectRulesReview']) {
    const answer = await answerReview(kind, { ...review(kind, spec), metadata }, context(allow));
    t.strictSame(answer.metadata, {}, kind);
  }
  const named = { ...review('SelfSubjectReview'), metadata: { ...metadata, name: 'x', labels: { a: 'b' } } };
  const answered = await answerReview('SelfSubjectReview', named, context(allow));
  t.strictSame(answered.metadata, { creationTimestamp: '2026-01-01T00:00:00Z' }, 'when it was asked');
  for (const said of [{ resourceVersion: '5' }, { generation: 3 }]) {
    const sent = { ...review('SelfSubjectAccessReview', spec), metadata: said };
    await t.rejects(answerReview('SelfSubjectAccessReview', sent, context(allow)), { code: 422 });
  }
});

t.test('a selector that selects nothing, and a requirement without a key, are refused with 422', async (t) => {
  for (const [selector, path] of [
    [{ fieldSelector: {} }, 'fieldSelector.requirements'],
    [{ fieldSelector: { requirements: [] } }, 'fieldSelector.requirements'],
    [{ fieldSelector: { requirements: [{ operator: 'In', values: ['a'] }] } }, 'fieldSelector.requirements\\[0\\].key'],
    [{ labelSelector: {} }, 'labelSelector.requirements'],
    [{ labelSelector: { requirements: [{ key: '', operator: 'Exists' }] } }, 'labelSelector.requirements\\[0\\].key'],
  ] as const) {
    const refused = await refusal('SelfSubjectAccessReview', { resourceAttributes: { verb: 'get', ...selector } });
    t.equal(refused.code, 422);
    t.match(refused.message, new RegExp(path));
  }
});

t.test('a local review that names another namespace is refused with 400', async (t) => {
  const spec = { user: 'v', resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'n' } };
  const sent = { ...review('LocalSubjectAccessReview', spec), metadata: { namespace: 'm' } };
  await t.rejects(answerReview('LocalSubjectAccessReview', sent, context(allow, { namespace: 'n' })), { code: 400 });
  t.ok(await answerReview('LocalSubjectAccessReview', { ...sent, metadata: {} }, context(allow, { namespace: 'n' })));
});

t.test('a token without audiences of its own is one for this server', async (t) => {
  const kind = 'TokenReview';
  const authenticate = async (): Promise<Authentication> => ({ outcome: 'accepted', user: caller });
  const answer = await answerReview(kind, review(kind, { token: 'x' }), context(allow, { authenticate }));
  t.match(answer['status'], { authenticated: true, audiences: ['api'] });
});

t.test('a rules review lists rules and the reason why it is incomplete (REVIEW-023, REVIEW-028U)', async (t) => {
  const kind = 'SelfSubjectRulesReview';
  const answer = await answerReview(kind, review(kind, { namespace: 'a' }), context(allow));
  t.strictSame(answer['status'], {
    resourceRules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }],
    nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/x'] }],
    incomplete: true,
    evaluationError: 'node authorizer does not support user rule resolution',
  });
  t.equal((await refusal(kind, {})).message, 'no namespace on request');
});

t.test('a token review returns the user of a valid token, and the error of an invalid one', async (t) => {
  const kind = 'TokenReview';
  const good = async (): Promise<Authentication> => ({ outcome: 'accepted', user: caller });
  const bad = async (): Promise<Authentication> => ({ outcome: 'rejected', reason: 'expired yesterday' });
  const asked = async (spec: object, authenticate: () => Promise<Authentication>): Promise<unknown> =>
    (await answerReview(kind, review(kind, spec), context(allow, { authenticate })))['status'];
  t.match(await asked({ token: 't' }, good), { authenticated: true, user: { username: 'u' } });
  t.match(await asked({ token: 't', audiences: ['api', 'x'] }, good), { authenticated: true, audiences: ['api'] });
  t.strictSame(await asked({ token: 't', audiences: ['x'] }, good), {
    user: {},
    error: 'token audiences ["api"] is invalid for the target audiences ["x"]',
  });
  t.strictSame(await asked({ token: 't' }, bad), { user: {}, error: 'expired yesterday' });
  const forOthers = async (_token: string, audiences: readonly string[]): Promise<Authentication> => ({
    outcome: 'accepted',
    user: caller,
    audiences: audiences.slice(0, 1),
  });
  const vault = await answerReview(kind, review(kind, { token: 't', audiences: ['vault', 'x'] }), {
    ...context(allow),
    authenticate: forOthers,
  });
  t.match(vault['status'], { authenticated: true, audiences: ['vault'] }, 'judged for those who ask');
  t.equal((await refusal(kind, { token: '' })).message, 'token is required for TokenReview in authentication');
});

t.test('requirements of a review are judged as the selectors they say (REVIEW-024, REVIEW-025)', async (t) => {
  const judged = async (selector: object) => {
    const seen: Attributes[] = [];
    await answerReview(
      'SubjectAccessReview',
      review('SubjectAccessReview', {
        user: 'v',
        resourceAttributes: { verb: 'list', resource: 'pods', ...selector },
      }),
      context((asked) => {
        seen.push(asked);
        return allow();
      }),
    );
    const [asked] = seen;
    return asked?.kind === 'resource' ? [asked.fieldSelector, asked.labelSelector] : [];
  };
  const one = (operator: string, ...values: string[]) => ({ requirements: [{ key: 'k', operator, values }] });
  for (const [selector, said] of [
    [one('In', 'a'), 'k=a'],
    [one('NotIn', 'a'), 'k!=a'],
    [one('In', 'a,b=c\\'), 'k=a\\,b\\=c\\\\'],
  ] as const)
    t.strictSame(await judged({ fieldSelector: selector }), [said, undefined], said);
  for (const [selector, said] of [
    [one('In', 'a', 'b'), 'k in (a,b)'],
    [one('NotIn', 'a', 'b'), 'k notin (a,b)'],
    [one('Exists'), 'k'],
    [one('DoesNotExist'), '!k'],
  ] as const)
    t.strictSame(await judged({ labelSelector: selector }), [undefined, said], said);
});
