import type { ServerResponse } from 'node:http';
import type { Case } from '../../contract/case.ts';
import { type Asked, sendJson, startTlsService } from '../../fixtures/access/tls-service.ts';
import { registerVersion, serviceOnHost } from '../../fixtures/discovery/other-server.ts';
import { suggested } from '../../fixtures/self-review.ts';
import { expectField, expectPattern } from '../../wire/expect/object.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

/** Milliseconds until the version is served, or no longer. */
const soon = 30_000;
const user = 'ann@conformance.example';
const groups = ['first', 'second'];
const extra = { 'conformance.example%2fscopes': ['read', 'write'], 'plain-key': ['x'] };

function respond({ path, body }: Asked, response: ServerResponse): void {
  if (path.includes('/moved')) response.writeHead(302, { location: 'https://127.0.0.1:1/' }).end();
  else if (path.includes('/odd'))
    response.writeHead(418, { 'content-type': 'text/x-odd', 'x-odd': 'yes' }).end('short and stout');
  else sendJson(response, { kind: 'Echo', body });
}

export default {
  id: 'other-servers-hear-the-caller',
  title:
    'Identity headers of a client MUST NOT reach another server, which SHOULD hear the real caller and get the request as it is.',
  requirements: ['REQHDR-012'],
  needs: ['namespace', 'impersonation', 'rbac'],
  launch: suggested,
  async run(c) {
    const group = `${c.unique('hears')}.conformance.example`;
    const other = await startTlsService(respond);
    try {
      await serviceOnHost(c, 'other', other.port);
      await registerVersion(c, group, 'v1', { service: { name: 'other', port: other.port } });
      await c.grant(user, { apiGroups: [group], resources: ['*'], verbs: ['*'] });
      const things = `/apis/${group}/v1/namespaces/${c.namespace}/things`;
      await c.eventually(async () => expectOk(await c.wire.get(things)), soon);
      const headers = Object.fromEntries(
        Object.entries(extra).map(([key, values]) => [`impersonate-extra-${key}`, values]),
      );
      const foreign = {
        'x-remote-user': 'eve',
        'x-remote-group': 'evil',
        'x-other-group': 'evil',
        'x-remote-extra-evil': 'yes',
        'x-own': 'kept',
        'x-forwarded-for': '192.0.2.7',
      };
      const ann = c.as(user, ...groups).withHeaders({ ...headers, ...foreign });
      const answer = await ann.post(
        `${things}?pretty=false&x=%2F`,
        { sent: 'välue' },
        { accept: 'application/json;odd=1' },
      );
      expectOk(answer);
      const asked = other.asked.find(({ path }) => path.includes('x=%2F'));
      const { headers: heard = {} } = asked ?? {};
      expectEqual('user', heard['x-remote-user'], user);
      const named = String(heard['x-remote-group']).split(', ');
      expectEqual('groups', named, [...groups, 'system:authenticated']);
      const keys = Object.keys(heard).filter((name) => name.startsWith('x-remote-extra-'));
      const found = keys.map((name) => [decodeURIComponent(name.slice(15)), heard[name]] as const);
      found.sort(([one], [other]) => (one < other ? -1 : 1));
      expectEqual('extra', found, [
        ['conformance.example/scopes', 'read, write'],
        ['plain-key', 'x'],
      ]);
      for (const name of Object.keys(heard)) {
        expectEqual(`header ${name}`, /^impersonate-|^authorization$|evil/.test(name), false);
      }
      expectEqual('other headers', [heard['x-own'], heard.accept], ['kept', 'application/json;odd=1']);
      // A proxy adds where the request came from to what it was told.
      expectPattern({ heard }, 'heard.x-forwarded-for', /^192\.0\.2\.7, (?:127\.0\.0\.1|::1)$/);
      expectEqual('request', [asked?.method, asked?.path], ['POST', `${things}?pretty=false&x=%2F`]);
      expectField(answer, 'body', JSON.stringify({ sent: 'välue' }));
      const odd = await c.wire.get(`${things}/odd`);
      expectStatus(odd, 418);
      expectEqual(
        'answer',
        [odd.header('content-type'), odd.header('x-odd'), odd.text()],
        ['text/x-odd', 'yes', 'short and stout'],
      );
      // Where else to look is for the other server's own clients.
      expectStatus(await c.wire.get(`${things}/moved`), 502);
      await other.close();
      await c.eventually(async () => expectStatus(await c.wire.get(things), 503), soon);
    } finally {
      await other.close();
    }
  },
} satisfies Case;
