import t from 'tap';
import { createMetrics } from '../../shared/process/metric/metrics.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import type { Attributes, Authorizer, Decision } from './contract/authorizer.ts';
import { authorizerChain } from './chain.ts';
import { FixedLister } from '../../fixtures/apiserver/fixed-lister.fixture.ts';
import { makeAuthorizer } from './make-authorizer.ts';

const question = (...groups: string[]): Attributes => ({
  kind: 'path',
  user: { username: 'u', groups, extra: new Map() },
  verb: 'get',
  path: '/x',
});

function module(outcome: Decision['outcome'], reason: string, calls: string[]): Authorizer {
  return {
    name: reason,
    async authorize() {
      calls.push(reason);
      return { outcome, reason };
    },
    rulesFor: async () => ({ rules: [{ verbs: [reason], nonResourceURLs: ['/'] }], incomplete: outcome === 'deny' }),
  };
}

t.test('modules are asked in order and the first allow or deny is final (AUTHZ-008)', async (t) => {
  const calls: string[] = [];
  const chain = authorizerChain([
    module('no-opinion', 'a', calls),
    module('deny', 'b', calls),
    module('allow', 'c', calls),
  ]);
  t.strictSame(await chain.authorize(question()), { outcome: 'deny', reason: 'b' });
  t.strictSame(calls, ['a', 'b']);
});

t.test('without an opinion the reasons are joined (AUTHZ-009)', async (t) => {
  const chain = authorizerChain([module('no-opinion', 'a', []), module('no-opinion', 'b', [])]);
  t.strictSame(await chain.authorize(question()), { outcome: 'no-opinion', reason: 'a\nb' });
  t.equal((await authorizerChain([]).authorize(question())).outcome, 'no-opinion');
});

t.test('system:masters passes before every module (AUTHZ-048, AUTHZ-056)', async (t) => {
  const calls: string[] = [];
  const chain = authorizerChain([module('deny', 'no', calls)]);
  t.equal((await chain.authorize(question('system:masters'))).outcome, 'allow');
  t.strictSame(calls, []);
});

t.test('the rules of all modules are listed (REVIEW-023)', async (t) => {
  const rules = await authorizerChain([module('allow', 'a', []), module('deny', 'b', [])]).rulesFor(
    question().user,
    'n',
  );
  t.strictSame(
    rules.rules.map((rule) => rule.verbs[0]),
    ['a', 'b'],
  );
  t.equal(rules.incomplete, true);
});

t.test(
  'what modules could not evaluate is said with their rules, and nothing where all was evaluated (REVIEW-023)',
  async (t) => {
    const listing = (evaluationError?: string): Authorizer => ({
      ...module('allow', 'a', []),
      rulesFor: async () => ({
        rules: [],
        incomplete: false,
        ...(evaluationError === undefined ? {} : { evaluationError }),
      }),
    });
    const rulesOf = (...modules: Authorizer[]) => authorizerChain(modules).rulesFor(question().user, 'n');
    t.strictSame(await rulesOf(listing(), listing()), { rules: [], incomplete: false });
    t.strictSame(await rulesOf(listing(), listing('no role r')), {
      rules: [],
      incomplete: false,
      evaluationError: 'no role r',
    });
  },
);

t.test('modules are asked in the order given (AUTHZ-033, AUTHZ-034, AUTHZ-043)', async (t) => {
  const lister = new FixedLister();
  const listers = {
    clusterRoles: lister,
    roles: lister,
    clusterRoleBindings: lister,
    roleBindings: lister,
    pods: lister,
    persistentVolumeClaims: lister,
    persistentVolumes: lister,
    volumeAttachments: lister,
    resourceSlices: lister,
  };
  const decisions = createMetrics().counter({
    name: 'decisions',
    help: 'x',
    labels: ['type', 'name', 'decision'],
    stability: 'ALPHA',
  });
  const make = (...types: ('AlwaysAllow' | 'AlwaysDeny' | 'Node' | 'RBAC')[]) => {
    const modules = types.map((type) => ({ type, name: type.toLowerCase() }));
    return makeAuthorizer({ vendor: vendorOf('orch'), modules: () => modules, listers, decisions }).authorizer;
  };
  t.equal((await make('AlwaysAllow').authorize(question())).outcome, 'allow');
  t.strictSame(await make('AlwaysDeny').authorize(question()), {
    outcome: 'no-opinion',
    reason: 'Everything is forbidden.',
  });
  t.equal((await make('Node', 'RBAC').authorize(question())).outcome, 'no-opinion');
});
