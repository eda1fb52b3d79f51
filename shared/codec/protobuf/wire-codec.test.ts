import fc from 'fast-check';
import t from 'tap';
import {
  boolShape,
  bytesShape,
  countShape,
  field,
  int64Shape,
  listOf,
  message,
  stringMapShape,
  stringShape,
  uint32Shape,
  uint64Shape,
  WireError,
} from './wire-codec.ts';
import { explore } from '../../../fixtures/shared/explore.fixture.ts';

const versionResponse = message('VersionResponse', {
  version: field(1, stringShape),
  runtimeName: field(2, stringShape),
  runtimeVersion: field(3, stringShape),
  runtimeApiVersion: field(4, stringShape),
});
const metadata = message('Metadata', {
  name: field(1, stringShape),
  uid: field(2, stringShape),
  namespace: field(3, stringShape),
  attempt: field(4, uint32Shape),
});
const sandbox = message('Sandbox', {
  id: field(1, stringShape),
  metadata: field(2, metadata.shape),
  ready: field(3, boolShape),
  createdAt: field(4, int64Shape),
  labels: field(5, stringMapShape),
  content: field(6, bytesShape),
  revision: field(7, countShape),
  runtimeHandler: field(8, stringShape),
});
const list = message('List', { items: field(1, listOf(stringShape)), detail: field(2, sandbox.shape) });

t.test('a message of strings has the bytes of the wire format', async (t) => {
  t.equal(versionResponse.encode({ version: 'a', runtimeApiVersion: 'v1' }).toString('hex'), '0a016122027631');
});

t.test('an encoded value decodes to the same value', async (t) => {
  const value = {
    id: 'x',
    metadata: { name: 'n', uid: 'u', namespace: 's', attempt: 3 },
    ready: true,
    createdAt: 1_764_000_000_123_456_789n,
    labels: new Map([['__proto__', 'kept']]),
    content: Buffer.from([0, 255, 128]),
    revision: Number.MAX_SAFE_INTEGER,
    runtimeHandler: '',
  };
  const read = sandbox.decode(sandbox.encode(value));
  t.strictSame({ ...read, content: Buffer.from(read.content) }, value);
});

t.test('absent fields read as zero values and unknown fields are skipped', async (t) => {
  const newer = message('Newer', { version: field(1, stringShape), more: field(99, listOf(stringShape)) });
  const read = versionResponse.decode(newer.encode({ version: '1', more: ['a', 'b'] }));
  t.strictSame(read, { version: '1', runtimeName: '', runtimeVersion: '', runtimeApiVersion: '' });
  t.equal(list.decode(Buffer.alloc(0)).detail, undefined);
});

t.test('a field of another wire type and a cut message are refused with the name of the message', async (t) => {
  t.throws(() => versionResponse.decode(Buffer.from([0x08, 0x01])), {
    name: 'WireError',
    message: /^VersionResponse: /,
  });
  t.throws(() => versionResponse.decode(Buffer.from([0x0a, 0x7f, 0x61])), WireError);
});

t.test('a count beyond the exact numbers is refused', async (t) => {
  const wide = message('Wide', { revision: field(7, uint64Shape) });
  t.throws(() => sandbox.decode(wide.encode({ revision: 2n ** 53n })), {
    message: /beyond the numbers that are exact/,
  });
});

t.test('too many elements are refused', async (t) => {
  const flood = Buffer.alloc(400_002, Buffer.from([0x0a, 0x00]));
  t.throws(() => list.decode(flood), { message: /more than 200000 elements/ });
});

t.test('arbitrary bytes decode or are refused, nothing else', async () => {
  explore(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        sandbox.decode(bytes);
      } catch (error) {
        return error instanceof WireError;
      }
      return true;
    }),
  );
});

t.test('maps come back equal for any keys', async () => {
  const sample = message('Sample', { labels: field(5, stringMapShape) });
  explore(
    fc.property(fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }))), (entries) => {
      const labels = new Map(entries);
      const back = sample.decode(sample.encode({ labels })).labels;
      return back.size === labels.size && [...labels].every(([key, value]) => back.get(key) === value);
    }),
  );
});
