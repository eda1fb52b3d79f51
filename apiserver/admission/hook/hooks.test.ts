import t from 'tap';
import { badRequest } from '../../../shared/object/errors.ts';
import { testPod, testWrite } from '../../../fixtures/apiserver/admission-write.fixture.ts';
import { admissionChain } from '../chain.ts';
import type { AdmissionPlugin } from '../contract/admission.ts';
import type { Mutation, MutatingHook, ValidatingHook } from '../contract/hook.ts';
import { HookList } from '../../../fixtures/apiserver/hook-list.fixture.ts';
import { mutatingHooks } from './mutating-hooks.ts';
import { validatingHooks } from './validating-hooks.ts';

const request = new AbortController();
const always = () => true;
const forPods = ({ resource }: { readonly resource: string }) => resource === 'pods';

function validating(name: string, validate: ValidatingHook['validate']): ValidatingHook {
  return { name, validate };
}

t.test('hooks join, change and leave while the chain is in use', async (t) => {
  const list = new HookList<ValidatingHook>();
  const chain = admissionChain([validatingHooks('ValidatingAdmissionWebhook', list)]);
  const calls: string[] = [];
  const hook = (name: string) => validating(name, () => void calls.push(name));
  const run = async (resource = 'pods') => {
    calls.length = 0;
    await chain.validate(testWrite('CREATE', resource), request);
    return [...calls];
  };
  t.strictSame(await run(), []);
  list.set('b', [{ hook: hook('b'), matches: forPods }]);
  t.strictSame(await run(), ['b']);
  t.strictSame(await run('services'), [], 'the rules of a hook decide');
  list.set('a', [
    { hook: hook('a2'), matches: always },
    { hook: hook('a1'), matches: always },
  ]);
  t.strictSame(await run(), ['a2', 'a1', 'b'], 'by the name of their owner, and in its order');
  list.set('a', [{ hook: hook('a3'), matches: always }]);
  t.strictSame(await run(), ['a3', 'b'], 'an owner that changed has no other hooks');
  const { revision } = list;
  list.set('unknown', []);
  t.equal(list.revision, revision, 'an owner that was never there leaves nothing');
  list.set('b', []);
  t.strictSame(await run(), ['a3']);
});

t.test('validating hooks run at once, and the first in order that refuses decides (ADM-011, ADM-012)', async (t) => {
  const list = new HookList<ValidatingHook>();
  const chain = admissionChain([validatingHooks('ValidatingAdmissionWebhook', list)]);
  const begun: string[] = [];
  let end = () => {};
  const slow = new Promise<void>((resolve) => {
    end = resolve;
  });
  const ended: string[] = [];
  const offer = (name: string, validate: () => Promise<void> | undefined) => ({
    hook: validating(name, () => {
      begun.push(name);
      return validate();
    }),
    matches: always,
  });
  list.set('a', [
    offer('admits', () => slow.then(() => void ended.push('admits'))),
    offer('slow', () => slow.then(() => Promise.reject(badRequest('slow refuses')))),
    offer('at once', () => {
      throw badRequest('refused at once');
    }),
    offer('quick', () => Promise.reject(badRequest('quick refuses'))),
  ]);
  const validated = Promise.resolve(chain.validate(testWrite('CREATE', 'pods'), request));
  t.strictSame(begun, ['admits', 'slow', 'at once', 'quick'], 'none waits for another');
  end();
  await t.rejects(validated, { message: 'slow refuses' });
  t.strictSame(ended, ['admits'], 'what a refused request called has ended with it');
  list.set('a', [offer('only', () => undefined)]);
  t.equal(
    chain.validate(testWrite('CREATE', 'pods'), request),
    undefined,
    'what nothing has to wait for is not waited for',
  );
});

/** A hook that adds its name to the labels of a pod, `times` times. */
function labels(
  name: string,
  calls: string[],
  times = 0,
  reinvocation: 'Never' | 'IfNeeded' = 'IfNeeded',
): MutatingHook {
  let left = times;
  return {
    name,
    reinvocation,
    mutate(attributes, { round }): Mutation {
      calls.push(`${name}/${round}`);
      if (left === 0 || attributes.object === undefined) return 'unchanged';
      left -= 1;
      attributes.object.metadata.labels = { ...attributes.object.metadata.labels, [`${name}-${left}`]: 'x' };
      return 'changed';
    },
  };
}

function mutatingChain(hooks: readonly MutatingHook[], plugins: readonly AdmissionPlugin[] = []) {
  const list = new HookList<MutatingHook>();
  list.set(
    'a',
    hooks.map((hook) => ({ hook, matches: always })),
  );
  const chain = admissionChain([...plugins, mutatingHooks('MutatingAdmissionWebhook', list)]);
  return async () => {
    const write = testWrite('CREATE', 'pods', { object: testPod() });
    await chain.mutate(write, request);
    return write;
  };
}

t.test('mutating hooks run in order, and again once where a later one changed the object (ADM-008)', async (t) => {
  const calls: string[] = [];
  await mutatingChain([labels('first', calls), labels('second', calls, 9), labels('third', calls)])();
  t.strictSame(calls, ['first/0', 'second/0', 'third/0', 'first/1'], 'only what came before a change sees it again');
  calls.length = 0;
  await mutatingChain([labels('first', calls, 1), labels('second', calls)])();
  t.strictSame(calls, ['first/0', 'second/0'], 'its own change calls no hook again');
  calls.length = 0;
  await mutatingChain([labels('never', calls, 0, 'Never'), labels('second', calls, 1)])();
  t.strictSame(calls, ['never/0', 'second/0'], 'a hook that does not ask for it is not called again');
  calls.length = 0;
  await mutatingChain([labels('first', calls, 2), labels('second', calls, 2), labels('third', calls, 2)])();
  t.strictSame(
    calls,
    ['first/0', 'second/0', 'third/0', 'first/1', 'second/1', 'third/1'],
    'there is one further round, whatever changes in it',
  );
});

t.test(
  'plug-ins run again after a hook changed the object, and what they change calls hooks again (ADM-008)',
  async (t) => {
    const calls: string[] = [];
    const rounds: number[] = [];
    const plugin: AdmissionPlugin = {
      name: 'BuiltIn',
      handles: always,
      mutate({ object, reinvocation }) {
        rounds.push(reinvocation?.round ?? 0);
        if (object?.metadata.labels?.['only-0'] !== undefined) object.metadata.annotations = { seen: 'true' };
        return undefined;
      },
    };
    const write = await mutatingChain([labels('only', calls, 1)], [plugin])();
    t.strictSame(rounds, [0, 1]);
    t.strictSame(calls, ['only/0', 'only/1'], 'the hook sees what the plug-in made of its change');
    t.match(write.object?.metadata, { annotations: { seen: 'true' } });
    rounds.length = 0;
    await mutatingChain([labels('idle', calls)], [plugin])();
    t.strictSame(rounds, [0], 'a round without a change is the last');
  },
);

t.test('a hook that was not concerned is not called in the further round', async (t) => {
  const calls: string[] = [];
  const skips: MutatingHook = {
    name: 'skips',
    reinvocation: 'IfNeeded',
    mutate(_attributes, { round }) {
      calls.push(`skips/${round}`);
      return 'skipped';
    },
  };
  await mutatingChain([skips, labels('second', calls, 1)])();
  t.strictSame(calls, ['skips/0', 'second/0']);
});
