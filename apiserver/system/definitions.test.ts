// Kinds of the user's: a definition is served as soon as it is established, follows its changes, survives a restart, and takes
// its objects with it.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { administratorOf } from '../../fixtures/apiserver/administrator.fixture.ts';
import {
  type CrontabOptions,
  crontab,
  crontabDefinition,
  crontabGroup,
  crontabs,
  crontabVersion,
  definitionsPath,
} from '../../fixtures/apiserver/definitions.fixture.ts';
import { etcdMissing, startEtcdProcess } from '../../fixtures/process/etcd-process.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import type { ApiServerOptions } from '../config/option/options.ts';
import type { StartedServer } from '../running-server.ts';
import { startServer } from '../server.ts';

const vendor = vendorOf('kubernetes');
const definitions = definitionsPath(vendor);
const definition = `${definitions}/crontabs.${crontabGroup}`;
const merge = { 'content-type': 'application/merge-patch+json' };

type Ask = ReturnType<typeof administratorOf>;

async function until<T>(what: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + 60_000;
  for (;;) {
    const found = await what();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error('it did not come to be');
    await pause(10);
  }
}

async function started(t: Test, options: ApiServerOptions): Promise<{ server: StartedServer; ask: Ask }> {
  const server = await startServer({ vendor: 'kubernetes', ...options });
  t.teardown(() => server.api.stop());
  return { server, ask: administratorOf(server.api) };
}

const read = async (ask: Ask, path: string) => {
  const { status, text } = await ask('GET', path);
  return { status, json: JSON.parse(text) as never };
};

async function define(ask: Ask, options: CrontabOptions = {}): Promise<void> {
  const made = await ask('POST', definitions, crontabDefinition(vendor, options));
  if (made.status !== 201) throw new Error(made.text);
  await until(async () => ((await ask('GET', crontabs)).status === 200 ? true : undefined));
}

const causes = (text: string): readonly string[] => {
  const { details } = JSON.parse(text) as { details?: { causes?: { field: string; message: string }[] } };
  return (details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
};

function suite(name: string, options: () => ApiServerOptions): void {
  t.test(`${name}: each item of a list says its kind, and the end of the list has an empty token`, async (t) => {
    const { ask } = await started(t, options());
    await define(ask);
    for (const one of ['a', 'b']) await ask('POST', crontabs, crontab(one, {}));
    interface List {
      readonly metadata: Readonly<Record<string, unknown>>;
      readonly items: readonly { readonly kind: string; readonly metadata: { readonly name: string } }[];
    }
    const list = async (query: string, accept = 'application/json') =>
      JSON.parse((await ask('GET', `${crontabs}${query}`, undefined, { accept })).text) as List;
    const whole = await list('');
    t.strictSame(
      whole.items.map(({ kind, metadata }) => [kind, metadata.name]),
      [
        ['CronTab', 'a'],
        ['CronTab', 'b'],
      ],
    );
    t.equal(whole.metadata['continue'], '');
    t.equal((await list('?pretty=1')).metadata['continue'], '');
    const first = await list('?limit=1');
    t.match(first.metadata['continue'], /./);
    const rest = await list(`?limit=1&continue=${encodeURIComponent(String(first.metadata['continue']))}`);
    t.strictSame([rest.items[0]?.metadata.name, rest.metadata['continue']], ['b', '']);
    const form = (kind: string): string => vendor.fill(`application/json;as=${kind};g=meta.{api};v=v1`);
    for (const kind of ['Table', 'PartialObjectMetadataList'])
      t.notOk('continue' in (await list('', form(kind))).metadata, kind);
  });

  t.test(`${name}: a definition is established and its objects are pruned, defaulted and validated`, async (t) => {
    const { ask } = await started(t, options());
    await define(ask);
    const { json } = await read(ask, definition);
    t.match(json, {
      status: {
        acceptedNames: { plural: 'crontabs', singular: 'crontab', kind: 'CronTab', listKind: 'CronTabList' },
        conditions: [
          { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts' },
          { type: 'Established', status: 'True', reason: 'InitialNamesAccepted' },
        ],
        storedVersions: ['v1'],
      },
    });
    const spec = {
      port: 80,
      free: { b: 1, a: { x: null } },
      empty: null,
      mode: null,
      zero: 1,
      jobs: [{ name: 'a', n: 1.5 }],
    };
    const made = await ask('POST', crontabs, crontab('a', spec, { status: { replicas: 7 }, other: 1 }));
    t.equal(made.status, 201, made.text);
    const object = JSON.parse(made.text) as Record<string, unknown>;
    t.strictSame(object['spec'], {
      empty: null,
      free: { a: { x: null }, b: 1 },
      image: 'busybox',
      jobs: [{ n: 1.5, name: 'a' }],
      port: 80,
      schedule: '* * * * *',
    });
    t.strictSame(Object.keys(object), ['kind', 'apiVersion', 'metadata', 'spec']);
    t.equal(made.headers['warning'], '299 - "unknown field \\"other\\"", 299 - "unknown field \\"spec.zero\\""');
    const strict = await ask('POST', `${crontabs}?fieldValidation=Strict`, crontab('b', { zero: 1 }));
    t.match([strict.status, strict.text], [400, /strict decoding error: unknown field \\"spec.zero\\"/]);
    const bad = {
      schedule: 'x',
      replicas: 11,
      image: 3,
      mode: 'c',
      port: true,
      jobs: [{ name: 'a' }, { name: 'a' }, { n: 'x' }],
    };
    const refused = await ask('POST', crontabs, crontab('b', { ...bad, template: { kind: '' } }));
    t.equal(refused.status, 422);
    t.strictSame(causes(refused.text), [
      'spec.image: Invalid value: "integer": spec.image in body must be of type string: "integer"',
      'spec.jobs[2].n: Invalid value: "string": spec.jobs[2].n in body must be of type number: "string"',
      'spec.jobs[2].name: Required value',
      'spec.mode: Unsupported value: "c": supported values: "a", "b"',
      'spec.port: Invalid value: "boolean": spec.port in body must be of type integer,string: "boolean"',
      'spec.replicas: Invalid value: 11: spec.replicas in body should be less than or equal to 10',
      'spec.schedule: Invalid value: "x": spec.schedule in body should match \'^\\S+( \\S+){4}$\'',
      'spec.template.apiVersion: Required value',
      'spec.template.kind: Invalid value: "": must not be empty',
      'spec.jobs[1]: Duplicate value: {"name":"a"}',
    ]);
  });

  t.test(
    `${name}: its objects have a status, a scale, generations, patches, columns and selectable fields`,
    async (t) => {
      const { ask } = await started(t, options());
      await define(ask);
      t.equal((await ask('POST', crontabs, crontab('a', { replicas: 1, mode: 'a' }))).status, 201);
      const item = `${crontabs}/a`;
      const patch = async (path: string, body: object, type = merge) => ask('PATCH', path, body, type);
      t.match((await patch(item, { spec: { replicas: 2 }, status: { replicas: 9 } })).text, /"generation":2/);
      const status = await patch(`${item}/status`, { spec: { replicas: 3 }, status: { replicas: 1, selector: 'a=b' } });
      t.match(JSON.parse(status.text), { metadata: { generation: 2 }, spec: { replicas: 2 }, status: { replicas: 1 } });
      t.match((await patch(`${item}/status`, { status: { replicas: 'x' } })).text, /status.replicas: Invalid value/);
      const { json: scale } = await read(ask, `${item}/scale`);
      t.match(scale, { kind: 'Scale', spec: { replicas: 2 }, status: { replicas: 1, selector: 'a=b' } });
      t.equal((await patch(`${item}/scale`, { spec: { replicas: 4 } })).status, 200);
      t.match((await read(ask, item)).json, {
        metadata: { generation: 3 },
        spec: { replicas: 4, schedule: '* * * * *' },
      });
      const strategic = { 'content-type': 'application/strategic-merge-patch+json' };
      t.equal((await patch(item, {}, strategic)).status, 415, 'there is no strategic merge of its lists (MEDIA-040)');
      const protobuf = vendor.fill('application/vnd.{maker}.protobuf');
      t.equal((await ask('GET', item, undefined, { accept: protobuf })).status, 406, 'nor a protobuf form (MEDIA-019)');
      t.equal((await ask('POST', crontabs, {}, { 'content-type': protobuf })).status, 415);
      const table = await ask('GET', crontabs, undefined, {
        accept: vendor.fill('application/json;as=Table;g=meta.{api};v=v1'),
      });
      t.match(table.text, /"cells":\["a","\* \* \* \* \*",4\]/);
      t.equal((await ask('POST', crontabs, crontab('b', { mode: 'b' }))).status, 201);
      const { json: chosen } = await read(ask, `${crontabs}?fieldSelector=spec.mode%3Da`);
      t.match(chosen, { items: [{ metadata: { name: 'a' } }] });
      t.equal((chosen as { items: unknown[] }).items.length, 1);
      t.equal((await ask('GET', `${crontabs}?fieldSelector=spec.image%3Dx`)).status, 400);
      const apply = { 'content-type': 'application/apply-patch+yaml' };
      for (const one of ['m1', 'm2']) {
        const applied = crontab('c', { jobs: [{ name: one }] });
        const answer = await patch(`${crontabs}/c?fieldManager=${one}`, applied, apply);
        t.equal(answer.status, one === 'm1' ? 201 : 200, answer.text);
      }
      t.match((await read(ask, `${crontabs}/c`)).json, { spec: { jobs: [{ name: 'm1' }, { name: 'm2' }] } });
    },
  );

  t.test(`${name}: it is published: discovery, OpenAPI of both versions`, async (t) => {
    const { ask } = await started(t, options());
    await define(ask);
    const { json: resources } = await read(ask, `/apis/${crontabGroup}/v1`);
    t.match(resources, {
      resources: [
        { name: 'crontabs', singularName: 'crontab', kind: 'CronTab', shortNames: ['ct'], categories: ['all'] },
        { name: 'crontabs/status', kind: 'CronTab' },
        { name: 'crontabs/scale', group: 'autoscaling', version: 'v1', kind: 'Scale' },
      ],
    });
    const { json: newer } = await read(ask, `/openapi/v3/apis/${crontabGroup}/v1`);
    const component = 'example.stable.v1.CronTab';
    const schemas = (newer as { components: { schemas: Record<string, never> } }).components.schemas;
    t.match(schemas[component], {
      properties: {
        apiVersion: { type: 'string' },
        metadata: { allOf: [{}] },
        spec: { properties: { schedule: { description: 'When it runs.' }, mode: { enum: ['a', 'b'] } } },
      },
    });
    const { json: older } = await read(ask, '/openapi/v2');
    t.match((older as { definitions: Record<string, never> }).definitions[component], {
      properties: { spec: { required: ['schedule'] } },
    });
  });

  t.test(
    `${name}: versions convert by their name, deprecated ones warn, and changes reach objects that are stored`,
    async (t) => {
      const { ask } = await started(t, options());
      const schemaOf = (more: object) => ({
        openAPIV3Schema: {
          type: 'object',
          properties: { spec: { type: 'object', properties: { schedule: { type: 'string' }, ...more } } },
        },
      });
      const older = { name: 'v1beta1', served: true, storage: false, deprecated: true };
      const versions = (more: object) => [
        crontabVersion(vendor, {
          selectableFields: [],
          schema: schemaOf({ now: { type: 'string', default: 'x' }, ...more }),
        }),
        { ...older, schema: schemaOf({ past: { type: 'string', default: 'y' } }) },
      ];
      await define(ask, { versions: versions({}) });
      const beta = crontabs.replace('/v1/', '/v1beta1/');
      const made = await ask('POST', beta, {
        ...crontab('a', { past: 'z', now: 'n' }),
        apiVersion: `${crontabGroup}/v1beta1`,
      });
      t.equal(made.status, 201, made.text);
      t.match(made.headers['warning'], `${crontabGroup}/v1beta1 CronTab is deprecated; use ${crontabGroup}/v1 CronTab`);
      t.match(JSON.parse(made.text), { apiVersion: `${crontabGroup}/v1beta1` });
      // The stored version does not know the field: it is lost, and what is converted gets no defaults.
      t.strictSame((JSON.parse(made.text) as { spec: object }).spec, { schedule: '* * * * *' });
      const { json: newer } = await read(ask, `${crontabs}/a`);
      t.strictSame((newer as { spec: object }).spec, { now: 'x', schedule: '* * * * *' });
      const changed = await ask(
        'PATCH',
        definition,
        { spec: { versions: versions({ later: { type: 'integer', default: 1 } }) } },
        merge,
      );
      t.equal(changed.status, 200, changed.text);
      await until(async () => {
        const { json } = await read(ask, `${crontabs}/a`);
        return (json as { spec: { later?: number } }).spec.later === 1 ? true : undefined;
      });
      const { json: list } = await read(ask, crontabs);
      t.match(list, {
        kind: 'CronTabList',
        items: [{ kind: 'CronTab', apiVersion: `${crontabGroup}/v1`, spec: { later: 1, now: 'x' } }],
      });
      const removed = await ask(
        'PATCH',
        definition,
        { spec: { versions: [{ ...crontabVersion(vendor), name: 'v2' }] } },
        merge,
      );
      t.match(causes(removed.text), [/^status.storedVersions\[0\]: Invalid value: "v1": missing from spec.versions/]);
    },
  );

  t.test(`${name}: a manager may apply in one version and then in another one`, async (t) => {
    const { ask } = await started(t, options());
    const beta = crontabVersion(vendor, { name: 'v1beta1', storage: false });
    await define(ask, { versions: [beta, crontabVersion(vendor)] });
    const apply = async (version: string, metadata: object) => {
      const path = `${crontabs.replace('/v1/', `/${version}/`)}/a?fieldManager=m`;
      const body = {
        ...crontab('a', { replicas: 1, jobs: [{ name: 'j' }] }),
        apiVersion: `${crontabGroup}/${version}`,
      };
      const given = { ...body, metadata: { name: 'a', ...metadata } };
      const { status, text } = await ask('PATCH', path, given, { 'content-type': 'application/apply-patch+yaml' });
      return { status, text, metadata: (JSON.parse(text) as { metadata: Record<string, unknown> }).metadata };
    };
    t.equal((await apply('v1beta1', { finalizers: ['example.com/f'] })).status, 201);
    const second = await apply('v1', {});
    t.equal(second.status, 200, second.text);
    t.equal(second.metadata['finalizers'], undefined, 'what is no longer applied is removed, in any version');
    t.match(second.metadata['managedFields'], [{ manager: 'm', apiVersion: `${crontabGroup}/v1` }]);
    t.equal((second.metadata['managedFields'] as unknown[]).length, 1);
    t.equal((await apply('v1beta1', { labels: { a: 'b' } })).status, 200);
    t.equal((await apply('v1', {})).metadata['labels'], undefined);
  });

  t.test(`${name}: rules judge objects, in every kind of write (CEL-001) (CEL-002)`, async (t) => {
    const { ask } = await started(t, options());
    const rules = { [vendor.fill('x-{maker}-validations')]: [{ rule: 'self.b != 1' }] };
    const status = { type: 'object', properties: { b: { type: 'integer' } }, ...rules };
    const spec = { type: 'object', properties: { schedule: { type: 'string' }, b: { type: 'integer' } }, ...rules };
    const version = (more: object) => ({
      subresources: { status: {} },
      selectableFields: [],
      schema: { openAPIV3Schema: { type: 'object', properties: { spec: { ...spec, ...more }, status } } },
    });
    const unknown = { [vendor.fill('x-{maker}-validations')]: [{ rule: 'self.c == 1' }] };
    const wrong = await ask('POST', definitions, crontabDefinition(vendor, { version: version(unknown) }));
    t.match([wrong.status, causes(wrong.text)], [422, [/\[0\].rule: Invalid value: .*undefined field 'c'/s]]);
    await define(ask, { version: version({}) });
    const broken = ['spec: Invalid value: "object": failed rule: self.b != 1'];
    const refused = async (method: string, path: string, body: object, headers = {}) => {
      const { status: code, text } = await ask(method, path, body, headers);
      t.equal(code, 422, text);
      return causes(text);
    };
    t.strictSame(await refused('POST', crontabs, crontab('a', { b: 1 })), broken);
    const made = await ask('POST', crontabs, crontab('a', { b: 2 }));
    t.equal(made.status, 201, made.text);
    const { metadata } = JSON.parse(made.text) as { metadata: object };
    const path = `${crontabs}/a`;
    t.strictSame(await refused('PUT', path, { ...crontab('a', { b: 1 }), metadata }), broken);
    t.strictSame(await refused('PATCH', path, { spec: { b: 1 } }, merge), broken);
    const applied = { 'content-type': 'application/apply-patch+yaml' };
    t.strictSame(await refused('PATCH', `${path}?fieldManager=m&force=true`, crontab('a', { b: 1 }), applied), broken);
    t.strictSame(await refused('PATCH', `${path}/status`, { status: { b: 1 } }, merge), [
      'status: Invalid value: "object": failed rule: self.b != 1',
    ]);
    const { apiVersion, kind } = crontab('a', {}) as { apiVersion: string; kind: string };
    const unchanged = await ask('PATCH', `${path}/status?fieldManager=m`, { apiVersion, kind }, applied);
    t.equal(unchanged.status, 200, `an object without a status is valid: ${unchanged.text}`);
    t.match(await refused('PATCH', `${path}/status`, { status: 'x' }, merge), [/^status: .* must be of type object/]);
    const blocked = await refused('POST', crontabs, crontab('b', { b: 'x' }));
    t.match(blocked, [
      /must be of type integer/,
      /some validation rules were not checked because the object was invalid/,
    ]);
    const later = { [vendor.fill('x-{maker}-validations')]: [{ rule: 'self.b != 2' }] };
    t.equal(
      (await ask('PATCH', definition, { spec: { versions: [crontabVersion(vendor, version(later))] } }, merge)).status,
      200,
    );
    await until(async () => ((await ask('POST', crontabs, crontab('c', { b: 2 }))).status === 422 ? true : undefined));
    const kept = await ask('PATCH', path, { metadata: { labels: { x: 'y' } } }, merge);
    t.match(
      [kept.status, kept.headers['warning']],
      [200, /spec: Invalid value: \\"object\\": failed rule: self.b != 2/],
    );
  });

  t.test(
    `${name}: objects must name their kind, the status endpoint changes the status, warnings name dropped fields`,
    async (t) => {
      const { ask } = await started(t, options());
      const spec = {
        type: 'object',
        properties: { schedule: { type: 'string', format: 'odd' }, n: { type: 'integer' } },
      };
      const schema = {
        openAPIV3Schema: {
          type: 'object',
          properties: { spec, status: { type: 'object', properties: { a: { type: 'string' } } } },
        },
      };
      const odd = await ask(
        'POST',
        `${definitions}?dryRun=All`,
        crontabDefinition(vendor, { version: { schema, selectableFields: [] } }),
      );
      t.match([odd.status, odd.headers['warning']], [201, '299 - "unrecognized format \\"odd\\""']);
      await define(ask, { version: { schema, selectableFields: [], subresources: { status: {} } } });
      const missing = await ask('POST', crontabs, { metadata: { name: 'a' } });
      t.match([missing.status, missing.text], [400, /Object 'Kind' is missing in/]);
      const other = await ask('POST', crontabs, { ...crontab('a'), kind: 'Other' });
      t.strictSame([other.status, causes(other.text)], [422, ['kind: Invalid value: "Other": must be CronTab']]);
      const large = await ask('POST', crontabs, crontab('a', { n: 2 ** 63 }));
      t.match(causes(large.text), [/must be of type integer: "number"/]);
      const made = await ask('POST', crontabs, { ...crontab('a'), metadata: { name: 'a', finalizers: ['mine'] } });
      t.match([made.status, made.headers['warning']], [201, /prefer a domain-qualified finalizer name/]);
      const changed = await ask(
        'PATCH',
        `${crontabs}/a/status`,
        { metadata: { labels: { a: 'b' } }, status: { a: 'x' } },
        merge,
      );
      t.match(JSON.parse(changed.text), { metadata: { labels: undefined }, status: { a: 'x' } });
    },
  );

  t.test(`${name}: names that another definition has are not accepted, until it is gone`, async (t) => {
    const { ask } = await started(t, options());
    await define(ask);
    const other = crontabDefinition(vendor, { names: { plural: 'tables', singular: 'table' } });
    const path = `${definitions}/tables.${crontabGroup}`;
    const made = { ...other, metadata: { name: `tables.${crontabGroup}` } };
    t.equal((await ask('POST', definitions, made)).status, 201);
    const conditions = async () => {
      const { status } = (await read(ask, path)).json as { status: { conditions?: object[] } };
      return (status.conditions ?? []).length === 0 ? undefined : status.conditions;
    };
    t.match(await until(conditions), [
      {
        type: 'NamesAccepted',
        status: 'False',
        reason: 'ListKindConflict',
        message: '"CronTabList" is already in use',
      },
      { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' },
    ]);
    t.equal((await ask('GET', crontabs.replace('crontabs', 'tables'))).status, 404);
    t.equal((await ask('DELETE', definition)).status, 200);
    await until(async () =>
      (await ask('GET', crontabs.replace('crontabs', 'tables'))).status === 200 ? true : undefined,
    );
  });

  t.test(`${name}: a deleted definition waits for its objects, and then ends its resource`, async (t) => {
    const { ask, server } = await started(t, options());
    await define(ask);
    const held = { metadata: { name: 'held', finalizers: ['example.com/hold'] } };
    t.equal((await ask('POST', crontabs, { ...crontab('held'), ...held })).status, 201);
    t.equal((await ask('POST', crontabs, crontab('free'))).status, 201);
    const deleted = await ask('DELETE', definition);
    t.match(JSON.parse(deleted.text), {
      metadata: { deletionTimestamp: /.+/, finalizers: [vendor.fill('customresourcecleanup.apiextensions.{api}')] },
    });
    await until(async () => ((await ask('GET', `${crontabs}/free`)).status === 404 ? true : undefined));
    t.match((await read(ask, `${crontabs}/held`)).json, { metadata: { deletionTimestamp: /.+/ } });
    const late = await ask('POST', crontabs, crontab('late'));
    t.match(
      [late.status, late.text],
      [403, /\\"late\\" is forbidden: create not allowed while custom resource definition is terminating/],
    );
    t.equal((await ask('PATCH', `${crontabs}/held`, { metadata: { finalizers: null } }, merge)).status, 200);
    await until(async () => ((await ask('GET', definition)).status === 404 ? true : undefined));
    await until(async () => ((await ask('GET', crontabs)).status === 404 ? true : undefined));
    t.equal((await ask('GET', `/apis/${crontabGroup}`)).status, 404);
    t.equal(server.parts.watchCache.cacheOf(`/registry/${crontabGroup}/crontabs/`), undefined);
    t.equal((await ask('POST', definitions, crontabDefinition(vendor))).status, 201, 'it may come again');
    await until(async () => ((await ask('GET', crontabs)).status === 200 ? true : undefined));
    t.match((await read(ask, crontabs)).json, { items: [] });
  });

  t.test(`${name}: a definition that serves no version any more still takes its objects with it`, async (t) => {
    const { ask } = await started(t, options());
    await define(ask);
    t.equal((await ask('POST', crontabs, crontab('a'))).status, 201);
    const unserved = { spec: { versions: [{ ...crontabVersion(vendor), served: false }] } };
    t.equal((await ask('PATCH', definition, unserved, merge)).status, 200);
    await until(async () => ((await ask('GET', crontabs)).status === 404 ? true : undefined));
    t.equal((await ask('DELETE', definition)).status, 200);
    await until(async () => ((await ask('GET', definition)).status === 404 ? true : undefined));
    await define(ask);
    t.match((await read(ask, crontabs)).json, { items: [] }, 'nothing is left of the objects');
  });
}

suite('embedded', () => ({}));
const missing = etcdMissing();
if (missing === undefined) {
  const etcd = await startEtcdProcess();
  t.teardown(() => etcd.remove());
  let servers = 0;
  suite('etcd', () => ({
    etcd: { servers: [etcd.server], prefix: `/definitions-${(servers += 1)}` },
    leaderElection: false,
  }));
} else {
  t.test('servers on etcd', { skip: missing }, () => {});
}

t.test('a server that starts with stored definitions serves their objects at once', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'definitions-'));
  t.teardown(() => rm(dataDir, { recursive: true, force: true }));
  const first = await startServer({ vendor: 'kubernetes', dataDir });
  const ask = administratorOf(first.api);
  await define(ask);
  t.equal((await ask('POST', crontabs, crontab('a', { replicas: 1 }))).status, 201);
  await first.api.stop();
  const second = await startServer({ vendor: 'kubernetes', dataDir, controllers: false });
  t.teardown(() => second.api.stop());
  const found = await administratorOf(second.api)('GET', `${crontabs}/a`);
  t.match([found.status, found.text], [200, /"replicas":1/]);
});
