import t from 'tap';
import { Environment } from '../environment.ts';
import { EvaluationAborted } from '../evaluate/frame.ts';
import { optionsOfVersion, servedVersion } from '../versions.ts';
import { type AuthorizationQuestion, authorizerValue, requestResourceValue } from './authorizer.ts';
import { libraryTypes } from './named-types.ts';

const named = libraryTypes('maker');
const environment = new Environment({
  ...optionsOfVersion(servedVersion, named),
  variables: new Map([
    ['authorizer', named.Authorizer],
    ['own', named.ResourceCheck],
  ]),
});

function ask(expression: string, limit = 1_000_000) {
  const asked: AuthorizationQuestion[] = [];
  const authorize = (question: AuthorizationQuestion) => {
    asked.push(question);
    const allowed = question.verb === 'get';
    return question.verb === 'fail'
      ? { allowed: false, reason: '', error: 'no answer' }
      : { allowed, reason: `verb ${question.verb}` };
  };
  const parts = {
    group: 'apps',
    resource: 'deployments',
    subresource: '',
    namespace: 'a',
    name: 'b',
    fieldSelector: '',
    labelSelector: '',
  };
  const inputs = new Map([
    ['authorizer', authorizerValue(named, authorize)],
    ['own', requestResourceValue(named, authorize, parts)],
  ]);
  const program = environment.program(expression, environment.check(expression).checked);
  return { ...program.evaluate(inputs, { limit }), asked };
}

t.test('An expression asks for the right to a resource or a path, call by call (CEL-017) (CEL-021)', (t) => {
  const whole = ask(
    "authorizer.group('g').resource('pods').subresource('log').namespace('n').name('p').fieldSelector('a=b').labelSelector('c').check('get').allowed()",
  );
  t.strictSame(whole.value, true);
  t.strictSame(whole.asked, [
    {
      kind: 'resource',
      group: 'g',
      resource: 'pods',
      subresource: 'log',
      namespace: 'n',
      name: 'p',
      fieldSelector: 'a=b',
      labelSelector: 'c',
      verb: 'get',
      account: undefined,
    },
  ]);
  const path = ask("authorizer.serviceAccount('ns', 'sa').path('/healthz').check('put')");
  t.strictSame(path.asked, [{ kind: 'path', path: '/healthz', verb: 'put', account: { namespace: 'ns', name: 'sa' } }]);
  t.strictSame(ask("authorizer.path('/a').check('put').allowed()").value, false);
  t.strictSame(ask("authorizer.path('/a').check('put').reason()").value, 'verb put');
  t.strictSame(ask("authorizer.path('/a').check('fail').errored()").value, true);
  t.strictSame(ask("authorizer.path('/a').check('fail').error()").value, 'no answer');
  t.strictSame(ask("own.check('get').allowed() && own.name('other').check('get').errored() == false").value, true);
  t.end();
});

t.test('An expression can afford two questions', (t) => {
  const question = "authorizer.path('/a').check('put').allowed()";
  t.strictSame(ask(`${question} || ${question}`).value, false);
  t.throws(() => ask(`${question} || ${question} || ${question}`), EvaluationAborted);
  t.throws(() => environment.check("authorizer.check('get')"), /no matching overload/);
  t.end();
});
