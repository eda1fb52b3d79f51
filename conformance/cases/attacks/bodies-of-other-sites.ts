import { configMap } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectNoHeader } from '../../wire/expect/headers.ts';
import { expectStatus } from '../../wire/expect/status.ts';

export default {
  id: 'bodies-of-other-sites',
  title:
    'A body of a type that any web page may send MUST be refused with 415, and responses MUST NOT allow cross-origin reads.',
  requirements: ['MEDIA-044', 'MEDIA-056U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const headers = { origin: 'https://conformance.example', referer: 'https://conformance.example/' };
    const body = JSON.stringify(configMap('a', { k: 'v' }));
    for (const contentType of [
      'text/plain',
      'text/plain;charset=UTF-8',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/html',
    ]) {
      const answer = await c.wire.post(maps.collection, body, { contentType, headers });
      expectStatus(answer, 415);
      expectNoHeader(answer, 'access-control-allow-origin');
      expectStatus(await c.wire.get(maps.item('a')), 404);
    }
    for (const path of [maps.collection, '/version', '/api']) {
      const read = await c.wire.get(path, { headers });
      expectNoHeader(read, 'access-control-allow-origin');
      expectNoHeader(read, 'access-control-allow-credentials');
    }
    const asked = { ...headers, 'access-control-request-method': 'POST' };
    expectNoHeader(
      await c.wire.send('OPTIONS', maps.collection, undefined, { headers: asked }),
      'access-control-allow-origin',
    );
  },
} satisfies Case;
