import type { Case, CaseContext } from '../../contract/case.ts';
import { plain } from '../../fixtures/launches.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { type PolicyParts, soon, withBoundPolicy } from '../../fixtures/rule/bound-policy.ts';
import { parameter, paramKind } from '../../fixtures/rule/parameters.ts';
import { warningsAbout } from '../../wire/expect/headers.ts';
import { expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const matchConditions = [{ name: 'judged', expression: "object.metadata.name.startsWith('judged')" }];

const limited = {
  paramKind,
  matchConditions,
  variables: [
    { name: 'limit', expression: 'int(params.metadata.annotations.limit)' },
    { name: 'n', expression: 'int(object.data.n)' },
    { name: 'isFine', expression: 'variables.n <= variables.limit' },
  ],
  validations: [
    {
      expression: 'variables.isFine',
      messageExpression: "'at most ' + string(variables.limit) + ', not ' + object.data.n",
      message: 'never shown',
      reason: 'Forbidden',
    },
    { expression: '!has(object.data.m)', message: 'm is not allowed', reason: 'Invalid' },
    {
      expression: "request.operation == 'CREATE' || object.data.n != oldObject.data.n",
      reason: 'RequestEntityTooLarge',
    },
  ],
};

const validating = (policy: object, binding: object): PolicyParts => ({
  kind: 'Validating',
  version: 'v1',
  policy: { ...policy },
  binding: { validationActions: ['Deny'], ...binding },
});

export default {
  id: 'policies-with-parameters',
  title:
    'Policies MUST judge with the parameters of their bindings, by name and by selector, with variables, conditions, reasons and actions.',
  requirements: ['ADM-019', 'CEL-003', 'CEL-054'],
  needs: ['namespace'],
  launch: plain,
  async run(c) {
    await namedParameters(c);
    await selectedParameters(c);
    await failures(c);
    await actions(c);
  },
} satisfies Case;

async function namedParameters(c: CaseContext): Promise<void> {
  const maps = c.resource('v1', 'configmaps');
  const accounts = c.resource('v1', 'serviceaccounts');
  const post = (data: Readonly<Record<string, string>>, name = 'judged') =>
    c.wire.post(`${maps.collection}?dryRun=All`, configMap(name, data));
  const binding = { paramRef: { name: 'limits', parameterNotFoundAction: 'Deny' } };
  await withBoundPolicy(c, validating(limited, binding), async () => {
    await c.eventually(async () => {
      const refused = await post({ n: '1' });
      expectFailure(refused, 422, 'Invalid');
      expectPattern(refused, 'message', /no params found/);
    }, soon);
    expectCreated(await c.wire.post(accounts.collection, parameter('limits', { limit: '5' })));
    await c.eventually(async () => expectCreated(await post({ n: '5' })), soon);
    await c.eventually(async () => expectCreated(await post({ n: '99' }, 'other')), soon);
    await c.eventually(async () => {
      const tooMany = await post({ n: '6' });
      expectFailure(tooMany, 403, 'Forbidden');
      expectPattern(tooMany, 'message', /at most 5, not 6$/);
    }, soon);
    await c.eventually(async () => {
      const both = await post({ n: '6', m: '1' });
      expectFailure(both, 403, 'Forbidden');
    }, soon);
    await c.eventually(async () => {
      const invalid = await post({ n: '1', m: '1' });
      expectFailure(invalid, 422, 'Invalid');
      expectPattern(invalid, 'message', /m is not allowed$/);
    }, soon);
    await c.eventually(async () => {
      const unknown = await post({});
      expectFailure(unknown, 422, 'Invalid');
      expectPattern(unknown, 'message', /no such key: (n|data)/);
    }, soon);
    expectCreated(await c.wire.post(maps.collection, configMap('judged', { n: '4' })));
    await c.eventually(async () => {
      const same = await c.wire.put(`${maps.item('judged')}?dryRun=All`, configMap('judged', { n: '4' }));
      expectFailure(same, 413, 'RequestEntityTooLarge');
      expectPattern(same, 'message', /failed expression: request\.operation == 'CREATE'/);
    }, soon);
    await c.eventually(
      async () => expectOk(await c.wire.put(`${maps.item('judged')}?dryRun=All`, configMap('judged', { n: '3' }))),
      soon,
    );
    expectOk(await c.wire.patch(accounts.item('limits'), 'merge', parameter('limits', { limit: '7' })));
    await c.eventually(async () => expectCreated(await post({ n: '7' }, 'judged-2')), soon);
    await c.eventually(async () => expectFailure(await post({ n: '8' }, 'judged-2'), 403, 'Forbidden'), soon);
  });
}

async function selectedParameters(c: CaseContext): Promise<void> {
  const maps = c.resource('v1', 'configmaps');
  const post = (n: string) => c.wire.post(`${maps.collection}?dryRun=All`, configMap('judged-3', { n }));
  const accounts = c.resource('v1', 'serviceaccounts');
  const labels = { choice: 'selected' };
  const param = (name: string, limit: string) => parameter(name, { limit }, { labels });
  const selector = { matchLabels: labels };
  const denying = validating(limited, { paramRef: { selector, parameterNotFoundAction: 'Deny' } });
  await withBoundPolicy(c, denying, async () => {
    await c.eventually(async () => expectFailure(await post('1'), 422, 'Invalid'), soon);
    expectCreated(await c.wire.post(accounts.collection, param('first', '5')));
    await c.eventually(async () => expectCreated(await post('5')), soon);
    // Each of them is held against the object.
    expectCreated(await c.wire.post(accounts.collection, param('second', '3')));
    await c.eventually(async () => expectFailure(await post('5'), 403, 'Forbidden'), soon);
    await c.eventually(async () => expectCreated(await post('3')), soon);
  });
  for (const name of ['first', 'second']) expectOk(await c.wire.delete(accounts.item(name)));
  const allowing = validating(limited, { paramRef: { selector, parameterNotFoundAction: 'Allow' } });
  await withBoundPolicy(c, allowing, async () => {
    expectCreated(await c.wire.post(accounts.collection, param('third', '5')));
    await c.eventually(async () => expectFailure(await post('6'), 403, 'Forbidden'), soon);
    expectOk(await c.wire.delete(accounts.item('third')));
    await c.eventually(async () => expectCreated(await post('6')), soon);
  });
}

/** What cannot be evaluated counts as the policy says; what is false is refused all the same. */
async function failures(c: CaseContext): Promise<void> {
  const maps = c.resource('v1', 'configmaps');
  const post = (data: Readonly<Record<string, string>>) =>
    c.wire.post(`${maps.collection}?dryRun=All`, configMap('judged-4', data));
  const validations = [{ expression: "object.data.n == '1'" }, { expression: "object.data.m == '1'" }];
  await withBoundPolicy(c, validating({ matchConditions, validations, failurePolicy: 'Ignore' }, {}), async () => {
    await c.eventually(async () => expectFailure(await post({ n: '2', m: '1' }), 422, 'Invalid'), soon);
    await c.eventually(async () => expectCreated(await post({ m: '1' })), soon);
    await c.eventually(async () => expectFailure(await post({ m: '2' }), 422, 'Invalid'), soon);
    await c.eventually(async () => expectCreated(await post({ n: '1' })), soon);
  });
  // An expression that gives no usable text leaves the message.
  for (const messageExpression of ["'two' + '\\n' + 'lines'", 'string(object.data.none)', "'  '"]) {
    const told = [{ expression: "object.data.n == '1'", messageExpression, message: 'only one' }];
    await withBoundPolicy(c, validating({ matchConditions, validations: told }, {}), async () => {
      await c.eventually(async () => {
        const refused = await post({ n: '2' });
        expectFailure(refused, 422, 'Invalid');
        expectPattern(refused, 'message', /denied request: only one$/);
      }, soon);
    });
    await c.eventually(async () => expectCreated(await post({ n: '2' })), soon);
  }
  // A condition that cannot be evaluated: the request is refused, or goes on without the policy.
  const broken = [{ name: 'broken', expression: "object.data.k == 'k'" }];
  for (const failurePolicy of ['Fail', 'Ignore']) {
    const parts = validating({ matchConditions: broken, validations, failurePolicy }, {});
    await withBoundPolicy(c, parts, async () => {
      await c.eventually(async () => expectFailure(await post({ k: 'k', n: '2', m: '1' }), 422, 'Invalid'), soon);
      await c.eventually(async () => expectCreated(await post({ k: 'other', n: '2' })), soon);
      await c.eventually(async () => {
        const undecided = await post({ n: '2' });
        if (failurePolicy === 'Ignore') expectCreated(undecided);
        else expectFailure(undecided, 422, 'Invalid');
      }, soon);
    });
  }
}

async function actions(c: CaseContext): Promise<void> {
  const maps = c.resource('v1', 'configmaps');
  const post = (n: string) => c.wire.post(`${maps.collection}?dryRun=All`, configMap('judged-5', { n }));
  const policy = { matchConditions, validations: [{ expression: "object.data.n == '1'", message: 'one only' }] };
  await withBoundPolicy(c, validating(policy, { validationActions: ['Warn', 'Audit'] }), async () => {
    await c.eventually(async () => {
      const warned = await post('2');
      expectCreated(warned);
      expectEqual('warnings about the refused value', warningsAbout(warned, 'one only'), 1);
    }, soon);
    expectEqual('warnings about the allowed value', warningsAbout(await post('1'), 'one only'), 0);
  });
}
