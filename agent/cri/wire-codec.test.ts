import fc from 'fast-check';
import t from 'tap';
import { listImagesResponse, podSandbox, statusResponse, versionResponse } from './messages.ts';
import { field, listOf, message, stringMapShape, stringShape, WireError } from './wire-codec.ts';

t.test('a message of strings has the bytes of the wire format', async (t) => {
  t.equal(versionResponse.encode({ version: 'a', runtimeApiVersion: 'v1' }).toString('hex'), '0a016122027631');
});

t.test('what was encoded decodes to the same value', async (t) => {
  const value = {
    id: 'x',
    metadata: { name: 'n', uid: 'u', namespace: 's', attempt: 3 },
    state: 1,
    createdAt: 1_764_000_000_123_456_789n,
    labels: new Map([['__proto__', 'kept']]),
    annotations: new Map(),
    runtimeHandler: '',
  };
  t.same(podSandbox.decode(podSandbox.encode(value)), value);
});

t.test('absent fields read as zero values and unknown fields are skipped', async (t) => {
  const newer = message('Newer', { version: field(1, stringShape), more: field(99, listOf(stringShape)) });
  const read = versionResponse.decode(newer.encode({ version: '1', more: ['a', 'b'] }));
  t.same(read, { version: '1', runtimeName: '', runtimeVersion: '', runtimeApiVersion: '' });
  t.equal(statusResponse.decode(Buffer.alloc(0)).status, undefined);
});

t.test('a field of another wire type and a cut message are refused with the name of the message', async (t) => {
  t.throws(() => versionResponse.decode(Buffer.from([0x08, 0x01])), {
    name: 'WireError',
    message: /^VersionResponse: /,
  });
  t.throws(() => versionResponse.decode(Buffer.from([0x0a, 0x7f, 0x61])), WireError);
});

t.test('too many elements are refused', async (t) => {
  const flood = Buffer.alloc(400_002, Buffer.from([0x0a, 0x00]));
  t.throws(() => listImagesResponse.decode(flood), { message: /more than 200000 elements/ });
});

t.test('arbitrary bytes decode or are refused, nothing else', async () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        podSandbox.decode(bytes);
      } catch (error) {
        return error instanceof WireError;
      }
      return true;
    }),
  );
});

t.test('maps come back equal for any keys', async () => {
  const sample = message('Sample', { labels: field(5, stringMapShape) });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }))), (entries) => {
      const labels = new Map(entries);
      const back = sample.decode(sample.encode({ labels })).labels;
      return back.size === labels.size && [...labels].every(([key, value]) => back.get(key) === value);
    }),
  );
});
