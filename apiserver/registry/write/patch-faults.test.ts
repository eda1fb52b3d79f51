// What a patch is refused with, where several things are wrong with it, and versions that are none.

import t from 'tap';
import { patchTypeOf } from '../../../shared/patch/patch-type.ts';
import { inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';

const merge = 'application/merge-patch+json';
const vendors = ['orch', 'kubernetes'] as const;
const x = { namespace: 'a', name: 'x' };

t.test('a patch of what does not exist is 404, whatever the patch is (UPD-006)', async (t) => {
  for (const vendor of vendors) {
    const api = await inProcess(vendor);
    t.teardown(() => api.close());
    const types = ['application/json-patch+json', merge, 'application/strategic-merge-patch+json'];
    for (const contentType of types) {
      const patch = () => api.call('patch', 'configmaps', { ...x, body: '{', contentType });
      t.equal((await patch()).status, 404, `${vendor}: ${contentType}`);
    }
    await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x' } } });
    for (const contentType of types) {
      const refused = await api.call('patch', 'configmaps', { ...x, body: '{', contentType });
      t.equal(refused.status, 400, `${vendor}: ${contentType}`);
    }
    const scale = await api.call('patch', 'deployments.apps', {
      ...x,
      subresource: 'scale',
      body: '{',
      contentType: merge,
    });
    t.equal(scale.status, 404);
  }
});

t.test('a uid that a patch changes is one fault beside the others (UPD-007)', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const limits = { limits: [{ type: 'Container', max: { cpu: '1' } }] };
  const made = await api.call('create', 'limitranges', {
    namespace: 'a',
    body: { metadata: { name: 'x' }, spec: limits },
  });
  t.equal(made.status, 201, made.text);
  const body = {
    metadata: { uid: 'other' },
    spec: { limits: [{ type: 'Container', min: { cpu: '2' }, max: { cpu: '1' } }] },
  };
  const refused = await api.call('patch', 'limitranges', { ...x, body, contentType: merge });
  t.equal(refused.status, 422);
  const fields = (refused.at('details.causes') as readonly { field: string }[]).map(({ field }) => field);
  t.ok(fields.includes('metadata.uid'), refused.text);
  t.ok(
    fields.some((field) => field.startsWith('spec.limits[0]')),
    refused.text,
  );
  const alone = await api.call('patch', 'limitranges', {
    ...x,
    body: { metadata: { uid: 'other' } },
    contentType: merge,
  });
  t.match(alone.at('message'), /metadata\.uid: Invalid value: "other": field is immutable$/);
  t.equal((await api.call('get', 'limitranges', x)).at('metadata.uid'), made.at('metadata.uid'));
});

t.test('a version that is no number is one that is not current (UPD-003)', async (t) => {
  for (const vendor of vendors) {
    const api = await inProcess(vendor);
    t.teardown(() => api.close());
    await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x' } } });
    const strange = vendor === 'orch' ? 409 : 500;
    for (const [index, resourceVersion] of ['x', '99999999999999999999', '12345678'].entries()) {
      const body = { metadata: { name: 'x', resourceVersion }, data: { a: 'b' } };
      const refused = await api.call('update', 'configmaps', { ...x, body });
      t.equal(refused.status, [strange, strange, 409][index], `${vendor}: ${resourceVersion}`);
    }
  }
});

t.test('a type is known in any case, or as it is written only (MEDIA-064)', async (t) => {
  const types = { strategic: true, cbor: false };
  for (const written of ['Application/Merge-Patch+JSON', 'application/MERGE-patch+json; charset=utf-8']) {
    t.equal(patchTypeOf(written, types), 'merge', written);
    t.throws(() => patchTypeOf(written, { ...types, untold: true }), { code: 415 }, written);
  }
  for (const written of [merge, `${merge}; charset=utf-8`, `${merge} ;x=y`])
    t.equal(patchTypeOf(written, { ...types, untold: true }), 'merge', written);
});

t.test('a JSON patch that cannot be done is refused, with the reason or without', async (t) => {
  for (const vendor of vendors) {
    const api = await inProcess(vendor);
    t.teardown(() => api.close());
    await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x' } } });
    for (const operation of [
      { op: 'remove', path: '/data/none' },
      { op: 'test', path: '/metadata/name', value: 'y' },
      { op: 'nope', path: '/data' },
    ]) {
      const refused = await api.call('patch', 'configmaps', {
        ...x,
        contentType: 'application/json-patch+json',
        body: [operation],
      });
      t.match(refused.body, { code: 422, reason: 'Invalid', details: {} });
      const unexplained = refused.at('message') === 'the server rejected our request due to an error in our request';
      t.equal(unexplained, vendor === 'kubernetes', refused.text);
    }
  }
});

t.test('a patch that takes the apiVersion away makes an object of the version of the path, or of none', async (t) => {
  for (const vendor of vendors) {
    const api = await inProcess(vendor);
    t.teardown(() => api.close());
    await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x' } } });
    const merged = (query: string) =>
      api.call('patch', 'configmaps', {
        ...x,
        query,
        contentType: merge,
        body: { apiVersion: null, data: { a: 'b' } },
      });
    const json = await api.call('patch', 'configmaps', {
      ...x,
      contentType: 'application/json-patch+json',
      body: [{ op: 'remove', path: '/apiVersion' }],
    });
    const warned = await merged('fieldValidation=Warn');
    const strict = await merged('fieldValidation=Strict');
    if (vendor === 'orch') {
      t.strictSame([json.status, warned.status, strict.status], [200, 200, 200]);
      continue;
    }
    t.match(json.body, { code: 400, message: /^the name of the object \(x based on URL\) was undeterminable/ });
    t.equal(warned.status, 400);
    t.strictSame(warned.warnings, ['unknown field "data"', 'unknown field "metadata"']);
    t.match(strict.body, {
      code: 422,
      message: /strict decoding error: unknown field "data", unknown field "metadata"$/,
    });
    t.equal((await api.call('get', 'configmaps', x)).at('data'), undefined);
  }
});
