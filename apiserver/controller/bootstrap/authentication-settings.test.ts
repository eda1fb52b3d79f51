import t from 'tap';
import { createAuthority } from '../../../shared/certificates/authority.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import { TestApi } from '../../../fixtures/apiserver/controller-api.fixture.ts';
import { authenticationConfigMap, reconcileAuthentication } from './authentication-settings.ts';
import { bootstrap } from './bootstrap.ts';

const authority = (commonName: string): string => createAuthority({ commonName, clock: systemClock }).certificatePem;
const first = authority('first');
const second = authority('second');
const vendor = vendorOf('orch');
const dataOf = (object: ApiObject | undefined) => object?.['data'] as Record<string, string> | undefined;

for (const id of vendorIds) {
  t.test(`a start publishes whose client certificates and proxies count, with ${id}`, async (t) => {
    const fill = (template: string): string => vendorOf(id).fill(template);
    const api = new TestApi({
      '/api/v1/namespaces': { kind: 'Namespace', namespaced: false },
      '/api/v1/services': { kind: 'Service', namespaced: true },
      '/api/v1/configmaps': { kind: 'ConfigMap', namespaced: true },
      [`/apis/${fill('scheduling.{api}')}/v1/priorityclasses`]: { kind: 'PriorityClass', namespaced: false },
    });
    const proxy = { clientCa: second, allowedNames: ['front'], usernameHeaders: ['X-Remote-User'] };
    await bootstrap(
      {
        vendor: vendorOf(id),
        clock: systemClock,
        transport: api.transport,
        log: silentLog,
        roles: false,
        authentication: { clientCa: `${first}\n`, proxy },
      },
      new AbortController().signal,
    );
    t.strictSame(dataOf(api.get('/api/v1/configmaps', fill('{short}-system'), 'extension-apiserver-authentication')), {
      'client-ca-file': first,
      'requestheader-client-ca-file': second,
      'requestheader-allowed-names': '["front"]',
      'requestheader-username-headers': '["X-Remote-User"]',
      'requestheader-group-headers': '[]',
      'requestheader-extra-headers-prefix': '[]',
    });
  });
}

t.test('a second server adds its authority and takes none away', async (t) => {
  const one = authenticationConfigMap(vendor, { clientCa: first });
  const two = authenticationConfigMap(vendor, { clientCa: second });
  const outcome = reconcileAuthentication(one, two);
  if (outcome.do !== 'update') throw new Error(outcome.do);
  t.strictSame(dataOf(outcome.object), { 'client-ca-file': `${first}${second}` });
  t.strictSame(reconcileAuthentication(outcome.object, one), { do: 'nothing' });
  t.strictSame(reconcileAuthentication(outcome.object, two), { do: 'nothing' });
});

t.test('values that cannot be read are replaced, keys of others stay', async (t) => {
  const wanted = authenticationConfigMap(vendor, {
    clientCa: first,
    proxy: { clientCa: second, usernameHeaders: ['U'] },
  });
  t.match(dataOf(wanted), { 'requestheader-allowed-names': '[]' });
  const broken = { 'client-ca-file': '-----BEGIN ', 'requestheader-username-headers': '{', own: 'kept' };
  const outcome = reconcileAuthentication({ ...wanted, data: broken }, wanted);
  if (outcome.do !== 'update') throw new Error(outcome.do);
  t.strictSame(dataOf(outcome.object), { ...dataOf(wanted), own: 'kept' });
});
