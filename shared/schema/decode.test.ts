import t from 'tap';
import { vendorOf } from '../vendor/profile.ts';
import { loadSchemas } from './builtin.ts';
import { DecodeError, decodeObject } from './decode.ts';
import { applyDefaults } from './default.ts';
import type { StructSchema } from './schema.ts';
import { validateBySchema } from './validate.ts';

const schemas = loadSchemas(vendorOf('orch'));
const must = (name: string): StructSchema => {
  const schema = schemas.type(name);
  if (schema === undefined) throw new TypeError(name);
  return schema;
};
const pod = must('core/v1.Pod');
const service = must('core/v1.Service');
const lease = must('coordination.{api}/v1.Lease');

const podWith = (container: object, spec: object = {}): unknown => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a' },
  spec: { containers: [{ name: 'c', ...container }], ...spec },
});

const refusal = (value: unknown, schema = pod): string => {
  try {
    decodeObject(value, schema);
  } catch (error) {
    if (error instanceof DecodeError) return `${error.path} | ${error.message}`;
    throw error;
  }
  return 'accepted';
};

t.test(
  'unknown fields are pruned at every depth and named with their paths (FVAL-004, FVAL-005, FVAL-033)',
  async (t) => {
    const { object, unknownFields } = decodeObject(
      { ...(podWith({ foo: 1, Image: 'x' }) as object), replicas: 3, Spec: {} },
      pod,
    );
    t.strictSame([...unknownFields].sort(), ['Spec', 'replicas', 'spec.containers[0].Image', 'spec.containers[0].foo']);
    t.notOk(JSON.stringify(object).includes('foo'));
  },
);

t.test('at most 100 unknown fields are reported, all are pruned', async (t) => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}`, index]));
  const { object, unknownFields } = decodeObject({ ...many, metadata: { name: 'a' } }, must('core/v1.ConfigMap'));
  t.equal(unknownFields.length, 100);
  t.strictSame(object, { metadata: { name: 'a' } });
});

t.test('the reported path of an unknown field is cut at 4096 characters', async (t) => {
  const { unknownFields } = decodeObject({ ['x'.repeat(5000)]: 1 }, must('core/v1.ConfigMap'));
  t.strictSame(unknownFields, [`${'x'.repeat(4096)}...`]);
});

t.test('a value of the wrong type is refused in the wording that clients know (FVAL-001)', async (t) => {
  t.equal(
    refusal(podWith({ image: 3 })),
    'spec.containers[0].image | json: cannot unmarshal number into Go struct field Container.spec.containers.image of type string',
  );
  t.match(refusal(podWith({ env: {} })), /cannot unmarshal object .* EnvVar|of type \[\]v1\.EnvVar$/);
  t.match(
    refusal(podWith({}, { priority: 1.5 })),
    /cannot unmarshal number 1\.5 .*PodSpec\.spec\.priority of type int32$/,
  );
  t.match(refusal(podWith({}, { priority: 2 ** 31 })), /number 2147483648 .* of type int32$/);
  t.match(refusal(podWith({}, { hostNetwork: 'yes' })), /string into .* of type bool$/);
  t.equal(refusal([]), ' | json: cannot unmarshal array into Go value of type v1.Pod');
  t.match(
    refusal({ metadata: { labels: { a: 1 } } }),
    /metadata\.labels\.a \| .*number into Go struct field ObjectMeta\.metadata\.labels of type string/,
  );
});

t.test('times, quantities, durations and bytes take their canonical form', async (t) => {
  const { object } = decodeObject(
    podWith({ resources: { limits: { memory: '1024Mi', cpu: '1000m', x: 2 } } }, {}),
    pod,
  );
  t.match(object, { spec: { containers: [{ resources: { limits: { cpu: '1', memory: '1Gi', x: '2' } } }] } });
  const renewed = decodeObject({ spec: { renewTime: '2026-01-02T04:04:05.123456+01:00' } }, lease).object;
  t.match(renewed, { spec: { renewTime: '2026-01-02T03:04:05.123456Z' } });
  const created = decodeObject({ metadata: { creationTimestamp: '2026-01-02T03:04:05.9Z' } }, pod).object;
  t.match(created, { metadata: { creationTimestamp: '2026-01-02T03:04:05Z' } });
  t.match(
    refusal({ metadata: { creationTimestamp: 'soon' } }),
    /parsing time "soon" as "2006-01-02T15:04:05Z07:00": cannot parse "soon" as "2006"/,
  );
  t.match(refusal(podWith({ resources: { limits: { cpu: 'lots' } } })), /quantities must match/);
  const secret = must('core/v1.Secret');
  t.match(decodeObject({ data: { a: 'aGk=' } }, secret).object, { data: { a: 'aGk=' } });
  t.equal(refusal({ data: { a: 'a$k=' } }, secret), 'data.a | illegal base64 data at input byte 1');
  t.equal(refusal({ data: { a: 'aGkxa' } }, secret), 'data.a | illegal base64 data at input byte 4');
});

t.test('null and zero values are dropped unless the field says otherwise', async (t) => {
  const { object } = decodeObject(
    podWith(
      { image: '', stdin: false, env: [], livenessProbe: {}, securityContext: null },
      { priority: 0, nodeName: null },
    ),
    pod,
  );
  t.strictSame(object, {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name: 'a' },
    spec: { containers: [{ name: 'c', resources: {}, livenessProbe: {} }], priority: 0 },
    status: {},
  });
  const condition = decodeObject({ type: 'Ready', status: 'True' }, must('core/v1.PodCondition')).object;
  t.strictSame(condition, { type: 'Ready', status: 'True', lastProbeTime: null, lastTransitionTime: null });
});

t.test('a null item decodes to an empty item of its type', async (t) => {
  const map = decodeObject({ data: { a: null }, binaryData: { b: null } }, must('core/v1.ConfigMap')).object;
  t.strictSame(map, { metadata: {}, data: { a: '' }, binaryData: { b: '' } });
  const extra = { spec: { request: 'aGk=', extra: { who: null } } };
  t.match(decodeObject(extra, must('certificates.{api}/v1.CertificateSigningRequest')).object, {
    spec: { extra: { who: [] } },
  });
});

t.test('fields come out in the order of the schema and map keys sorted', async (t) => {
  const { object } = decodeObject(
    { data: { b: '2', a: '1' }, metadata: { name: 'x' }, apiVersion: 'v1', kind: 'C' },
    must('core/v1.ConfigMap'),
  );
  t.equal(JSON.stringify(object), '{"kind":"C","apiVersion":"v1","metadata":{"name":"x"},"data":{"a":"1","b":"2"}}');
});

t.test('a key named __proto__ is data like any other', async (t) => {
  const value: unknown = JSON.parse(
    '{"metadata":{"labels":{"__proto__":"x"},"__proto__":{}},"data":{"__proto__":"y"}}',
  );
  const { object, unknownFields } = decodeObject(value, must('core/v1.ConfigMap'));
  t.strictSame(unknownFields, ['metadata.__proto__']);
  t.equal(JSON.stringify(object), '{"metadata":{"labels":{"__proto__":"x"}},"data":{"__proto__":"y"}}');
  t.equal(Object.getPrototypeOf(object['data']), Object.prototype);
});

t.test('nesting beyond the limit is refused', async (t) => {
  const props = must('apiextensions.{api}/v1.JSONSchemaProps');
  let nested: object = {};
  for (let level = 0; level < 400; level += 1) nested = { not: nested };
  t.match(refusal(nested, props), /exceeded max depth of 256$/);
});

t.test('integers beyond 2^53 stay exact in int64 fields and are refused where they do not fit', async (t) => {
  const big = 9223372036854775807n;
  const { object } = decodeObject(podWith({}, { terminationGracePeriodSeconds: big }), pod);
  t.match(object, { spec: { terminationGracePeriodSeconds: big } });
  t.match(refusal(podWith({}, { terminationGracePeriodSeconds: big + 1n })), /of type int64$/);
});

t.test('a schema of two forms takes either', async (t) => {
  const props = must('apiextensions.{api}/v1.JSONSchemaProps');
  t.match(decodeObject({ items: { type: 'string' }, additionalProperties: false }, props).object, {
    items: { type: 'string' },
    additionalProperties: false,
  });
  t.match(decodeObject({ items: [{ type: 'string' }], additionalProperties: { type: 'x' } }, props).object, {
    items: [{ type: 'string' }],
    additionalProperties: { type: 'x' },
  });
  t.match(refusal({ items: 'x' }, props), /cannot unmarshal string/);
});

t.test('defaults are set at every depth and never over what was given', async (t) => {
  const { object } = decodeObject(
    podWith(
      { ports: [{ containerPort: 80 }], livenessProbe: { httpGet: { port: 80 }, periodSeconds: 3 } },
      { restartPolicy: 'Never' },
    ),
    pod,
  );
  applyDefaults(object, pod);
  t.match(object, {
    spec: {
      restartPolicy: 'Never',
      dnsPolicy: 'ClusterFirst',
      schedulerName: 'default-scheduler',
      terminationGracePeriodSeconds: 30,
      securityContext: {},
      containers: [
        {
          terminationMessagePath: '/dev/termination-log',
          ports: [{ containerPort: 80, protocol: 'TCP' }],
          livenessProbe: {
            httpGet: { path: '/', scheme: 'HTTP', port: 80 },
            periodSeconds: 3,
            timeoutSeconds: 1,
            failureThreshold: 3,
          },
        },
      ],
    },
  });
  const plain = decodeObject({ spec: { ports: [{ port: 80 }] } }, service).object;
  applyDefaults(plain, service);
  t.match(plain, {
    spec: { type: 'ClusterIP', sessionAffinity: 'None', ports: [{ protocol: 'TCP', port: 80, targetPort: 0 }] },
  });
  const again = structuredClone(plain);
  applyDefaults(again, service);
  t.strictSame(again, plain, 'defaulting twice changes nothing');
});

t.test(
  'a required field that is left out is reported, also below a struct that always exists (FVAL-002, FVAL-003)',
  async (t) => {
    const { object, missingFields } = decodeObject({ spec: { containers: [{ image: 'x' }] } }, pod);
    t.strictSame(missingFields, ['spec.containers[0].name']);
    t.strictSame(validateBySchema(object, pod, { missingFields }), [
      { type: 'FieldValueRequired', field: 'spec.containers[0].name', detail: '' },
    ]);
    t.strictSame(decodeObject({}, pod).missingFields, ['spec.containers']);
  },
);

t.test('enumerations, minima and duplicates are reported with the field they are about', async (t) => {
  const { object } = decodeObject(
    podWith(
      { imagePullPolicy: 'Sometimes', env: [{ name: 'A' }, { name: 'A' }] },
      { volumes: [{ name: 'v' }, { name: 'v' }] },
    ),
    pod,
  );
  t.strictSame(validateBySchema(object, pod), [
    { type: 'FieldValueDuplicate', field: 'spec.volumes[1].name', value: 'v', detail: '' },
    {
      type: 'FieldValueNotSupported',
      field: 'spec.containers[0].imagePullPolicy',
      value: 'Sometimes',
      detail: 'supported values: "Always", "IfNotPresent", "Never"',
    },
  ]);
  const ports = decodeObject(
    {
      spec: {
        ports: [
          { port: 80, protocol: 'TCP' },
          { port: 80, protocol: 'TCP' },
        ],
      },
    },
    service,
  ).object;
  t.match(validateBySchema(ports, service), [{ field: 'spec.ports[1]', value: { port: 80, protocol: 'TCP' } }]);
  const replicaSet = must('apps/v1.ReplicaSet');
  const negative = decodeObject({ spec: { replicas: -1 } }, replicaSet).object;
  t.match(validateBySchema(negative, replicaSet), [
    { field: 'spec.replicas', detail: 'must be greater than or equal to 0' },
  ]);
});

t.test('a required field that is null is missing, unless it is a number or a truth value', async (t) => {
  t.strictSame(decodeObject(podWith({ name: null }), pod).missingFields, ['spec.containers[0].name']);
  t.strictSame(decodeObject({ spec: { containers: null } }, pod).missingFields, ['spec.containers']);
  const review = must('authorization.{api}/v1.SubjectAccessReview');
  t.strictSame(decodeObject({ spec: { user: 'a' }, status: { allowed: null } }, review).missingFields, []);
});

t.test('an empty text is no quantity', async (t) => {
  t.match(refusal(podWith({ resources: { limits: { cpu: '' } } })), /quantities must match the regular expression/);
});

t.test('a time in microseconds has six digits of them, other times may have any', async (t) => {
  const told = (renewTime: string): string => refusal({ spec: { renewTime } }, lease);
  const layout = '2006-01-02T15:04:05.000000Z07:00';
  for (const [sent, rest, part] of [
    ['2026-01-02T03:04:05Z', 'Z', '.000000'],
    ['2026-01-02T03:04:05.1Z', '.1Z', '.000000'],
    ['2026-01-02T03:04:05.123456789Z', '789Z', 'Z07:00'],
    ['2026-01-02T03:04:05+01:00', '+01:00', '.000000'],
    ['2026-01-02', '', 'T'],
    ['soon', 'soon', '2006'],
  ] as const) {
    const wording = `parsing time "${sent}" as "${layout}": cannot parse "${rest}" as "${part}"`;
    t.equal(told(sent), `spec.renewTime | ${wording}`);
  }
  t.equal(told('2026-01-02T03:04:05.000000Z'), 'accepted');
  t.equal(refusal({ metadata: { creationTimestamp: '2026-01-02T03:04:05.1Z' } }), 'accepted');
});

t.test('empty lists that become null are reported by the path of their fields', async (t) => {
  const role = schemas.type('rbac.authorization.{api}/v1.Role');
  const scaler = schemas.type('autoscaling/v2.HorizontalPodAutoscaler');
  if (role === undefined || scaler === undefined) throw new TypeError('no schema');
  t.strictSame(decodeObject({ rules: [] }, role).emptyLists, [['rules']]);
  t.strictSame(decodeObject({ rules: null }, role).emptyLists, []);
  t.strictSame(decodeObject({ rules: [{ verbs: [] }] }, role).emptyLists, [], 'in a list');
  t.strictSame(decodeObject({ status: { currentMetrics: [] } }, scaler).emptyLists, [['status', 'currentMetrics']]);
});

t.test('unknown fields in values of two forms are dropped and not told, as those around them are', (t) => {
  const definition = must('apiextensions.{api}/v1.CustomResourceDefinition');
  const schema = (more: object) => ({ spec: { versions: [{ schema: { openAPIV3Schema: { other: 1, ...more } } }] } });
  const around = ['spec.versions[0].schema.openAPIV3Schema.other'];
  const { object, unknownFields } = decodeObject(
    schema({ items: { type: 'string', other: 1 }, additionalProperties: { other: 1 } }),
    definition,
  );
  t.strictSame(unknownFields, around);
  t.match(object, { spec: { versions: [{ schema: { openAPIV3Schema: { items: { type: 'string' } } } }] } });
  t.notMatch(JSON.stringify(object), 'other');
  t.strictSame(decodeObject(schema({ not: { other: 1 } }), definition).unknownFields.length, 2);
  t.end();
});
