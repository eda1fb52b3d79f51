import { BinaryReader } from '@bufbuild/protobuf/wire';
import t from 'tap';
import { loadSchemas } from '../../shared/schema/builtin.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import type { PathHandler, Mount } from '../http/contract/path-handler.ts';
import type { Resource, Resources, Subresource, Verb } from '../registry/contract/resource.ts';
import type { Response } from '../registry/contract/resource-handler.ts';
import { makeProtobufCodec } from '../registry/representation/output/protobuf-codec.ts';
import { discoveryMounts } from './discovery.ts';
import { loadDescriptions } from '../../shared/schema/descriptions.ts';
import { ResourceTable } from '../registry/table.ts';
import { widgets } from '../../fixtures/apiserver/widgets.fixture.ts';
import { makeResources } from '../registry/kinds/catalogue.ts';
import { openApi } from './openapi.ts';
import { olderOpenApi } from './older-openapi.ts';
import { swaggerProtobuf } from './swagger-protobuf.ts';

const everything: readonly Verb[] = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

function resourceOf(
  vendor: Vendor,
  group: string,
  version: string,
  kind: string,
  name: string,
  more: Partial<Resource> = {},
): Resource {
  const schema = loadSchemas(vendor).kind(group, version, kind);
  if (schema === undefined) throw new TypeError(`no kind ${kind}`);
  return {
    group,
    version,
    name,
    singular: kind.toLowerCase(),
    kind,
    namespaced: true,
    verbs: everything,
    shortNames: [],
    categories: [],
    subresources: new Map(),
    schema,
    storage: {
      prefix: `/${name}/`,
      group,
      version,
      kind,
      schema,
      shape: { prefix: `/${name}/`, namespaced: true, project: () => ({ labels: new Map(), fields: new Map() }) },
      converter: undefined,
    },
    strategy: {},
    printer: { columns: [], cells: () => [] },
    selectableFields: new Map(),
    generation: undefined,
    deprecation: undefined,
    ...more,
  };
}

function resourcesOf(vendor: Vendor): Pick<Resources, 'version' | 'all' | 'settle'> {
  const status = (group: string, version: string, kind: string): Subresource => ({
    name: 'status',
    group,
    version,
    kind,
    olderVersions: [],
    verbs: ['get', 'patch', 'update'],
    schema: loadSchemas(vendor).kind(group, version, kind),
  });
  const all = [
    resourceOf(vendor, '', 'v1', 'Pod', 'pods', {
      shortNames: ['po'],
      categories: ['all'],
      subresources: new Map([['status', status('', 'v1', 'Pod')]]),
    }),
    resourceOf(vendor, 'autoscaling', 'v2', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers'),
    resourceOf(vendor, 'autoscaling', 'v1', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers'),
    resourceOf(vendor, vendor.fill('coordination.{api}'), 'v1', 'Lease', 'leases'),
  ];
  return { version: 1, all, settle() {} };
}

async function ask(
  answer: PathHandler,
  path: string,
  headers: Record<string, string> = {},
  query = '',
): Promise<{ status: number; headers: Readonly<Record<string, string>>; body: string } | undefined> {
  const answered: Response | undefined = await answer({
    method: 'GET',
    path,
    query: new URLSearchParams(query),
    headers,
    accept: headers['accept'],
    user: { username: 'someone', groups: [], extra: new Map() },
    signal: new AbortController().signal,
  });
  if (answered?.kind !== 'body') return undefined;
  return {
    status: answered.status,
    headers: { 'content-type': answered.contentType, ...answered.headers },
    body: Buffer.concat([...answered.parts]).toString(),
  };
}

function mounted(mounts: readonly Mount[], path: string): PathHandler {
  const mount = mounts.find((entry) => entry.path === path);
  if (mount === undefined) throw new TypeError(`${path} is not mounted`);
  return mount.answer;
}

for (const id of vendorIds) {
  const vendor = vendorOf(id);
  const protobuf = makeProtobufCodec(loadSchemas(vendor));
  const serverAddress = () => '127.0.0.1:6443';
  const mounts = discoveryMounts({ vendor, resources: resourcesOf(vendor), protobuf, serverAddress });
  const answer = mounted(mounts, '/api');
  const json = async (path: string, headers?: Record<string, string>): Promise<unknown> =>
    JSON.parse((await ask(answer, path, headers))?.body ?? 'null');

  t.test(`${id}: the documents of discovery have the form that clients read`, async (t) => {
    t.strictSame(await json('/api'), {
      kind: 'APIVersions',
      versions: ['v1'],
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '127.0.0.1:6443' }],
    });
    t.match(await json('/apis'), {
      kind: 'APIGroupList',
      apiVersion: 'v1',
      groups: [
        { name: 'autoscaling', preferredVersion: { groupVersion: 'autoscaling/v2', version: 'v2' } },
        { name: vendor.fill('coordination.{api}') },
      ],
    });
    t.match(await json('/apis/autoscaling'), { kind: 'APIGroup', versions: [{ version: 'v2' }, { version: 'v1' }] });
    const core = (await json('/api/v1')) as {
      apiVersion?: string;
      groupVersion: string;
      resources: { name: string }[];
    };
    t.notOk('apiVersion' in core, 'the core list has no apiVersion');
    t.strictSame(
      core.resources.map(({ name }) => name),
      ['pods', 'pods/status'],
    );
    t.match(core.resources[0], {
      singularName: 'pod',
      namespaced: true,
      kind: 'Pod',
      shortNames: ['po'],
      categories: ['all'],
      storageVersionHash: 'xPOwRZ+Yhw8=',
    });
    t.match(await json(vendor.fill('/apis/coordination.{api}/v1')), {
      apiVersion: 'v1',
      groupVersion: vendor.fill('coordination.{api}/v1'),
    });
  });

  t.test(
    `${id}: discovery documents have the formats of resources, and no others (MEDIA-021, MEDIA-047)`,
    async (t) => {
      const asked = async (path: string, accept: string) => {
        const found = await ask(answer, path, { accept });
        return [found?.headers['content-type'], found?.body ?? ''] as const;
      };
      const [, plain] = await asked('/apis/autoscaling', 'application/json');
      t.ok(plain.endsWith('}\n'), 'a line that ends');
      t.match(await asked('/apis/autoscaling', 'application/yaml'), ['application/yaml', /^kind: APIGroup\n/]);
      const protobufType = vendor.fill('application/vnd.{maker}.protobuf');
      for (const path of ['/api', '/apis', '/api/v1', '/apis/autoscaling']) {
        t.equal((await asked(path, `${protobufType},application/json`))[0], protobufType, path);
        await t.rejects(asked(path, 'text/html'), { code: 406 }, path);
      }
      const all = vendor.fill(';g=apidiscovery.{api};v=v2;as=APIGroupDiscoveryList');
      for (const type of ['application/yaml', protobufType]) {
        t.equal((await asked('/apis', `${type}${all}`))[0], `${type}${all}`);
        await t.rejects(asked('/apis', `${type}${all.replace('v2', 'v9')}`), { code: 406 }, 'a version that is gone');
      }
      t.equal((await asked('/api', `application/json,application/json${all}`))[0], `application/json${all}`);
      t.notMatch(await ask(answer, '/api'), { headers: { etag: /./ } }, 'only the whole is recognised');
    },
  );

  t.test(`${id}: a group, version or path that is not served is not answered`, async (t) => {
    for (const path of ['/api/v2', '/apis/nothing', '/apis/autoscaling/v3', '/api/v1/x', '/apis/autoscaling/v1/x/y']) {
      t.equal(await ask(answer, path), undefined, path);
    }
  });

  t.test(`${id}: one document holds all groups when the client asks for it`, async (t) => {
    const type = vendor.fill('application/json;g=apidiscovery.{api};v=v2;as=APIGroupDiscoveryList');
    const old = vendor.fill('application/json;g=apidiscovery.{api};v=v2beta1;as=APIGroupDiscoveryList');
    const asked = await ask(answer, '/apis', { accept: `${type},${old},application/json` });
    t.equal(asked?.headers['content-type'], type);
    const list = JSON.parse(asked?.body ?? '') as { items: { metadata: object; versions: { version: string }[] }[] };
    t.strictSame(
      list.items.map(({ metadata }) => metadata),
      [{ name: 'autoscaling' }, { name: vendor.fill('coordination.{api}') }],
    );
    const again = await ask(answer, '/apis', { accept: type, 'if-none-match': asked?.headers['etag'] ?? '' });
    t.strictSame([again?.status, again?.body], [304, '']);
    const weak = await ask(answer, '/apis', { accept: type, 'if-none-match': `W/${asked?.headers['etag']}` });
    t.equal(weak?.status, 304);
    const legacy = await ask(answer, '/apis', { accept: `${old},application/json` });
    t.match(JSON.parse(legacy?.body ?? ''), { kind: 'APIGroupList' });
    t.match(await json('/api', { accept: type }), {
      items: [
        {
          metadata: {},
          versions: [
            {
              version: 'v1',
              resources: [
                {
                  resource: 'pods',
                  responseKind: { group: '', version: '', kind: 'Pod' },
                  scope: 'Namespaced',
                  subresources: [{ subresource: 'status' }],
                },
              ],
            },
          ],
        },
      ],
    });
  });

  t.test(`${id}: the older form of OpenAPI is one document, as JSON and as protobuf`, async (t) => {
    const publish = olderOpenApi({
      vendor,
      resources: resourcesOf(vendor),
      schemas: loadSchemas(vendor),
      version: 'v1.34.0',
      now: () => 0,
    });
    const found = await ask(publish, '/openapi/v2', { accept: 'application/json' });
    t.equal(found?.headers['content-type'], 'application/json');
    const document = JSON.parse(found?.body ?? '') as {
      swagger: string;
      paths: Record<string, Record<string, Record<string, unknown>>>;
      definitions: Record<string, { description?: string; properties?: Record<string, object> }>;
    };
    t.equal(document.swagger, '2.0');
    t.match(document.paths['/api/v1/namespaces/{namespace}/pods']?.['post'], {
      consumes: ['*/*'],
      parameters: [
        { name: 'body', in: 'body', required: true, schema: { $ref: /^#\/definitions\/.*Pod$/ } },
        { name: 'dryRun', in: 'query', type: 'string' },
      ],
      responses: { 200: { schema: { $ref: /Pod$/ } } },
    });
    const references = [...(found?.body ?? '').matchAll(/"\$ref":"#\/definitions\/([^"]+)"/g)];
    t.ok(references.length > 50);
    t.strictSame(
      references.filter(([, name]) => !Object.hasOwn(document.definitions, name ?? '')),
      [],
    );
    t.notMatch(found?.body, /oneOf|allOf|#\/components/, 'nothing of the newer form is left');
    t.notMatch(found?.body, /"parameters":\[\]/, 'an operation without parameters has no empty list of them');
    const mute = Object.entries(document.definitions).filter(([, { description }]) => description === undefined);
    t.strictSame(mute, [], 'every type says what it is for');
    const type = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';
    for (const accept of [type, type.replace('v2.v1', 'v2@v1')]) {
      const binary = await ask(publish, '/openapi/v2', { accept });
      t.equal(binary?.headers['content-type'], type);
      t.equal(binary?.body.slice(0, 5), '\n\u00032.0', 'begins with its version');
    }
    await t.rejects(async () => ask(publish, '/openapi/v2', { accept: 'text/html' }), { code: 406 });
  });

  t.test(`${id}: OpenAPI publishes a document per group version under its hash`, async (t) => {
    const publish = openApi({
      vendor,
      resources: resourcesOf(vendor),
      schemas: loadSchemas(vendor),
      version: 'v1.34.0',
      now: () => 0,
    });
    const index = JSON.parse((await ask(publish, '/openapi/v3'))?.body ?? '') as {
      paths: Record<string, { serverRelativeURL: string }>;
    };
    t.strictSame(Object.keys(index.paths), [
      'api',
      'apis',
      'apis/autoscaling',
      vendor.fill('apis/coordination.{api}'),
      'version',
      'api/v1',
      'apis/autoscaling/v2',
      'apis/autoscaling/v1',
      vendor.fill('apis/coordination.{api}/v1'),
    ]);
    const [path = '', query = ''] = index.paths['api/v1']?.serverRelativeURL.split('?') ?? [];
    const found = await ask(publish, path, {}, query);
    t.match(found?.headers, { 'cache-control': 'public, immutable' });
    t.equal((await ask(publish, path, {}, 'hash=0'))?.status, 301);
    t.notMatch(found?.body, /"parameters":\[\]/, 'an operation without parameters has no empty list of them');
    t.equal(await ask(publish, '/openapi/v3/apis/none/v1'), undefined);
    const document = JSON.parse(found?.body ?? '') as {
      paths: Record<string, Record<string, Record<string, unknown>>>;
      components: { schemas: Record<string, Record<string, Record<string, Record<string, unknown>>>> };
    };
    const patch = document.paths['/api/v1/namespaces/{namespace}/pods/{name}']?.['patch'];
    t.strictSame(patch?.[vendor.fill('x-{maker}-group-version-kind')], { group: '', version: 'v1', kind: 'Pod' });
    t.ok(
      ((patch?.['parameters'] ?? []) as { name: string }[]).some(({ name }) => name === 'fieldValidation'),
      'clients look for fieldValidation on PATCH',
    );
    const prefix = vendor.fill('{api}').split('.').reverse().join('.');
    const containers = document.components.schemas[`${prefix}.api.core.v1.PodSpec`]?.['properties']?.['containers'];
    t.match(containers, {
      description: /^The containers of the pod/,
      type: 'array',
      [vendor.fill('x-{maker}-patch-merge-key')]: 'name',
      [vendor.fill('x-{maker}-patch-strategy')]: 'merge',
      [vendor.fill('x-{maker}-list-map-keys')]: ['name'],
    });
    const missing = [...(found?.body ?? '').matchAll(/"#\/components\/schemas\/([^"]+)"/g)].filter(
      ([, name]) => !Object.hasOwn(document.components.schemas, name ?? ''),
    );
    t.strictSame(missing, [], 'every reference leads somewhere');
  });
}

t.test('the protobuf form of the schema document has every member in its place', async (t) => {
  const type = { type: 'object', properties: { b: { $ref: '#/definitions/B' } }, 'x-a': [1] };
  const reader = (bytes: Uint8Array) => {
    const fields: [number, string | Uint8Array][] = [];
    const read = new BinaryReader(bytes);
    while (read.pos < read.len) fields.push([read.tag()[0], read.bytes()]);
    return new Map(fields);
  };
  const inside = (bytes: Uint8Array, ...path: readonly number[]) =>
    path.reduce((found, number) => reader(found).get(number) as Uint8Array, bytes);
  const encoded = swaggerProtobuf.whole({ title: 'T' }, [], [swaggerProtobuf.definition('A', type)]);
  const text = (...path: readonly number[]) => Buffer.from(inside(encoded, ...path)).toString();
  t.strictSame([text(1), text(2, 1)], ['2.0', 'T']);
  t.equal(text(9, 1, 1), 'A', 'a definition has its name');
  t.equal(text(9, 1, 2, 22, 1), 'object', 'and its type');
  t.equal(text(9, 1, 2, 25, 1, 1), 'b');
  t.equal(text(9, 1, 2, 25, 1, 2, 1), '#/definitions/B');
  t.equal(text(9, 1, 2, 31, 1), 'x-a');
  t.equal(text(9, 1, 2, 31, 2, 2), '[1]', 'an extension is YAML');
  t.throws(() => swaggerProtobuf.definition('A', { unknown: 1 }), { message: /schema\.unknown has no place/ });
});

t.test('a kind that joins costs the documents of its own group version, made when they are asked for', async (t) => {
  const vendor = vendorOf('kubernetes');
  const resources = new ResourceTable({
    builtIn: makeResources(vendor, loadSchemas(vendor)),
    onDefect: (error) => t.error(error),
  });
  let types = 0;
  const texts = loadDescriptions(vendor);
  const counted = Object.assign(Object.create(texts) as typeof texts, {
    ofType(name: string) {
      types += 1;
      return texts.ofType(name);
    },
  });
  const parts = { vendor, schemas: loadSchemas(vendor), resources, version: 'v1.34.0', now: () => 0 };
  const [older, newer] = [olderOpenApi(parts, counted), openApi(parts, counted)];
  const typesOf = async (work: () => Promise<unknown> | void) => {
    types = 0;
    await work();
    return types;
  };
  const protobuf = { accept: swaggerProtobuf.contentType };
  const asks = [
    () => ask(older, '/openapi/v2', { accept: 'application/json' }),
    () => ask(older, '/openapi/v2', protobuf),
    () => ask(newer, '/openapi/v3'),
  ];
  for (const asked of asks) {
    t.ok((await typesOf(asked)) > 700, 'first all of them');
    t.equal(await typesOf(asked), 0, 'then none');
  }
  const widget = widgets(vendor);
  t.equal(await typesOf(() => void resources.change({ put: [widget] })), 0, 'the change itself makes none');
  for (const asked of asks) {
    const made = await typesOf(asked);
    t.ok(made > 0 && made < 25, `${made} types of the new group version and its metadata`);
    t.match((await asked())?.body, /shop/);
  }
  resources.change({ remove: [widget] });
  for (const asked of asks) t.equal(await typesOf(asked), 0, 'nothing is made again for those that stay');
  t.notMatch((await asks[0]?.())?.body, /shop/);
});
