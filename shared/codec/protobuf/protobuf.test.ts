import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import fc from 'fast-check';
import t from 'tap';
import { loadSchemas } from '../../schema/builtin.ts';
import { decodeObject } from '../../schema/decode.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { vendorOf } from '../../vendor/profile.ts';
import { ProtobufError, createProtobufCodec } from './protobuf.ts';
import { explore } from '../../../fixtures/shared/explore.fixture.ts';

const vendor = vendorOf('kubernetes');
const schemas = loadSchemas(vendor);
const codec = createProtobufCodec();
const text = WireType.LengthDelimited;
const magic = Buffer.from([0x6b, 0x38, 0x73, 0x00]);
const find = (apiVersion: string, kind: string): StructSchema | undefined => {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  return schemas.kind(group, version, kind);
};
const must = (apiVersion: string, kind: string): StructSchema => {
  const schema = find(apiVersion, kind);
  if (schema === undefined) throw new TypeError(kind);
  return schema;
};

/** Through the bytes and back, canonical on both sides. */
const roundTrip = (value: { apiVersion: string; kind: string }): [object, object, readonly string[]] => {
  const schema = must(value.apiVersion, value.kind);
  const { object, missingFields } = decodeObject(value, schema);
  const again = decodeObject(codec.decode(codec.encode(object, schema), find), schema);
  // A text that is empty in JSON is absent on the wire: both are missing.
  return [again.object, object, again.missingFields.filter((path) => !missingFields.includes(path))];
};

t.test(
  'an object is an envelope with the magic bytes, its type and its own message (MEDIA-009 to MEDIA-017)',
  async (t) => {
    const schema = must('v1', 'Namespace');
    const bytes = codec.encode(
      decodeObject({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'x' } }, schema).object,
      schema,
    );
    const typeMeta = `0a0f0a0276311209${Buffer.from('Namespace').toString('hex')}`;
    const raw = '12090a030a017812001a00';
    t.equal(bytes.toString('hex'), `6b387300${typeMeta}${raw}`);
  },
);

t.test('objects of many shapes survive the way through the bytes', async (t) => {
  const objects = [
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: 'a',
        labels: { a: 'b', __proto_: '' },
        creationTimestamp: '2026-01-02T03:04:05Z',
        generation: 3,
        deletionGracePeriodSeconds: 0,
        managedFields: [{ manager: 'm', fieldsType: 'FieldsV1', fieldsV1: { 'f:x': {} } }],
      },
      spec: {
        containers: [
          {
            name: 'c',
            ports: [{ containerPort: 80 }],
            livenessProbe: { httpGet: { port: 'web', path: '/' }, periodSeconds: 5 },
            readinessProbe: { tcpSocket: { port: 8080 } },
            resources: { limits: { cpu: '100m', memory: '1Gi' } },
            env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'cm', key: 'k', optional: false } } }],
            securityContext: { runAsUser: 0, privileged: false },
          },
        ],
        ephemeralContainers: [{ name: 'e', targetContainerName: 'c', stdin: true }],
        volumes: [
          { name: 'v', configMap: { name: 'cm', items: [{ key: 'a', path: 'b', mode: 420 }] } },
          { name: 'w', emptyDir: {} },
        ],
        terminationGracePeriodSeconds: 9223372036854775807n,
        activeDeadlineSeconds: -1,
        priority: -5,
        hostNetwork: true,
      },
      status: { conditions: [{ type: 'Ready', status: 'True' }], startTime: '2026-01-02T03:04:05Z' },
    },
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, data: { a: 'aGk=', empty: '' }, immutable: false },
    {
      apiVersion: vendor.fill('coordination.{api}/v1'),
      kind: 'Lease',
      spec: { renewTime: '2026-01-02T03:04:05.000007Z', leaseDurationSeconds: 40 },
    },
    {
      apiVersion: vendor.fill('authorization.{api}/v1'),
      kind: 'SubjectAccessReview',
      spec: { user: 'u', extra: { 'a/b': ['1', '2'] } },
    },
    { apiVersion: vendor.fill('rbac.authorization.{api}/v1'), kind: 'ClusterRole', rules: null },
    {
      apiVersion: vendor.fill('apiextensions.{api}/v1'),
      kind: 'CustomResourceDefinition',
      spec: {
        group: 'a.b',
        scope: 'Namespaced',
        names: { plural: 'xs', kind: 'X' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                default: { a: [1, null] },
                [vendor.fill('x-{maker}-preserve-unknown-fields')]: true,
                maximum: 1.5,
                properties: {
                  a: { additionalProperties: false },
                  b: { items: { type: 'string' } },
                  c: { additionalProperties: { type: 'x' }, enum: [1, 'a'] },
                },
                dependencies: { d: ['x'], e: { type: 'object' } },
              },
            },
          },
        ],
      },
    },
    {
      apiVersion: 'v1',
      kind: 'PodList',
      metadata: { resourceVersion: '5', remainingItemCount: 0 },
      items: [{ metadata: { name: 'a' }, spec: { containers: [{ name: 'c' }] } }],
    },
    {
      apiVersion: vendor.fill('storage.{api}/v1'),
      kind: 'StorageClass',
      provisioner: 'p',
      allowVolumeExpansion: false,
      allowedTopologies: [{ matchLabelExpressions: [{ key: 'k', values: ['a'] }] }],
    },
  ];
  for (const object of objects) {
    const [again, before, missing] = roundTrip(object);
    t.strictSame(again, before, object.kind);
    t.strictSame(missing, [], 'what was there is not missing');
  }
});

t.test('every built-in kind with numbers encodes and decodes when it is empty', async (t) => {
  for (const { group, version, kind } of schemas.kinds()) {
    const apiVersion = group === '' ? version : `${group}/${version}`;
    const schema = must(apiVersion, kind);
    if ([...schema.fields.values()].every((field) => field.numbers.length === 0)) continue;
    const [again, before] = roundTrip({ apiVersion, kind });
    t.strictSame(again, before, `${apiVersion} ${kind}`);
  }
});

t.test('unknown fields are skipped, other envelope fields ignored, packed numbers read (MEDIA-015)', async (t) => {
  const writer = new BinaryWriter();
  writer
    .tag(1, WireType.LengthDelimited)
    .bytes(
      new BinaryWriter()
        .tag(1, text)
        .string('x')
        .tag(99, WireType.Varint)
        .int32(1)
        .tag(98, WireType.Bit32)
        .float(1)
        .finish(),
    );
  const object = new BinaryWriter()
    .tag(1, text)
    .bytes(new BinaryWriter().tag(1, text).string('n').finish())
    .tag(77, text)
    .string('?')
    .finish();
  const envelope = new BinaryWriter()
    .tag(1, text)
    .bytes(new BinaryWriter().tag(1, text).string('v1').tag(2, text).string('ConfigMap').finish())
    .tag(2, text)
    .bytes(object)
    .tag(3, text)
    .string('')
    .tag(4, text)
    .string('application/nonsense')
    .finish();
  const value = codec.decode(Buffer.concat([magic, envelope]), find);
  t.match(value, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'n' } });
});

t.test('bytes that are no envelope of a known kind are refused (MEDIA-018)', async (t) => {
  const bytes = codec.encode({ apiVersion: 'v9', kind: 'Nothing' }, must('v1', 'ConfigMap'));
  t.throws(() => codec.decode(bytes, find), { message: 'no kind "Nothing" is registered for version "v9"' });
  t.throws(() => codec.decode(Buffer.from('{"kind":"Pod"}'), find), ProtobufError);
  t.throws(() => codec.decode(Buffer.alloc(0), find), ProtobufError);
});

t.test('an empty text is no number 0, where a field holds either (MEDIA-059)', async (t) => {
  for (const port of ['', 0, 'web', 80]) {
    const probe = { tcpSocket: { port } };
    const pod = { apiVersion: 'v1', kind: 'Pod', spec: { containers: [{ name: 'c', livenessProbe: probe }] } };
    const [back, object] = roundTrip(pod);
    t.strictSame(back, object, `a probe of port ${JSON.stringify(port)}`);
    const ports = [{ port: 80, targetPort: port }];
    const [service, before] = roundTrip({ apiVersion: 'v1', kind: 'Service', spec: { ports } } as never);
    t.strictSame(service, before, `a service that leads to ${JSON.stringify(port)}`);
  }
});

t.test('damaged bytes either decode or are refused as such, never anything else', async () => {
  const schema = must('v1', 'Pod');
  const { object } = decodeObject(
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'a', labels: { a: 'b' } },
      spec: { containers: [{ name: 'c', ports: [{ containerPort: 8 }] }] },
    },
    schema,
  );
  const good = codec.encode(object, schema);
  explore(
    fc.property(fc.nat(good.length - 1), fc.nat(255), fc.nat(good.length), (at, byte, length) => {
      const bytes = Buffer.from(good);
      bytes[at] = byte;
      try {
        codec.decode(bytes.subarray(0, length), find);
      } catch (error) {
        return error instanceof ProtobufError;
      }
      return true;
    }),
    { numRuns: 2000 },
  );
});

t.test('a watch frame is a length, then an event that holds the envelope', async (t) => {
  const frame = codec.watchFrame('ADDED', Buffer.from('object'));
  t.equal(frame.readUInt32BE(), frame.length - 4);
  const reader = new BinaryReader(frame.subarray(4));
  t.strictSame(reader.tag(), [1, WireType.LengthDelimited]);
  t.equal(reader.string(), 'ADDED');
  t.strictSame(reader.tag(), [2, WireType.LengthDelimited]);
  const raw = new BinaryReader(reader.bytes());
  t.strictSame(raw.tag(), [1, WireType.LengthDelimited]);
  t.equal(Buffer.from(raw.bytes()).toString(), 'object');
});
