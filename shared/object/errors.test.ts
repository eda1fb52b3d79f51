import t from 'tap';
import * as errors from './errors.ts';
import { invalidValue, notSupported, required } from './field-error-message.ts';

const pods = { group: '', resource: 'pods' };
const deployments = { group: 'apps', resource: 'deployments' };

t.test('every failure carries the HTTP code of its reason', async (t) => {
  const failures = [
    errors.badRequest('x'),
    errors.unauthorized(),
    errors.forbidden(pods, 'a', 'no'),
    errors.notFound(pods, 'a'),
    errors.methodNotAllowed(),
    errors.notAcceptable(['application/json']),
    errors.alreadyExists(pods, 'a'),
    errors.conflict(pods, 'a'),
    errors.expired('old'),
    errors.requestTooLarge(1),
    errors.unsupportedMediaType(['application/json']),
    errors.tooManyRequests('slow', 1),
    errors.internalError(new Error('x')),
    errors.serverTimeout(pods, 'list'),
    errors.serviceUnavailable('x'),
    errors.timeout(),
  ];
  for (const { status, reason, code } of failures) {
    t.equal(code, errors.reasonCodes[reason as errors.Reason], reason);
    t.strictSame(Object.keys(status).slice(0, 4), ['kind', 'apiVersion', 'metadata', 'status']);
  }
});

t.test('messages and details name the resource as clients read it', async (t) => {
  t.match(errors.notFound(deployments, 'web').status, {
    message: 'deployments.apps "web" not found',
    details: { name: 'web', group: 'apps', kind: 'deployments' },
  });
  t.match(
    errors.conflict(pods, 'a').status.message,
    /^Operation cannot be fulfilled on pods "a": the object has been modified/,
  );
  t.match(errors.tooLargeResourceVersion(9, 3).status, {
    message: 'Timeout: Too large resource version: 9, current: 3',
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  });
  t.equal(errors.expired('x', 'token').status.metadata.continue, 'token');
});

t.test('an Invalid status lists each violation once, with its path, and names the kind', async (t) => {
  const one = errors.invalid({ group: 'apps', kind: 'Deployment' }, 'web', [required('spec.selector')]);
  t.equal(one.message, 'Deployment.apps "web" is invalid: spec.selector: Required value');
  const many = errors.invalid({ group: '', kind: 'Pod' }, 'p', [
    invalidValue('metadata.name', 'P', 'bad'),
    invalidValue('metadata.name', 'P', 'bad'),
    notSupported('spec.restartPolicy', 'x', ['Always', 'Never']),
  ]);
  t.equal(
    many.message,
    'Pod "p" is invalid: [metadata.name: Invalid value: "P": bad, spec.restartPolicy: Unsupported value: "x": supported values: "Always", "Never"]',
  );
  t.strictSame(
    many.status.details?.causes?.map((cause) => cause.field),
    ['metadata.name', 'spec.restartPolicy'],
  );
  t.equal(many.status.details?.kind, 'Pod');
});
