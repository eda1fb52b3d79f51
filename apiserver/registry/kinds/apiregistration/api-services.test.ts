import t from 'tap';
import { inProcess } from '../../../../fixtures/apiserver/registry.fixture.ts';
import { faultFinder } from '../../../../fixtures/apiserver/fault-finder.fixture.ts';

const resource = 'apiservices.apiregistration.{api}';
const ranks = { groupPriorityMinimum: 1000, versionPriority: 15 };
const service = { namespace: 'default', name: 'metrics' };
const caBundle = Buffer.from('a bundle').toString('base64');

t.test('an API service is a ranked version of a group, and is named after both', async (t) => {
  const faultsOf = await faultFinder(t);
  const faults = (spec: object, name = 'v1.example.com') =>
    faultsOf(resource, name, { group: 'example.com', version: 'v1', ...ranks, ...spec });
  t.strictSame(await faults({}), []);
  t.strictSame(await faults({ groupPriorityMinimum: 20_000, versionPriority: 1000 }), []);
  t.strictSame(await faults({ group: '' }, 'v1.'), []);
  t.strictSame(await faults({}, 'example.com'), [
    'metadata.name: Invalid value: "example.com": must be `spec.version+"."+spec.group`: "v1.example.com"',
  ]);
  t.strictSame(await faults({ group: '', version: 'v2' }, 'v2.'), [
    'spec.group: Required value: only v1 may have an empty group',
  ]);
  t.match(await faults({ group: 'Example.com' }, 'v1.Example.com'), [/^spec\.group: .*RFC 1123 subdomain/]);
  t.match(await faults({ version: '1' }, '1.example.com'), [/^spec\.version: .*DNS-1035 label/]);
  t.strictSame(await faults({ groupPriorityMinimum: 20_001, versionPriority: 0 }), [
    'spec.groupPriorityMinimum: Invalid value: 20001: must be positive and less than 20000',
    'spec.versionPriority: Invalid value: 0: must be positive and less than 1000',
  ]);
  t.strictSame(await faults({ groupPriorityMinimum: undefined, versionPriority: 1001 }), [
    'spec.groupPriorityMinimum: Invalid value: 0: must be positive and less than 20000',
    'spec.versionPriority: Invalid value: 1001: must be positive and less than 1000',
  ]);
});

t.test('an API service has a CA bundle or skips verification, never both', async (t) => {
  const faultsOf = await faultFinder(t);
  const faults = (spec: object) =>
    faultsOf(resource, 'v1.example.com', { group: 'example.com', version: 'v1', ...ranks, ...spec });
  t.strictSame(await faults({ service, caBundle }), []);
  t.strictSame(await faults({ service, insecureSkipTLSVerify: true }), []);
  t.strictSame(await faults({ service, caBundle, insecureSkipTLSVerify: true }), [
    'spec.insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is present',
  ]);
  t.strictSame(await faults({ service: { port: 0 } }), [
    'spec.service.namespace: Required value',
    'spec.service.name: Required value',
    'spec.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive',
  ]);
  t.strictSame(await faults({ caBundle, insecureSkipTLSVerify: true }), [
    'spec.caBundle: Invalid value: "8 bytes": local APIServices may not have a caBundle',
    'spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have insecureSkipTLSVerify',
  ]);
});

t.test('the conditions of an API service hold, do not hold, or are not known', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const plural = api.vendor.fill(resource);
  const spec = { group: 'example.com', version: 'v1', ...ranks, service };
  const made = await api.call('create', plural, { body: { metadata: { name: 'v1.example.com' }, spec } });
  t.equal(made.status, 200, made.text);
  const report = (status: string) =>
    api.call('patch', plural, {
      name: 'v1.example.com',
      subresource: 'status',
      contentType: 'application/merge-patch+json',
      body: { status: { conditions: [{ type: 'Available', status }] } },
    });
  t.equal((await report('False')).status, 200);
  const refused = await report('No');
  t.equal(refused.status, 422);
  t.match(refused.at('message'), 'status.conditions[0].status: Unsupported value: "No": supported values: "True", ');
});

t.test(
  'an API service that this server serves is available from the start, another one must first be found so',
  async (t) => {
    const api = await inProcess('orch');
    t.teardown(() => api.close());
    const made = async (name: string, more: object) => {
      const spec = { group: 'example.com', version: name.split('.')[0], ...ranks, ...more };
      // What a client says of it does not count.
      const status = { conditions: [{ type: 'Available', status: 'Unknown' }] };
      return api.call('create', api.vendor.fill(resource), { body: { metadata: { name }, spec, status } });
    };
    const local = await made('v1.example.com', {});
    t.strictSame(local.at('status.conditions'), [
      {
        type: 'Available',
        status: 'True',
        lastTransitionTime: local.at('metadata.creationTimestamp'),
        reason: 'Local',
        message: 'Local APIServices are always available',
      },
    ]);
    t.equal((await made('v2.example.com', { service })).at('status.conditions'), undefined);
  },
);
