import t from 'tap';
import type { StatusError } from '../../../shared/object/status-error.ts';
import { askWebhook } from './ask-webhook.ts';
import type { WebhookTools } from './webhook-tools.ts';
import { webhooksOf } from './webhook.ts';

// The API takes no such webhook any more: one may be left in a store from before.
t.test('a webhook with side effects is not asked on trials, which are refused instead (DRY-014)', async (t) => {
  let calls = 0;
  const reached = new Error('reached');
  const tools = {
    vendor: { fill: (text: string) => text },
    outbound: {
      postJson: () => {
        calls += 1;
        return Promise.reject(reached);
      },
    },
  } as unknown as WebhookTools;
  const ask = async (sideEffects: string, dryRun: boolean): Promise<StatusError | Error | undefined> => {
    const [webhook] = webhooksOf({
      kind: 'ValidatingWebhookConfiguration',
      apiVersion: 'v1',
      metadata: {},
      webhooks: [
        { name: 'a.b.c', sideEffects, clientConfig: { url: 'https://x.example' }, admissionReviewVersions: ['v1'] },
      ],
    });
    const kind = { group: '', version: 'v1', kind: 'ConfigMap' };
    const resource = { group: '', version: 'v1', resource: 'configmaps' };
    const attributes = {
      dryRun,
      operation: 'CREATE',
      name: '',
      namespace: '',
      resource: 'configmaps',
      group: '',
      subresource: '',
      requestKind: kind,
      requestResource: resource,
      user: { username: 'u', groups: [], extra: new Map() },
      options: () => undefined,
    };
    const invocation = { seen: { kind, resource, subresource: '' }, converted: false };
    const request = { signal: new AbortController().signal };
    const use = { mutating: false, request, tools };
    return askWebhook(webhook as never, attributes as never, invocation as never, use as never).then(
      () => undefined,
      (error: unknown) => error as Error,
    );
  };
  for (const sideEffects of ['Some', 'Unknown', '']) {
    const refused = await ask(sideEffects, true);
    t.match(refused, { code: 400, message: 'admission webhook "a.b.c" does not support dry run' }, sideEffects);
  }
  t.equal(calls, 0);
  for (const [sideEffects, dryRun] of [
    ['Some', false],
    ['None', true],
    ['NoneOnDryRun', true],
  ] as const) {
    await ask(sideEffects, dryRun);
  }
  t.equal(calls, 3, 'what has none on trials is asked, and the others are asked about real writes');
});
