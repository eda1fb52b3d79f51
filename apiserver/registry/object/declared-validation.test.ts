import t, { type Test } from 'tap';
import type { Log, LogFields } from '../../../shared/process/log/log.ts';
import type { KindRules, RulesByKind } from '../../../shared/rule/rule.ts';
import type { RegistryFeatures } from '../contract/features.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { declaredRules } from '../../../shared/rule/declared-rules.ts';
import { createRequest } from '../../../shared/certificates/request.ts';
import { type Answered, type InProcess, inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';
import { defaultFeatures } from '../context/default-features.ts';

type Mode = RegistryFeatures['declaredValidation'];

interface Judging {
  readonly api: InProcess;
  readonly counted: { mismatches: number; panics: number };
  readonly logged: { readonly message: string; readonly fields: LogFields }[];
}

/** `rules`: laid over those of the built-in kinds. */
async function judging(t: Test, mode: Mode, rules: Readonly<Record<string, KindRules>> = {}): Promise<Judging> {
  const counted = { mismatches: 0, panics: 0 };
  const logged: { readonly message: string; readonly fields: LogFields }[] = [];
  const log: Log = { ...silentLog, error: (message, fields = {}) => void logged.push({ message, fields }) };
  const all: RulesByKind = new Map([...declaredRules, ...Object.entries(rules)]);
  const api = await inProcess('orch', {
    log,
    declaredRules: all,
    features: { ...defaultFeatures, declaredValidation: mode },
    declaredMetrics: {
      mismatches: { increment: () => void (counted.mismatches += 1) },
      panics: { increment: () => void (counted.panics += 1) },
    },
  });
  t.teardown(() => api.close());
  return { api, counted, logged };
}

const namespace = 'a';
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };

function controller(fields: object): object {
  return { metadata: { name: 'x' }, spec: { template, ...fields } };
}

function causes(answer: Answered): readonly string[] {
  const list = answer.at('details.causes') as readonly { field: string; message: string }[];
  return list.map(({ field, message }) => `${field}: ${message}`);
}

const negative = 'Invalid value: -1: must be greater than or equal to 0';
const modes: readonly Mode[] = ['off', 'compared', 'decides'];

for (const mode of modes) {
  t.test(
    `${mode}: valid and negative numbers get the same answer (DECLVAL-002, DECLVAL-004, DECLVAL-005)`,
    async (t) => {
      const { api, counted, logged } = await judging(t, mode);
      const name = 'replicationcontrollers';
      const create = (fields: object): Promise<Answered> =>
        api.call('create', name, { namespace, body: controller(fields) });
      const both = await create({ replicas: -1, minReadySeconds: -1 });
      t.equal(both.status, 422, both.text);
      t.strictSame([...causes(both)].sort(), [`spec.minReadySeconds: ${negative}`, `spec.replicas: ${negative}`]);
      t.equal((await create({ replicas: null })).at('spec.replicas'), 1);
      const of = { namespace, name: 'x' };
      const update = await api.call('update', name, { ...of, body: controller({ replicas: 2, minReadySeconds: -1 }) });
      t.strictSame(causes(update), [`spec.minReadySeconds: ${negative}`]);
      const scaled = await api.call('update', name, {
        ...of,
        subresource: 'scale',
        body: { metadata: { name: 'x' }, spec: { replicas: -1 } },
      });
      t.equal(scaled.status, 422, scaled.text);
      t.strictSame(causes(scaled), [`spec.replicas: ${negative}`]);
      const status = await api.call('update', name, {
        ...of,
        subresource: 'status',
        body: controller({ replicas: -1 }),
      });
      t.equal(status.status, 200, 'the spec is not looked at');
      t.strictSame(counted, { mismatches: 0, panics: 0 });
      t.strictSame(logged, []);
    },
  );

  t.test(
    `${mode}: approval and denial exclude each other, in the text of the enforced validation (DECLVAL-004, DECLVAL-005)`,
    async (t) => {
      const { api, counted } = await judging(t, mode);
      const approve = await approval(api);
      const both = await approve('Approved', 'Denied');
      t.equal(both.status, 422, both.text);
      t.strictSame(causes(both), [
        mode === 'decides'
          ? 'status.conditions: Invalid value: "{Conditions[{\\"type\\": \\"Approved\\"}], Conditions[{\\"type\\": \\"Denied\\"}]}": ' +
            'must specify at most one of: `Conditions[{"type": "Approved"}]`, `Conditions[{"type": "Denied"}]`'
          : 'status.conditions: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive',
      ]);
      t.strictSame(counted, { mismatches: 0, panics: 0 });
      // Found twice by hand, with another value, and once by the rule.
      t.equal((await approve('Approved', 'Denied', 'Approved')).status, 422);
      t.equal(counted.mismatches, mode === 'off' ? 0 : 1);
      t.equal((await approve('Approved')).status, 200);
      t.equal(counted.mismatches, mode === 'off' ? 0 : 1);
    },
  );
}

/** Sends conditions of these types to `approval` of a request. */
async function approval(api: InProcess): Promise<(...types: string[]) => Promise<Answered>> {
  const requests = api.vendor.fill('certificatesigningrequests.certificates.{api}');
  const request = Buffer.from(createRequest({ commonName: 'x' }).requestPem).toString('base64');
  const spec = { request, signerName: 'example.com/s', usages: ['client auth'] };
  const made = await api.call('create', requests, { body: { metadata: { name: 'x' }, spec } });
  return (...types) =>
    api.call('update', requests, {
      name: 'x',
      subresource: 'approval',
      body: { ...(made.body as object), status: { conditions: types.map((type) => ({ type, status: 'True' })) } },
    });
}

const tooFew: KindRules = { endpoints: [''], fields: { data: { presence: 'required' } } };
const other: KindRules = { endpoints: [''], fields: { data: { presence: 'forbidden' } } };

t.test(
  'a rule that finds more is counted and logged, and answered when rules decide (DECLVAL-004 to DECLVAL-007)',
  async (t) => {
    for (const mode of modes) {
      const { api, counted, logged } = await judging(t, mode, { 'core/v1.ConfigMap': tooFew, 'core/v1.Secret': other });
      const answers = [
        await api.call('create', 'configmaps', { namespace, body: { metadata: { name: 'x' } } }),
        await api.call('create', 'secrets', { namespace, body: { metadata: { name: 'x' }, data: { a: 'YQ==' } } }),
      ];
      t.strictSame(
        answers.map(({ status }) => status),
        mode === 'decides' ? [422, 422] : [200, 200],
      );
      t.strictSame(counted, { mismatches: mode === 'off' ? 0 : 2, panics: 0 });
      t.equal(logged.length, mode === 'off' ? 0 : 2);
      if (mode === 'off') continue;
      t.strictSame(logged[0]?.fields, {
        kind: 'core/v1.ConfigMap',
        found: 'by declared rules',
        type: 'FieldValueRequired',
        field: 'data',
        answered: mode === 'decides' ? 'declared' : 'hand-written',
      });
    }
  },
);

t.test(
  'a rule that finds less is counted, and its faults are not returned when rules decide (DECLVAL-004, DECLVAL-005, DECLVAL-007)',
  async (t) => {
    const lax: KindRules = { endpoints: [''], fields: { spec: { fields: { replicas: { minimum: -5 } } } } };
    for (const mode of modes) {
      const { api, counted } = await judging(t, mode, { 'core/v1.ReplicationController': lax });
      const body = controller({ replicas: -1 });
      const answer = await api.call('create', 'replicationcontrollers', { namespace, body });
      t.equal(answer.status, mode === 'decides' ? 200 : 422, answer.text);
      t.strictSame(counted, { mismatches: mode === 'off' ? 0 : 1, panics: 0 });
      // What no rule covers is answered all the same.
      const empty = { ...body, spec: { replicas: 1, template: { ...template, metadata: { labels: { a: '//' } } } } };
      t.equal((await api.call('create', 'replicationcontrollers', { namespace, body: empty })).status, 422);
    }
  },
);

t.test('an endpoint without rules is not judged, nor is another kind', async (t) => {
  const onStatus: KindRules = { endpoints: ['status'], fields: { metadata: { presence: 'forbidden' } } };
  const { api, counted } = await judging(t, 'decides', { 'core/v1.ReplicationController': onStatus });
  const made = await api.call('create', 'replicationcontrollers', { namespace, body: controller({ replicas: 1 }) });
  t.equal(made.status, 200, made.text);
  const at = { namespace, name: 'x', body: controller({ replicas: 1 }) };
  t.equal((await api.call('update', 'replicationcontrollers', at)).status, 200);
  t.equal((await api.call('create', 'configmaps', { namespace, body: { metadata: { name: 'x' } } })).status, 200);
  t.equal(counted.mismatches, 0);
});

t.test(
  'rules that cannot be evaluated never fail a request: they are counted, and refuse only when they decide',
  async (t) => {
    const broken: KindRules = { endpoints: [''], fields: { nothing: { minimum: 1 } } };
    for (const mode of modes) {
      const { api, counted, logged } = await judging(t, mode, { 'core/v1.ConfigMap': broken });
      const answer = await api.call('create', 'configmaps', { namespace, body: { metadata: { name: 'x' } } });
      t.strictSame(counted, { mismatches: mode === 'decides' ? 1 : 0, panics: mode === 'off' ? 0 : 1 });
      t.equal(answer.status, mode === 'decides' ? 422 : 200, answer.text);
      if (mode === 'off') continue;
      t.equal(logged[0]?.message, 'declared rules could not be evaluated');
      if (mode === 'decides')
        t.match(causes(answer), [/^<nil>: Internal error: panic during declarative validation: /]);
    }
  },
);
