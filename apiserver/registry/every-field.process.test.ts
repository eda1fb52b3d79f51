// Every field of every kind in turn is set to what it should not hold. Whatever the service answers, it is no defect: a value
// that is refused is refused with a Status, and null is as good as none wherever a client may write it.

import t from 'tap';
import type { ApiObject } from '../../shared/object/api-object.ts';
import type { Resource } from './contract/resource.ts';
import { apiVersionOf } from '../../shared/object/group-version.ts';
import { decodeObject } from '../../shared/schema/decode.ts';
import { emptyValues, fullValue, placesOf, withValue } from '../../fixtures/apiserver/every-field.fixture.ts';
import { inProcess } from '../../fixtures/apiserver/registry.fixture.ts';
import { encodeObject } from './object/converted-objects.ts';
import { keyOf } from './object/stored-objects.ts';

const api = await inProcess('kubernetes');
t.teardown(() => api.close());

function fullObject({ kind, schema }: Resource): ApiObject {
  // What templates hold is looked at in pods.
  const bare = new Set(kind === 'Pod' ? [] : ['core/v1.PodSpec']);
  const { metadata: _metadata, ...rest } = fullValue(schema, bare) as ApiObject;
  return { ...rest, metadata: { name: 'x' } };
}

/** Puts an object into the store without validation, as a server of another version may have left it. */
async function store(resource: Resource, object: ApiObject): Promise<void> {
  const type = { kind: resource.kind, apiVersion: apiVersionOf(resource.group, resource.version) };
  const whole = {
    ...object,
    ...type,
    metadata: { name: 'x', uid: 'u', ...(resource.namespaced ? { namespace: 'a' } : {}) },
  };
  const { object: decoded } = decodeObject(whole, resource.schema);
  const key = keyOf(resource, 'a', 'x');
  const before = await api.store.get(key);
  const value = await encodeObject(resource, decoded as ApiObject, new AbortController());
  await api.store.commit({ key, value, expected: before?.revision ?? 0 });
}

interface Request {
  readonly verb: 'create' | 'update';
  readonly subresource?: string;
}

/** Of a kind: all but those that write another kind. */
function requestsOf({ subresources, kind }: Resource): readonly Request[] {
  const parts = [...subresources.values()].filter((part) => part.kind === kind && part.verbs.includes('update'));
  const updates = parts.map((part): Request => ({ verb: 'update', subresource: part.name }));
  return [{ verb: 'create' }, { verb: 'update' }, ...updates];
}

/** Why the service found fault with itself; undefined when it did not. */
async function defectOf(resource: Resource, { verb, subresource }: Request, body: object): Promise<string | undefined> {
  const asked = {
    version: resource.version,
    ...(resource.namespaced ? { namespace: 'a' } : {}),
    ...(verb === 'update' ? { name: 'x' } : {}),
    ...(subresource === undefined ? {} : { subresource }),
    query: 'dryRun=All',
    body: { ...body, metadata: { name: 'x' } },
  };
  const path = resource.group === '' ? resource.name : `${resource.name}.${resource.group}`;
  try {
    const { status, text } = await api.call(verb, path, asked);
    return status < 500 ? undefined : text;
  } catch (error) {
    return error instanceof Error ? error.stack : String(error);
  }
}

for (const resource of api.resources.all) {
  if (resource.storage === undefined) continue;
  const { group, version, name, schema } = resource;
  t.test(`no value in any field of ${name} of ${group}/${version} finds a defect`, async (t) => {
    const full = fullObject(resource);
    await store(resource, full);
    const requests = requestsOf(resource);
    const defects: string[] = [];
    for (const { path, schema: own } of placesOf(schema, full)) {
      if (path[0] === 'metadata') continue;
      for (const value of emptyValues(own)) {
        // Whole objects are dear: deep inside them a value is looked at by itself.
        for (const alone of path.length > 4 ? [true] : [false, true]) {
          const object = withValue(full, path, value, alone) as object;
          for (const request of requests) {
            if (request.subresource !== undefined && (alone || value !== null)) continue;
            const defect = await defectOf(resource, request, object);
            const where = `${request.verb} ${request.subresource ?? ''} ${path.join('.')}: ${JSON.stringify(value)}`;
            if (defect !== undefined) defects.push(`${where}: ${defect}`);
          }
        }
      }
    }
    t.strictSame(defects.slice(0, 3), [], `${defects.length} defects`);
  });
}

t.test('a name or a namespace that nothing can have is not found', async (t) => {
  for (const odd of ['\0', 'a\0b', 'a/b']) {
    for (const verb of ['get', 'update', 'delete'] as const) {
      const body = verb === 'update' ? { body: { metadata: { name: 'x' } } } : {};
      t.equal(
        (await api.call(verb, 'configmaps', { namespace: odd, name: 'x', ...body })).status,
        404,
        `${verb} ${odd}`,
      );
    }
    t.equal((await api.call('get', 'configmaps', { namespace: 'a', name: odd })).status, 404, odd);
    t.equal((await api.call('get', 'nodes', { name: odd })).status, 404, odd);
  }
});
