import { agentPatience, readable, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

/** What each request asks the service about: the verb, and the sub-resources in their order. */
const rows: readonly (readonly [method: string, path: string, verb: string, subresources: readonly string[]])[] = [
  ['GET', '/healthz', 'get', ['healthz', 'proxy']],
  ['GET', '/healthz/ping', 'get', ['healthz', 'proxy']],
  ['GET', '/healthz/log', 'get', ['healthz', 'proxy']],
  ['GET', '/healthz/syncloop', 'get', ['healthz', 'proxy']],
  ['GET', '/pods', 'get', ['pods', 'proxy']],
  ['GET', '/runningpods/', 'get', ['pods', 'proxy']],
  ['GET', '/configz', 'get', ['configz', 'proxy']],
  ['GET', '/metrics', 'get', ['metrics']],
  ['GET', '/metrics/cadvisor', 'get', ['metrics']],
  ['GET', '/metrics/probes', 'get', ['metrics']],
  ['GET', '/metrics/resource', 'get', ['metrics']],
  ['GET', '/stats/summary', 'get', ['stats']],
  ['POST', '/stats/summary', 'create', ['stats']],
  ['GET', '/stats/no-such-path', 'get', ['stats']],
  ['GET', '/logs/', 'get', ['log']],
  ['GET', '/logs/no-such-file', 'get', ['log']],
  ['GET', '/containerLogs/default/pod/container', 'get', ['proxy']],
  ['POST', '/checkpoint/default/pod/container', 'create', ['checkpoint']],
  ['GET', '/exec/default/pod/container', 'get', ['proxy']],
  ['POST', '/exec/default/pod/uid/container', 'create', ['proxy']],
  ['GET', '/attach/default/pod/container', 'get', ['proxy']],
  ['POST', '/attach/default/pod/uid/container', 'create', ['proxy']],
  ['GET', '/portForward/default/pod', 'get', ['proxy']],
  ['POST', '/portForward/default/pod/uid', 'create', ['proxy']],
  ['POST', '/run/default/pod/container', 'create', ['proxy']],
  ['PUT', '/run/default/pod/container', 'update', ['proxy']],
  ['PATCH', '/run/default/pod/container', 'patch', ['proxy']],
  ['DELETE', '/run/default/pod/container', 'delete', ['proxy']],
  ['GET', '/debug/pprof/heap', 'get', ['proxy']],
  ['GET', '/debug/flags/v', 'get', ['proxy']],
];
/** Endpoints that only some agents have. */
const further: typeof rows = [
  ['GET', '/checkpoints', 'get', ['checkpoint']],
  ['GET', '/checkpoints/no-such-archive', 'get', ['checkpoint']],
  ['DELETE', '/checkpoints/no-such-archive', 'delete', ['checkpoint']],
  ['PUT', '/checkpoints/no-such-archive/pin', 'update', ['checkpoint']],
  ['DELETE', '/checkpoints/no-such-archive/pin', 'delete', ['checkpoint']],
  ['GET', '/openapi/v3', 'get', ['configz', 'proxy']],
  ['GET', '/metrics/slis', 'get', ['metrics']],
];

export default {
  id: 'endpoints-are-reviewed',
  title:
    'An agent MUST ask for each request whether its caller may do that with that sub-resource of the node, MUST refuse those who may not, and MUST open it to those who may do one of them.',
  requirements: ['CKPT-026', 'CKPT-028U'],
  needs: ['launch-agent', 'impersonation'],
  async run(c) {
    const name = c.unique('node');
    const flags = [
      `--hostname-override=${name}`,
      '--authorization-mode=Webhook',
      '--authentication-token-webhook=true',
      '--anonymous-auth=false',
    ];
    await withJoinedAgent(c, { name, flags, configuration: readable }, async ({ agent, service }) => {
      let asked: string[] = [];
      let open: readonly string[] = [];
      service.answers = ({ path }, sent) => {
        if (path.endsWith('/tokenreviews')) {
          // The token is the name of its user: answers about one are not about another.
          const user = { username: String(fieldOf(sent, 'spec.token')), groups: ['conformance'] };
          return { ...(sent as object), status: { authenticated: true, user } };
        }
        if (!path.endsWith('/subjectaccessreviews')) return undefined;
        const attributes = (fieldOf(sent, 'spec.resourceAttributes') ?? {}) as Readonly<Record<string, string>>;
        const { verb, resource, subresource = '', name: of } = attributes;
        asked.push(`${verb} ${resource}/${subresource} ${of}`);
        return { ...(sent as object), status: { allowed: open.includes(subresource) } };
      };
      let callers = 0;
      const call = async (method: string, path: string, rights: readonly string[]) => {
        callers += 1;
        [asked, open] = [[], rights];
        const headers = { authorization: `Bearer conformance-${callers}` };
        const answer = await agent.wire.withHeaders(headers).send(method, path, undefined);
        return { answer, user: `conformance-${callers}` };
      };
      await c.eventually(async () => expectStatus(await agent.wire.get('/pods'), 401), agentPatience);
      if ([401, 403].includes((await call('GET', '/metrics', ['metrics'])).answer.status))
        throw new NotObservable('the agent asks no other service about tokens');
      const known = await Promise.all(
        further.map(async (row) => ((await call(row[0], row[1], [])).answer.status === 404 ? [] : [row])),
      );
      for (const [method, path, verb, subresources] of [...rows, ...known.flat()]) {
        const what = `${method} ${path}`;
        const refused = await call(method, path, []);
        expectEqual(
          `reviews of ${what}`,
          asked,
          subresources.map((one) => `${verb} nodes/${one} ${name}`),
        );
        expectEqual(`status of ${what} without a right`, refused.answer.status, 403);
        const words = `user=${refused.user}, verb=${verb}, resource=nodes, subresource(s)=[${subresources.join(' ')}]`;
        expectThat(`refusal of ${what}`, refused.answer.text().includes(words), words, refused.answer.text());
        for (const subresource of subresources) {
          const { status } = (await call(method, path, [subresource])).answer;
          expectThat(
            `status of ${what} with the right to ${subresource}`,
            ![401, 403].includes(status),
            'open',
            status,
          );
        }
        const others = ['stats', 'metrics', 'log', 'checkpoint', 'pods', 'healthz', 'configz', 'proxy', ''];
        const other = others.filter((one) => !subresources.includes(one));
        expectEqual(`status of ${what} with every other right`, (await call(method, path, other)).answer.status, 403);
      }
    });
  },
} satisfies Case;
