// CBOR through the verbs, with the gate on and off.

import t from 'tap';
import { decodeCbor } from '../../../shared/codec/cbor/cbor-decoder.ts';
import { encodeCbor } from '../../../shared/codec/cbor/cbor-encoder.ts';
import { StatusError } from '../../../shared/object/status-error.ts';
import type { VendorId } from '../../../shared/vendor/vendor.ts';
import { defaultFeatures } from '../context/default-features.ts';
import { at, type InProcess, inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';
import type { Verb } from '../contract/resource.ts';

const vendors: readonly VendorId[] = ['orch', 'kubernetes'];
const cbor = 'application/cbor';
const features = { ...defaultFeatures, cbor: true };

async function read(
  api: InProcess,
  verb: Verb,
  resource: string,
  asked: Parameters<InProcess['request']>[2],
): Promise<{ readonly contentType: string; readonly value: unknown; readonly status: number }> {
  const answer = await api.answer(api.request(verb, resource, asked));
  if (answer.kind !== 'body') throw new Error('the answer is a stream');
  return {
    status: answer.status,
    contentType: answer.contentType,
    value: decodeCbor(Buffer.concat([...answer.parts])),
  };
}

for (const id of vendors) {
  t.test(`${id}: with the gate CBOR is read and written (MEDIA-026, MEDIA-028, MEDIA-029, MEDIA-063)`, async (t) => {
    const api = await inProcess(id, { features });
    t.teardown(() => api.close());
    const body = encodeCbor({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'x' }, data: { a: '1' } });
    const created = await api.call('create', 'configmaps', { namespace: 'a', body, contentType: cbor });
    t.equal(created.at('data.a'), '1', created.text);
    const got = await read(api, 'get', 'configmaps', { namespace: 'a', name: 'x', accept: cbor });
    t.equal(got.contentType, cbor);
    const plain = await api.call('get', 'configmaps', { namespace: 'a', name: 'x' });
    t.strictSame(got.value, plain.body);
    const list = await read(api, 'list', 'configmaps', {
      namespace: 'a',
      accept: `${cbor};q=1, application/json;q=.9`,
    });
    t.match(list.value, { kind: 'ConfigMapList', apiVersion: 'v1', items: [{ metadata: { name: 'x' } }] });
    const meta = api.vendor.fill('g=meta.{api};v=v1');
    const table = await read(api, 'list', 'configmaps', { namespace: 'a', accept: `${cbor};as=Table;${meta}` });
    t.equal(table.contentType, cbor);
    t.match(table.value, { kind: 'Table', rows: [{ cells: ['x', '1'], object: { kind: 'PartialObjectMetadata' } }] });
    const metadata = await read(api, 'list', 'configmaps', {
      namespace: 'a',
      accept: `${cbor};as=PartialObjectMetadataList;${meta}`,
    });
    t.match(metadata.value, {
      kind: 'PartialObjectMetadataList',
      items: [{ kind: 'PartialObjectMetadata', metadata: { name: 'x' } }],
    });
    const put = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'x' }, data: { a: '2' } };
    const updated = await read(api, 'update', 'configmaps', {
      namespace: 'a',
      name: 'x',
      body: encodeCbor(put),
      contentType: `${cbor}; charset=binary`,
      accept: cbor,
    });
    t.equal(at(updated.value, 'data.a'), '2');
    const options = encodeCbor({ kind: 'DeleteOptions', apiVersion: 'v1', dryRun: ['All'] });
    const asked = { namespace: 'a', name: 'x', accept: cbor };
    t.match(await read(api, 'delete', 'configmaps', { ...asked, body: options, contentType: cbor }), { status: 200 });
    const deleted = await read(api, 'delete', 'configmaps', asked);
    t.match(deleted.value, { kind: 'Status', status: 'Success' }, 'the dry run before left it');
  });

  t.test(
    `${id}: a body that is no CBOR is 400 and shows how it begins; keys given twice are never taken`,
    async (t) => {
      const api = await inProcess(id, { features });
      t.teardown(() => api.close());
      const create = (hex: string, query = ''): ReturnType<InProcess['call']> =>
        api.call('create', 'configmaps', { namespace: 'a', body: Buffer.from(hex, 'hex'), contentType: cbor, query });
      const broken = await create('d9d9f7a1646b696e64');
      t.equal(broken.status, 400);
      t.equal(
        broken.at('message'),
        'the object provided is unrecognized (must be of type ConfigMap): cbor: unexpected end of data (d9d9f7a1646b696e64)',
      );
      for (const query of ['fieldValidation=Ignore', 'fieldValidation=Strict']) {
        const twice = await create('a2646b696e6460646b696e6460', query);
        t.equal(twice.status, 400);
        t.match(twice.at('message'), /found duplicate map key "kind"/);
      }
      const unknown = encodeCbor({ metadata: { name: 'x' }, other: 1 });
      const strict = await create(unknown.toString('hex'), 'fieldValidation=Strict');
      t.equal(strict.status, 400);
      t.match(strict.at('message'), /strict decoding error: unknown field "other"/);
      const warned = await create(unknown.toString('hex'));
      t.strictSame(warned.warnings, ['unknown field "other"']);
    },
  );

  t.test(`${id}: a watch in CBOR is a sequence of events (MEDIA-030, MEDIA-031, MEDIA-065)`, async (t) => {
    const api = await inProcess(id, { features });
    t.teardown(() => api.close());
    await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x' } } });
    await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'y' } } });
    const table = api.vendor.fill(`${cbor};as=Table;g=meta.{api};v=v1`);
    // Where a route names the types to the letter, that of a sequence is not among them.
    const literal = api.vendor.behaviour.acceptRanges === 'names';
    const sequences = literal ? [] : [`${cbor}-seq`, `application/x-none, ${cbor}-seq;q=0.5`];
    for (const accept of [cbor, ...sequences, table]) {
      const end = new AbortController();
      const query = 'watch=1&resourceVersion=0';
      const answer = await api.answer(api.request('watch', 'configmaps', { query, accept, signal: end.signal }));
      if (answer.kind !== 'stream') throw new Error('the answer is no stream');
      t.equal(answer.contentType, 'application/cbor-seq');
      t.equal(answer.message, 'binary');
      const frames: Buffer[] = [];
      await answer.run({
        queued: 0,
        separate: true,
        drained: async () => {},
        write(chunk) {
          frames.push(chunk);
          if (frames.length === 2) end.abort();
          return true;
        },
      });
      const [first, second] = frames.map((frame) => decodeCbor(frame));
      if (accept === table) {
        t.match(first, { type: 'ADDED', object: { kind: 'Table', rows: [{ cells: ['x'] }] } });
        t.equal(at(second, 'object.columnDefinitions'), null);
      } else {
        t.match(first, { type: 'ADDED', object: { kind: 'ConfigMap', metadata: { name: 'x' } } });
        t.match(second, { type: 'ADDED', object: { kind: 'ConfigMap', metadata: { name: 'y' } } });
      }
    }
    const single = await api.call('get', 'configmaps', { namespace: 'a', name: 'x', accept: `${cbor}-seq` });
    t.equal(single.status, 406, 'a sequence is for watches only');
  });

  t.test(`${id}: both refusals name CBOR with the gate, and do not without (MEDIA-027, MEDIA-047)`, async (t) => {
    const on = await inProcess(id, { features });
    t.teardown(() => on.close());
    const off = await inProcess(id);
    t.teardown(() => off.close());
    const types = off.vendor.fill('application/json, application/yaml, application/vnd.{maker}.protobuf');
    const message = async (api: InProcess, verb: Verb, asked: Parameters<InProcess['call']>[2]): Promise<unknown> =>
      (await api.call(verb, 'configmaps', { namespace: 'a', ...asked })).at('message');
    const accepted = 'only the following media types are accepted:';
    const routed = (list: string): string =>
      off.vendor.behaviour.acceptRanges === 'names'
        ? `406: Not Acceptable\n\nAvailable representations: ${list}, ${types.replace('application/yaml, ', '').replaceAll(/(?=,|$)/g, ';stream=watch')}`
        : `${accepted} ${list}`;
    t.equal(await message(off, 'list', { accept: cbor }), routed(types));
    const withCbor = routed(`${types}, ${cbor}`);
    t.equal(
      await message(on, 'list', { accept: 'text/plain' }),
      withCbor.includes(';stream=watch') ? `${withCbor}, ${cbor};stream=watch` : withCbor,
    );
    const body = Buffer.from('a0', 'hex');
    const unknown = 'the body of the request was in an unknown format - accepted media types include:';
    t.equal(await message(off, 'create', { body, contentType: cbor }), `${unknown} ${types}`);
    t.equal(await message(on, 'create', { body, contentType: 'text/plain' }), `${unknown} ${types}, ${cbor}`);
    const streams = off.vendor.fill('application/json;stream=watch, application/vnd.{maker}.protobuf;stream=watch');
    for (const [api, list] of [
      [off, streams],
      [on, `${streams}, ${cbor};stream=watch`],
    ] as const) {
      const request = api.request('watch', 'configmaps', { query: 'watch=1', accept: 'application/yaml' });
      await t.rejects(async () => api.answer(request), new StatusError({ ...base, message: `${accepted} ${list}` }));
    }
    for (const type of ['application/json-patch+cbor', 'application/merge-patch+cbor']) {
      const patched = await on.call('patch', 'configmaps', { namespace: 'a', name: 'x', body, contentType: type });
      t.equal(patched.status, 415, `${type} (MEDIA-050, MEDIA-064)`);
    }
  });
}

const base = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  reason: 'NotAcceptable',
  code: 406,
} as const;
