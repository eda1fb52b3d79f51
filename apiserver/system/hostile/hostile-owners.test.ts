// Records of field owners that clients write to do harm: thousands of managers, deep paths, keys that JavaScript knows, keys given
// twice, a record as large as a body may be. Under both vendors each is answered with a Status or taken, in bounded time and
// memory, and the next client is served.

import t, { type Test } from 'tap';
import { startServerProcess } from '../../../fixtures/process/server-process.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import { type Answered, attackerOf } from '../../../fixtures/apiserver/attacker.fixture.ts';

const maps = '/api/v1/namespaces/default/configmaps';
const deployments = '/apis/apps/v1/namespaces/default/deployments';

/** Processor seconds that all these requests may take together: a cost per pair of managers would take hours. */
const mostSeconds = 120;
/** Bytes of memory afterwards. */
const mostMemory = 1_500_000_000;

interface Entry {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly fieldsType: 'FieldsV1';
  readonly fieldsV1: object;
  readonly subresource?: string;
}

function entry(manager: string, operation: Entry['operation'], fieldsV1: object, apiVersion = 'v1'): Entry {
  return { manager, operation, apiVersion, fieldsType: 'FieldsV1', fieldsV1 };
}

function many(count: number, operation: Entry['operation'], fieldsV1: object, apiVersion = 'v1'): readonly Entry[] {
  return Array.from({ length: count }, (_, index) => entry(`m${index}`, operation, fieldsV1, apiVersion));
}

function map(name: string, managedFields: readonly object[], data: object = { k: 'v' }): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, managedFields }, data };
}

function managersOf({ body }: Answered): readonly Entry[] {
  return (body['metadata'] as { readonly managedFields?: readonly Entry[] }).managedFields ?? [];
}

for (const vendor of vendorIds) {
  t.test(`${vendor}: records of owners that are made to do harm`, async (t) => {
    const made = vendorOf(vendor).behaviour.createStatus;
    const server = await startServerProcess({ vendor });
    const attacker = await attackerOf(server);
    t.teardown(async () => {
      attacker.end();
      await server.remove();
    });
    const write = (method: string, path: string, body: object | string, type = 'application/json') =>
      attacker.ask(method, path, {
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': type },
      });
    const merge = (path: string, body: object) => write('PATCH', path, body, 'application/merge-patch+json');
    const apply = (path: string, body: object) => write('PATCH', path, body, 'application/apply-patch+yaml');
    const told = (t: Test, answer: Answered, status: number, message: RegExp, title: string): void => {
      t.equal(answer.status, status, title);
      t.match(answer.body, { kind: 'Status', code: status, message }, `${title}: what was wrong`);
    };

    await t.test('ten thousand managers that updated are a few, and ten thousand that applied are kept', async (t) => {
      const updated = await write('POST', maps, map('u', many(10_000, 'Update', { 'f:immutable': {} })));
      t.equal(updated.status, made);
      t.ok(managersOf(updated).length <= 11, `${managersOf(updated).length} managers`);
      t.ok(managersOf(await merge(`${maps}/u?fieldManager=z`, { data: { l: '1' } })).length <= 11);
      const applied = await write('POST', maps, map('a', many(10_000, 'Apply', { 'f:immutable': {} })));
      t.equal(applied.status, made);
      t.equal(managersOf(applied).length, 10_001);
      const own = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { l: 'w' } };
      t.equal((await apply(`${maps}/a?fieldManager=y`, own)).status, 200);
      t.equal((await merge(`${maps}/a?fieldManager=x`, { data: { l: 'x' } })).status, 200);
      const contested = { ...own, immutable: true };
      told(
        t,
        await apply(`${maps}/a?fieldManager=m1`, contested),
        409,
        /^Apply failed with \d+ conflicts: /,
        'all of them',
      );
    });

    await t.test('a conflict with five thousand managers names a thousand of them', async (t) => {
      const base = await write('POST', maps, map('c', []));
      t.equal(base.status, made);
      const owned = many(5000, 'Apply', { 'f:data': { 'f:k': {} } });
      t.equal((await merge(`${maps}/c?fieldManager=z`, { metadata: { managedFields: owned } })).status, 200);
      const changed = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { k: 'w' } };
      const answer = await apply(`${maps}/c?fieldManager=other`, changed);
      told(t, answer, 409, /^Apply failed with \d+ conflicts?: /, 'conflict');
      const { causes } = answer.body['details'] as { readonly causes: readonly unknown[] };
      t.equal(causes.length, 1000);
      const forced = await apply(`${maps}/c?fieldManager=other&force=true`, changed);
      t.equal(forced.status, 200);
      t.ok(managersOf(forced).length <= 2, 'who owns nothing any more is gone');
    });

    await t.test('a path of fields may be as deep as a body', async (t) => {
      let deep: object = {};
      for (let level = 0; level < 150; level += 1) deep = { 'f:a': deep };
      const kept = await write('POST', maps, map('d', [entry('m', 'Apply', deep)]));
      t.equal(kept.status, made);
      t.equal((await merge(`${maps}/d`, { data: { l: '1' } })).status, 200);
      const nested = `${'{"f:a":'.repeat(50_000)}{}${'}'.repeat(50_000)}`;
      const body = JSON.stringify(map('e', [entry('m', 'Apply', { here: 1 })])).replace('{"here":1}', nested);
      told(t, await write('POST', maps, body), 400, /max depth/, 'deeper');
    });

    await t.test('fields, keys and managers of every name that JavaScript knows are data', async (t) => {
      const fields = JSON.parse(
        '{"f:__proto__":{"f:x":{}},"f:constructor":{},"f:data":{"f:__proto__":{},"f:toString":{}}}',
      ) as object;
      const record = await write('POST', maps, map('p', [entry('__proto__', 'Apply', fields)]));
      t.equal(record.status, made);
      t.strictSame(managersOf(record).find(({ manager }) => manager === '__proto__')?.fieldsV1, fields);
      const data = JSON.parse('{"__proto__":"a","constructor":"b","hasOwnProperty":"c"}') as object;
      const own = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'p' }, data };
      const taken = await apply(`${maps}/p?fieldManager=constructor&force=true`, own);
      t.equal(taken.status, 200);
      t.match(taken.text, /"data":\{"__proto__":"a","constructor":"b","hasOwnProperty":"c","k":"v"\}/);
      const { fieldsV1 } = managersOf(taken).find(({ manager }) => manager === 'constructor') ?? {};
      t.strictSame(fieldsV1, JSON.parse('{"f:data":{"f:__proto__":{},"f:constructor":{},"f:hasOwnProperty":{}}}'));
    });

    await t.test('invalid managedFields are dropped, and not trusted', async (t) => {
      const malformed: readonly unknown[] = [
        { 'x:data': {} },
        { 'f:data': { 'k:{': {} } },
        { 'f:data': { 'v:[': {} } },
        { 'f:data': { 'i:99999999999999999999': {} } },
        [],
        'text',
        1,
      ];
      for (const [index, fieldsV1] of malformed.entries()) {
        const answer = await write('POST', maps, map(`x${index}`, [entry('m', 'Apply', fieldsV1 as object)]));
        t.equal(answer.status, made, JSON.stringify(fieldsV1));
        t.notOk(managersOf(answer).some(({ manager }) => manager === 'm'));
      }
      const twice = '{"f:data":{"f:k":{},"f:k":{}},"f:data":{"f:l":{}}}';
      const body = JSON.stringify(map('twice', [entry('m', 'Apply', { here: 1 })])).replace('{"here":1}', twice);
      t.equal((await write('POST', maps, body)).status, made);
    });

    await t.test('one manager may own as much as a body can say', async (t) => {
      const keys = Array.from({ length: 30_000 }, (_, index) => `key${String(index).padStart(80, '0')}`);
      const fields = { 'f:data': Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) };
      const body = JSON.stringify(map('big', [entry('m', 'Apply', fields)]));
      t.ok(body.length > 2_500_000);
      t.equal((await write('POST', maps, body)).status, made);
      t.equal((await merge(`${maps}/big?fieldManager=z`, { data: { l: 'w' } })).status, 200);
      const own = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'big' }, data: { m: 'v' } };
      const after = await apply(`${maps}/big?fieldManager=m`, own);
      t.equal(after.status, 200);
      t.ok(after.text.length < 2000, 'it gave the rest up');
      const more = JSON.stringify(map('more', [entry('m', 'Apply', fields)])).padEnd(3 * 1024 * 1024 + 1);
      told(t, await write('POST', maps, more), 413, /limit is 3145728/, 'more than a body can say');
    });

    await t.test('an apply of thirty thousand keys costs time by its size', async (t) => {
      const valuesOf = (value: string) =>
        Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`k${index}`, value]));
      const own = (value: string) => ({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'keys' },
        data: valuesOf(value),
      });
      t.equal((await apply(`${maps}/keys?fieldManager=a`, own('1'))).status, made);
      t.equal((await apply(`${maps}/keys?fieldManager=b`, own('1'))).status, 200);
      told(
        t,
        await apply(`${maps}/keys?fieldManager=c`, own('2')),
        409,
        /Apply failed with \d+ conflicts/,
        'conflicts',
      );
    });

    await t.test('status and scale with thousands of owners answer as with one', async (t) => {
      const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
      const spec = { replicas: 1, selector: { matchLabels: { a: 'b' } }, template };
      const deployment = await write('POST', deployments, {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 's' },
        spec,
      });
      t.equal(deployment.status, made);
      const path = `${deployments}/s`;
      const replicas = many(5000, 'Apply', { 'f:spec': { 'f:replicas': {} } }, 'apps/v1');
      t.equal((await merge(path, { metadata: { managedFields: replicas } })).status, 200);
      const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 's' }, spec: { replicas: 3 } };
      told(t, await apply(`${path}/scale?fieldManager=q`, scale), 409, /Apply failed with \d+ conflicts/, 'scale');
      t.equal((await attacker.ask('GET', `${path}/scale`)).status, 200);
      t.equal((await merge(`${path}/scale?fieldManager=q`, { spec: { replicas: 2 } })).status, 200);
      const owners = managersOf(await attacker.ask('GET', path));
      t.strictSame(
        owners.filter(({ fieldsV1 }) => JSON.stringify(fieldsV1).includes('f:replicas')).map(({ manager }) => manager),
        ['q'],
        'what was scaled belongs to who scaled it',
      );
      const status = { status: { replicas: 3 } };
      t.equal((await merge(`${path}/status?fieldManager=q`, status)).status, 200);
      const states = replicas.map((one) => ({
        ...one,
        fieldsV1: { 'f:status': { 'f:replicas': {} } },
        subresource: 'status',
      }));
      t.equal((await merge(`${path}/status`, { metadata: { managedFields: states } })).status, 200);
      const applied = await apply(`${path}/status?fieldManager=w`, {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 's' },
        status: { replicas: 4 },
      });
      told(t, applied, 409, /Apply failed with \d+ conflicts?/, 'status');
    });

    t.ok((await attacker.metric('process_cpu_seconds_total')) < mostSeconds, 'processor time is bounded');
    t.ok((await attacker.metric('process_resident_memory_bytes')) < mostMemory, 'memory is bounded');
    t.equal((await attacker.ask('GET', '/readyz')).status, 200);
    t.notMatch(server.stderr(), /by a defect/);
  });
}
