// Every form that is put together from what is kept of objects, against the same objects encoded anew.

import t, { type Test } from 'tap';
import type { Resource } from '../../contract/resource.ts';
import { parseJson, stringifyJson } from '../../../../shared/codec/json/json.ts';
import { createProtobufCodec } from '../../../../shared/codec/protobuf/protobuf.ts';
import { Dice } from '../../../../fixtures/history/dice.ts';
import { usualOf } from '../../../../fixtures/shared/random-objects.fixture.ts';
import type { ApiObject } from '../../../../shared/object/api-object.ts';
import { apiVersionOf } from '../../../../shared/object/group-version.ts';
import { systemClock } from '../../../../shared/process/time/system-clock.ts';
import { loadSchemas } from '../../../../shared/schema/builtin.ts';
import { decodeObject } from '../../../../shared/schema/decode.ts';
import type { StructSchema } from '../../../../shared/schema/schema.ts';
import { objectKey } from '../../../storage/format/keys.ts';
import { seedOfRun } from '../../../../fixtures/shared/explore.fixture.ts';
import { type InProcess, inProcess } from '../../../../fixtures/apiserver/registry.fixture.ts';
import { encodeObject } from '../../object/converted-objects.ts';
import { storageOf } from '../../object/stored-objects.ts';
import { cellsAt } from '../rendered/cells.ts';

const vendors = ['orch', 'kubernetes'] as const;
/** Other objects in each run, which the title names, and those that something was wrong with before. */
const seeds = [seedOfRun(), 951_519];
const now = Date.UTC(2026, 5, 1);
const clock = { ...systemClock, now: () => now };
const codec = createProtobufCodec();
const objectsOfKind = 3;
/** What an object in protobuf begins with. */
const magic = Buffer.from([0x6b, 0x38, 0x73, 0]);

interface Listed {
  readonly metadata: object;
  readonly items: readonly ApiObject[];
}

for (const [id, seed] of vendors.flatMap((each) => seeds.map((one) => [each, one] as const))) {
  t.test(
    `${id}: spliced lists, objects and events equal freshly encoded ones in every form, seed ${seed} (MEDIA-009)`,
    async (t) => {
      const api = await inProcess(id, { clock });
      t.teardown(() => api.close());
      const stored = api.resources.all.filter(
        ({ storage }) => storage !== undefined && storage.converter === undefined,
      );
      for (const [index, resource] of stored.entries()) await stock(api, resource, seed + index * 7919);
      const served = api.resources.all.filter(({ storage, verbs }) => storage !== undefined && verbs.includes('list'));
      const wrong: string[] = [];
      let compared = 0;
      for (const resource of served) {
        // The second time nothing is made anew.
        for (const turn of ['first', 'second']) {
          for (const [form, same] of await compare(api, resource)) {
            compared += 1;
            if (!same) wrong.push(`${turn} ${form} of ${resource.group}/${resource.version} ${resource.name}`);
          }
        }
      }
      t.strictSame(wrong, []);
      t.ok(compared > served.length * 2 * 8, `${compared} comparisons`);
    },
  );
}

for (const id of vendors) {
  t.test(`${id}: the event of a removal has the version of the removal in every representation`, async (t) => {
    const api = await inProcess(id, { clock });
    t.teardown(() => api.close());
    // Versions with more and more digits: every length in a protobuf message changes with them.
    for (const count of [1, 4, 50]) await removal(t, api, count);
  });
}

/** Some objects of a kind, as if clients had written them. */
async function stock(api: InProcess, resource: Resource, from: number): Promise<void> {
  const { schema, prefix } = storageOf(resource, 'create');
  const { group, version, kind } = resource;
  for (let index = 0; index < objectsOfKind; index += 1) {
    const value = usualOf(schema, new Dice(from + index));
    const { object } = decodeObject({ ...value, apiVersion: apiVersionOf(group, version), kind }, schema);
    const name = `x-${index}`;
    const namespace = resource.namespaced ? 'n' : '';
    const own = { ...(object['metadata'] as object), name, ...(resource.namespaced ? { namespace } : {}) };
    const whole = { ...object, metadata: own } as unknown as ApiObject;
    const bytes = await encodeObject(resource, whole, new AbortController());
    await api.store.commit({ key: objectKey(prefix, namespace, name), value: bytes, expected: 0 });
  }
}

async function compare(api: InProcess, resource: Resource): Promise<readonly [string, boolean][]> {
  const { vendor } = api;
  const schemas = loadSchemas(vendor);
  const apiVersion = apiVersionOf(resource.group, resource.version);
  const path = resource.group === '' ? resource.name : `${resource.name}.${resource.group}`;
  const { version } = resource;
  const bytes = async (verb: 'list' | 'get', accept: string, query = ''): Promise<Buffer> => {
    const place = verb === 'get' ? { name: 'x-1', namespace: resource.namespaced ? 'n' : '' } : {};
    const answer = await api.answer(api.request(verb, path, { version, accept, query, ...place }));
    if (answer.kind !== 'body') throw new Error('the answer is a stream');
    const all = Buffer.concat([...answer.parts]);
    if (answer.length !== all.length) throw new Error('the length is wrong');
    return all;
  };
  const meta = vendor.fill('g=meta.{api};v=v1');
  const metaVersion = vendor.fill('meta.{api}/v1');
  const protobuf = vendor.fill('application/vnd.{maker}.protobuf');
  const json = 'application/json';
  const plain = parseJson(await bytes('list', json)).value as Listed;
  const one = parseJson(await bytes('get', json)).value as ApiObject;
  const encoded = (kind: string, group: string, value: object): Buffer => {
    const schema = schemaOf(schemas, group, kind);
    return codec.encode({ ...decodeObject(value, schema).object, kind, apiVersion: group }, schema);
  };
  const partial = (object: ApiObject) => ({
    kind: 'PartialObjectMetadata',
    apiVersion: metaVersion,
    metadata: object.metadata,
  });
  const line = (value: object): Buffer => Buffer.from(`${stringifyJson(value)}\n`);
  const partials = {
    kind: 'PartialObjectMetadataList',
    apiVersion: metaVersion,
    metadata: plain.metadata,
    items: plain.items.map(partial),
  };
  const { printer } = resource;
  const row = (object: ApiObject, shown: unknown) => {
    const conditions = printer.conditions?.(object);
    return {
      cells: cellsAt(printer.cells(object), now),
      ...(conditions === undefined ? {} : { conditions }),
      object: shown,
    };
  };
  const table = (objects: readonly ApiObject[], metadata: object, show: (object: ApiObject) => unknown) =>
    line({
      kind: 'Table',
      apiVersion: metaVersion,
      metadata,
      columnDefinitions: printer.columns,
      rows: objects.map((object) => row(object, show(object))),
    });
  const typed = (object: ApiObject): unknown => Object.assign({ kind: resource.kind, apiVersion }, object);
  const shown = { Metadata: partial, Object: typed, None: () => null };
  const results: [string, Buffer, Buffer][] = [
    ['protobuf list', await bytes('list', protobuf), encoded(`${resource.kind}List`, apiVersion, plain)],
    ['protobuf', await bytes('get', protobuf), encoded(resource.kind, apiVersion, one)],
    ['metadata list', await bytes('list', `${json};as=PartialObjectMetadataList;${meta}`), line(partials)],
    ['metadata', await bytes('get', `${json};as=PartialObjectMetadata;${meta}`), line(partial(one))],
    [
      'protobuf metadata list',
      await bytes('list', `${protobuf};as=PartialObjectMetadataList;${meta}`),
      encoded('PartialObjectMetadataList', metaVersion, partials),
    ],
    [
      'protobuf metadata',
      await bytes('get', `${protobuf};as=PartialObjectMetadata;${meta}`),
      encoded('PartialObjectMetadata', metaVersion, partial(one)),
    ],
  ];
  // Some random objects would never have been let in, and cannot be printed.
  const printable = plain.items.every((object) => canBePrinted(resource, object));
  for (const [include, show] of Object.entries(printable ? shown : {})) {
    const query = `includeObject=${include}`;
    const as = `${json};as=Table;${meta}`;
    const { resourceVersion } = one.metadata;
    results.push([`table list, ${include}`, await bytes('list', as, query), table(plain.items, plain.metadata, show)]);
    results.push([`table, ${include}`, await bytes('get', as, query), table([one], { resourceVersion }, show)]);
  }
  return results.map(([form, spliced, anew]) => [form, spliced.equals(anew)]);
}

function canBePrinted({ printer }: Resource, object: ApiObject): boolean {
  try {
    printer.cells(object);
    return true;
  } catch {
    return false;
  }
}

function schemaOf(schemas: ReturnType<typeof loadSchemas>, apiVersion: string, kind: string): StructSchema {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const schema = schemas.kind(group, version, kind) ?? schemas.type(`meta/v1.${kind}`);
  if (schema === undefined) throw new TypeError(`no schema of ${kind} in ${apiVersion}`);
  return schema;
}

/** Watches a removal in every form, with watchers that had the object in that form before. */
async function removal(t: Test, api: InProcess, count: number): Promise<void> {
  const { vendor } = api;
  const meta = vendor.fill('g=meta.{api};v=v1');
  const protobuf = vendor.fill('application/vnd.{maker}.protobuf');
  const accepts = [protobuf, `${protobuf};as=PartialObjectMetadata;${meta}`];
  const texts = [
    'application/json',
    ...['PartialObjectMetadata', 'Table'].map((as) => `application/json;as=${as};${meta}`),
  ];
  await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x' }, data: { a: 'ü' } } });
  const created = await api.call('get', 'configmaps', { namespace: 'a', name: 'x' });
  const end = new AbortController();
  const frames = accepts.map((): Buffer[] => []);
  const running = await Promise.all(
    accepts.map(async (accept, index) => {
      const request = api.request('watch', 'configmaps', { namespace: 'a', accept, signal: end.signal });
      const answer = await api.answer(request);
      if (answer.kind !== 'stream') throw new Error('the answer is no stream');
      const sink = {
        queued: 0,
        drained: async () => {},
        write: (chunk: Buffer) => (frames[index]?.push(chunk) ?? 0) > 0,
      };
      return { ended: answer.run(sink) };
    }),
  );
  const watching = await Promise.all(texts.map((accept) => api.watch('configmaps', { namespace: 'a', accept })));
  for (const each of watching) t.match(await each.next(), { type: 'ADDED' });
  for (let index = 0; index < count; index += 1) {
    await api.call('update', 'configmaps', { namespace: 'b', name: 'y', body: {} });
    await api.call(index === 0 ? 'create' : 'update', 'configmaps', {
      namespace: 'b',
      name: `y`,
      body: { metadata: { name: 'y' }, data: { a: `${index}` } },
    });
  }
  await api.call('delete', 'configmaps', { namespace: 'b', name: 'y' });
  await api.call('delete', 'configmaps', { namespace: 'a', name: 'x' });
  const [plain, ...others] = await Promise.all(watching.map((each) => each.next()));
  t.match(plain, { type: 'DELETED' });
  const gone = (plain as { object: ApiObject }).object;
  t.not(gone.metadata.resourceVersion, created.at('metadata.resourceVersion'));
  for (const other of others) {
    const { resourceVersion } = gone.metadata;
    const { kind } = (other as { object: ApiObject }).object;
    if (kind === 'Table') t.match(other, { object: { rows: [{ object: { metadata: { resourceVersion } } }] } });
    else t.match(other, { object: { metadata: gone.metadata } });
  }
  const schemas = loadSchemas(vendor);
  for (const [index, own] of frames.entries()) {
    const all = Buffer.concat(own);
    const last = all.subarray(all.lastIndexOf(magic));
    const value = codec.decode(last, (apiVersion, kind) => schemaOf(schemas, apiVersion, kind));
    t.strictSame((value as unknown as ApiObject).metadata, gone.metadata, `${accepts[index]}, ${count} versions later`);
  }
  end.abort();
  for (const each of watching) each.stop();
  await Promise.all(running.map(({ ended }) => ended));
}
