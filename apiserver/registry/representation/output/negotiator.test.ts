import t from 'tap';

import { vendorOf } from '../../../../shared/vendor/profile.ts';
import { inProcess } from '../../../../fixtures/apiserver/registry.fixture.ts';
import { Negotiator } from './negotiator.ts';

const asked = (stream: boolean, pretty: boolean) => ({ stream, pretty, table: true, listed: stream, protobuf: true });

t.test('the same header gives the same representation; streams and indented JSON are distinguished', async (t) => {
  const negotiator = new Negotiator(vendorOf('orch'), false);
  const plain = negotiator.representation('application/json', asked(false, false));
  t.equal(plain.pretty, false);
  t.equal(negotiator.representation('application/json', asked(false, false)), plain);
  t.equal(negotiator.representation('application/json', asked(false, true)).pretty, true);
  t.equal(negotiator.representation('application/yaml', asked(false, false)).format, 'yaml');
  t.throws(() => negotiator.representation('application/yaml', asked(true, false)), {
    message: /only the following media types/,
  });
  t.throws(() => negotiator.representation('application/yaml', asked(true, false)), {
    message: /only the following media types/,
  });
});

t.test('many different headers are negotiated, also after the first ones are evicted', async (t) => {
  const negotiator = new Negotiator(vendorOf('orch'), false);
  for (let index = 0; index < 1000; index += 1) {
    t.equal(negotiator.representation(`application/json;n=${index}`, asked(false, false)).format, 'json');
  }
  t.equal(negotiator.representation('application/json;n=0', asked(false, false)).format, 'json');
});

t.test('only stored objects, their status and their scale have tables: reviews and actions do not', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const accept = api.vendor.fill('application/json;as=Table;v=v1;g=meta.{api}');
  const place = { namespace: 'a', accept, body: {} };
  for (const [resource, subresource] of [
    ['selfsubjectreviews.authentication.{api}', undefined],
    ['tokenreviews.authentication.{api}', undefined],
    ['localsubjectaccessreviews.authorization.{api}', undefined],
    ['selfsubjectaccessreviews.authorization.{api}', undefined],
    ['selfsubjectrulesreviews.authorization.{api}', undefined],
    ['subjectaccessreviews.authorization.{api}', undefined],
    ['bindings', undefined],
    ['pods', 'eviction'],
    ['pods', 'binding'],
    ['serviceaccounts', 'token'],
  ] as const) {
    const named = subresource === undefined ? {} : { subresource, name: 'x' };
    const answer = await api.call('create', api.vendor.fill(resource), { ...place, ...named });
    t.equal(answer.status, 406, `${resource}/${subresource ?? ''}: ${answer.text}`);
  }
  t.equal(
    (await api.call('create', 'configmaps', { ...place, body: { metadata: { name: 'x' } } })).at('kind'),
    'Table',
  );
});
