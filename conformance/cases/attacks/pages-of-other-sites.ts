import type { Case } from '../../contract/case.ts';
import { expectHeader, expectNoHeader } from '../../wire/expect/headers.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const allowed = 'https://page.example';
const methods = ['DELETE', 'GET', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

export default {
  id: 'pages-of-other-sites',
  title:
    'OPTIONS SHOULD be supported for pages of the origins that a flag names, which read responses and use every method, and for no others.',
  requirements: ['VERB-057U'],
  needs: ['namespace'],
  launch: { server: [String.raw`--cors-allowed-origins=//page\.example(:|$)`] },
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const ask = (method: string, origin: string) =>
      c.wire.send(method, maps.collection, undefined, {
        headers: { origin, ...(method === 'OPTIONS' && { 'access-control-request-method': 'PATCH' }) },
      });
    for (const origin of [allowed, `${allowed}:8443`])
      for (const [method, status] of [
        ['GET', 200],
        ['OPTIONS', 204],
      ] as const) {
        const answer = await ask(method, origin);
        expectStatus(answer, status);
        expectHeader(answer, 'access-control-allow-origin', origin);
        expectHeader(answer, 'access-control-allow-credentials', 'true');
        const names = (answer.header('access-control-allow-methods') ?? '').split(',').map((name) => name.trim());
        expectEqual('allowed methods', names.toSorted(), methods);
        for (const name of ['Content-Type', 'Authorization'])
          expectHeader(answer, 'access-control-allow-headers', new RegExp(String.raw`\b${name}\b`, 'i'));
      }
    for (const origin of [`${allowed}.other.example`, 'https://another.example', 'https://a-page.example', 'null']) {
      const answer = await ask('GET', origin);
      expectOk(answer);
      for (const name of ['origin', 'methods', 'credentials']) expectNoHeader(answer, `access-control-allow-${name}`);
      const asked = await ask('OPTIONS', origin);
      expectStatus(asked, 405);
      expectNoHeader(asked, 'access-control-allow-origin');
    }
  },
} satisfies Case;
