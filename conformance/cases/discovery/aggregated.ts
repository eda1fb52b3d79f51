import { expectHeader } from '../../wire/expect/headers.ts';
import { expectArray, expectField, expectPattern, expectText } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'aggregated',
  title:
    'With the discovery media type the paths api and apis SHOULD answer with everything in one document of form v2.',
  requirements: ['VERB-092'],
  async run(c) {
    const type = c.vendor.fill('application/json;g=apidiscovery.{api};v=v2;as=APIGroupDiscoveryList');
    for (const path of ['/api', '/apis']) {
      const removed = await c.wire.get(path, { accept: `${type.replace('v=v2', 'v=v2beta1')},application/json` });
      expectOk(removed);
      expectField(removed, 'kind', path === '/api' ? 'APIVersions' : 'APIGroupList');
      const answer = await c.wire.get(path, { accept: `${type},application/json` });
      expectOk(answer);
      expectHeader(answer, 'content-type', /as=APIGroupDiscoveryList/);
      expectField(answer, 'kind', 'APIGroupDiscoveryList');
      expectField(answer, 'apiVersion', c.vendor.fill('apidiscovery.{api}/v2'));
      for (const group of expectArray(answer, 'items')) {
        for (const version of expectArray(group, 'versions')) {
          expectText(version, 'version');
          for (const resource of expectArray(version, 'resources')) {
            expectText(resource, 'resource');
            expectText(resource, 'responseKind.kind');
            expectPattern(resource, 'scope', /^(Namespaced|Cluster)$/);
            expectThat('verbs', expectArray(resource, 'verbs').length > 0, 'at least one', resource);
          }
        }
      }
    }
  },
} satisfies Case;
