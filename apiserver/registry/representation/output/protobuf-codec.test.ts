import t from 'tap';
import type { VendorId } from '../../../../shared/vendor/vendor.ts';
import { loadSchemas } from '../../../../shared/schema/builtin.ts';
import { vendorOf } from '../../../../shared/vendor/profile.ts';
import { inProcess } from '../../../../fixtures/apiserver/registry.fixture.ts';
import { makeProtobufCodec } from './protobuf-codec.ts';

const vendors: readonly VendorId[] = ['orch', 'kubernetes'];

for (const id of vendors) {
  t.test(`${id}: objects and lists are written and read as protobuf`, async (t) => {
    const vendor = vendorOf(id);
    const protobuf = makeProtobufCodec(loadSchemas(vendor));
    const type = vendor.fill('application/vnd.{maker}.protobuf');
    const api = await inProcess(id);
    t.teardown(() => api.close());
    const body = protobuf.encode({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'x' }, data: { a: '1' } });
    const made = await api.call('create', 'configmaps', { namespace: 'a', body, contentType: type });
    t.equal(made.at('data.a'), '1', made.text);
    const got = await api.answer(api.request('get', 'configmaps', { namespace: 'a', name: 'x', accept: type }));
    if (got.kind !== 'body') throw new Error('the answer is a stream');
    t.equal(got.contentType, type);
    t.match(protobuf.decode(Buffer.concat([...got.parts])), {
      kind: 'ConfigMap',
      data: { a: '1' },
      metadata: { name: 'x' },
    });
    const list = await api.answer(api.request('list', 'configmaps', { namespace: 'a', accept: type }));
    if (list.kind !== 'body') throw new Error('the answer is a stream');
    t.match(protobuf.decode(Buffer.concat([...list.parts])), {
      kind: 'ConfigMapList',
      items: [{ metadata: { name: 'x' } }],
    });
    const deleted = await api.answer(api.request('delete', 'configmaps', { namespace: 'a', name: 'x', accept: type }));
    if (deleted.kind !== 'body') throw new Error('the answer is a stream');
    t.match(protobuf.decode(Buffer.concat([...deleted.parts])), { kind: 'Status', status: 'Success' });
  });

  t.test(`${id}: watch frames of protobuf carry their length`, async (t) => {
    const vendor = vendorOf(id);
    const protobuf = makeProtobufCodec(loadSchemas(vendor));
    const api = await inProcess(id);
    t.teardown(() => api.close());
    const end = new AbortController();
    await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x' } } });
    const accept = vendor.fill('application/vnd.{maker}.protobuf');
    const query = 'watch=1&resourceVersion=0';
    const answer = await api.answer(api.request('watch', 'configmaps', { query, accept, signal: end.signal }));
    if (answer.kind !== 'stream') throw new Error('the answer is no stream');
    t.equal(answer.contentType, `${accept};stream=watch`);
    const frames: Buffer[] = [];
    await answer.run({
      queued: 0,
      drained: async () => {},
      write(chunk) {
        frames.push(chunk);
        end.abort();
        return true;
      },
    });
    const [frame = Buffer.alloc(4)] = frames;
    t.equal(frame.readUInt32BE(0), frame.length - 4);
    const envelope = frame.subarray(frame.indexOf(Buffer.from([0x6b, 0x38, 0x73, 0])));
    t.match(protobuf.decode(envelope), { kind: 'ConfigMap', metadata: { name: 'x' } });
  });
}
