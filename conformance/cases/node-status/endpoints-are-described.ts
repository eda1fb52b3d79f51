import { expectShaped, type Described, operationsOf } from '../../fixtures/agent/described-endpoints.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { expectArray } from '../../wire/expect/object.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

/** What every agent serves, as methods with patterns of paths. */
const known = [
  'GET /healthz',
  'GET /pods',
  'GET /runningpods/',
  'GET /metrics',
  'GET /metrics/resource',
  'GET /metrics/cadvisor',
  'GET /metrics/probes',
  'GET /stats/summary',
  'GET /configz',
  'GET /containerLogs/{namespace}/{pod}/{container}',
  'POST /checkpoint/{namespace}/{pod}/{container}',
  ...['exec', 'attach'].flatMap((name) =>
    ['GET', 'POST'].flatMap((method) => [
      `${method} /${name}/{namespace}/{pod}/{container}`,
      `${method} /${name}/{namespace}/{pod}/{uid}/{container}`,
    ]),
  ),
  ...['GET', 'POST'].flatMap((method) => [
    `${method} /portForward/{namespace}/{pod}`,
    `${method} /portForward/{namespace}/{pod}/{uid}`,
  ]),
  'POST /run/{namespace}/{pod}/{container}',
  'POST /run/{namespace}/{pod}/{uid}/{container}',
];

export default {
  id: 'endpoints-are-described',
  title: 'An agent that describes its endpoints MUST describe all, need credentials for each, and answer as it says.',
  requirements: ['NSTAT-002', 'CKPT-029U'],
  needs: ['agent', 'agent-credentials', 'launch-agent', 'agent-container'],
  async run(c) {
    const found = await c.agent.get('/openapi/v3');
    if (found.status === 404) throw new NotObservable('the agent does not describe its endpoints');
    expectOk(found);
    const document = found.json() as Described;
    expectThat('version of the description', /^3\.\d/.test(document.openapi ?? ''), '3.x', document.openapi);
    const operations = operationsOf(document);
    const names = operations.map(({ method, pattern }) => `${method} ${pattern}`);
    for (const one of known) expectThat('described endpoints', names.includes(one), one, names);
    for (const { method, pattern, operation } of operations) {
      const what = `${method} ${pattern}`;
      const placeholders = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const inPath = (operation.parameters ?? []).filter((one) => one.in === 'path');
      expectEqual(
        `parameters of ${what}`,
        inPath.map(({ name }) => name),
        placeholders,
      );
      expectThat(
        `parameters of ${what}`,
        inPath.every(({ required }) => required === true),
        'required ones',
        inPath,
      );
      expectThat(`summary of ${what}`, (operation.summary ?? '') !== '', 'some words', operation.summary);
      for (const status of ['401', '403', '500']) {
        const words = operation.responses[status]?.description;
        expectThat(`answer ${status} of ${what}`, typeof words === 'string' && words !== '', 'a description', words);
      }
      const path = pattern.replaceAll(/\{\w+\}/g, 'conformance-none');
      expectStatus(await c.agentAnonymous.send(method, path, undefined), 401);
      const answer = await c.agent.send(method, path, undefined);
      const described = operation.responses[String(answer.status)];
      expectThat(
        `status of ${what}`,
        described !== undefined,
        Object.keys(operation.responses).join(', '),
        answer.status,
      );
      const types = Object.keys(described?.content ?? {});
      const type = String(answer.header('content-type')).replace(/;.*$/s, '');
      if (pattern.startsWith('/logs/')) continue;
      expectThat(`content type of ${what}`, types.length === 0 || types.includes(type), types.join(', '), type);
      expectShaped(what, document, operation, answer);
    }
    const { namespace, pod, container } = c.agentContainer;
    const { wire } = await c.launchAgent({ flags: [] });
    const shaped = async (method: string, pattern: string, path: string) => {
      const answer = await wire.send(method, path, undefined);
      expectOk(answer);
      const described = operations.find((one) => one.method === method && one.pattern === pattern);
      expectThat('described endpoints', described !== undefined, `${method} ${pattern}`, names);
      if (described !== undefined) expectShaped(`${method} ${pattern}`, document, described.operation, answer);
      return answer;
    };
    const made = await shaped(
      'POST',
      '/checkpoint/{namespace}/{pod}/{container}',
      `/checkpoint/${namespace}/${pod}/${container}`,
    );
    const name = String(expectArray(made, 'items')[0]).replace(/^.*\//, '');
    await shaped('GET', '/checkpoints', '/checkpoints');
    await shaped('GET', '/checkpoints/{name}', `/checkpoints/${name}`);
    await shaped('PUT', '/checkpoints/{name}/pin', `/checkpoints/${name}/pin`);
    await shaped('DELETE', '/checkpoints/{name}/pin', `/checkpoints/${name}/pin`);
    await shaped('DELETE', '/checkpoints/{name}', `/checkpoints/${name}`);
  },
} satisfies Case;
