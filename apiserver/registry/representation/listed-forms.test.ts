import t from 'tap';
import { encodeCbor } from '../../../shared/codec/cbor/cbor-encoder.ts';
import { stringifyJson } from '../../../shared/codec/json/json.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { createProtobufCodec } from '../../../shared/codec/protobuf/protobuf.ts';
import { decodeObject } from '../../../shared/schema/decode.ts';
import { loadSchemas } from '../../../shared/schema/builtin.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { decodeCbor } from '../../../shared/codec/cbor/cbor-decoder.ts';
import { defaultFeatures } from '../context/default-features.ts';
import { type InProcess, inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';

const vendor = vendorOf('orch');
const schemas = loadSchemas(vendor);
const codec = createProtobufCodec();
const list = schemas.kind('', 'v1', 'ConfigMapList');
const meta = vendor.fill('g=meta.{api};v=v1');
const protobuf = vendor.fill('application/vnd.{maker}.protobuf');

async function stocked(count: number, size: number, clock: Clock = systemClock): Promise<InProcess> {
  const api = await inProcess('orch', { clock, features: { ...defaultFeatures, cbor: true } });
  for (let index = 0; index < count; index += 1) {
    const body = { metadata: { name: `m-${index}` }, data: { k: 'ü'.repeat(size) } };
    await api.call('create', 'configmaps', { namespace: 'a', body });
  }
  return api;
}

async function bytesOf(api: InProcess, accept: string): Promise<Buffer> {
  const answer = await api.answer(api.request('list', 'configmaps', { namespace: 'a', accept }));
  if (answer.kind !== 'body') throw new Error('the answer is a stream');
  const bytes = Buffer.concat([...answer.parts]);
  t.equal(answer.length, bytes.length, 'the length is known before the body is made');
  return bytes;
}

/** The keys of a list and how many items it has. */
function membersOf(value: unknown): readonly unknown[] {
  const entries = Object.entries(value as Record<string, unknown>);
  return entries
    .map(([key, each]) => [key, Array.isArray(each) ? each.length : typeof each] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1));
}

for (const [count, size] of [
  [0, 0],
  [3, 10],
  [6, 40_000],
] as const) {
  t.test(`${count} objects listed item by item have the bytes of the list encoded at once`, async (t) => {
    const api = await stocked(count, size);
    t.teardown(() => api.close());
    const plain = (await api.call('list', 'configmaps', { namespace: 'a' })).body as Record<string, unknown>;
    t.ok((await bytesOf(api, 'application/cbor')).equals(encodeCbor(plain)), 'CBOR');
    if (list === undefined) throw new Error('no such kind');
    const whole = { ...decodeObject(plain, list).object, kind: 'ConfigMapList', apiVersion: 'v1' };
    t.ok((await bytesOf(api, protobuf)).equals(codec.encode(whole, list)), 'protobuf');
    for (const kind of ['Table', 'PartialObjectMetadataList']) {
      const text = (await bytesOf(api, `application/json;as=${kind};${meta}`)).toString();
      t.equal(text, `${stringifyJson(JSON.parse(text))}\n`, `${kind} in JSON`);
      const cbor = await bytesOf(api, `application/cbor;as=${kind};${meta}`);
      // Ages move on between two answers, so the bytes are compared with what they say themselves.
      t.ok(cbor.equals(encodeCbor(decodeCbor(cbor))), `${kind} in CBOR`);
      t.strictSame(membersOf(decodeCbor(cbor)), membersOf(JSON.parse(text)), `${kind} in CBOR`);
    }
    const partial = await bytesOf(api, `${protobuf};as=PartialObjectMetadataList;${meta}`);
    const find = (): typeof list => schemas.type('meta/v1.PartialObjectMetadataList') ?? list;
    t.equal((codec.decode(partial, find)['items'] as unknown[] | null)?.length ?? 0, count);
  });
}

t.test('a list is not finished for a client that is gone', async (t) => {
  // Each look at the clock is late, so that others get a turn after each few objects.
  let now = 0;
  const clock = { ...systemClock, monotonic: () => (now += 20) };
  const api = await stocked(40, 10, clock);
  t.teardown(() => api.close());
  for (const accept of [protobuf, `application/json;as=Table;${meta}`]) {
    const gone = new AbortController();
    const answer = Promise.resolve(
      api.answer(api.request('list', 'configmaps', { namespace: 'a', accept, signal: gone.signal })),
    );
    gone.abort(new Error('the client is gone'));
    await t.rejects(answer, { message: 'the client is gone' }, accept);
  }
});
