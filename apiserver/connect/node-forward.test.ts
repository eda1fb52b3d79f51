import t from 'tap';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { inProcess } from '../../fixtures/apiserver/registry.fixture.ts';
import { makeNodeForward } from './node-forward.ts';

t.test('logs and proxied paths are requested from the node', async (t) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url?.includes('previous') === true) {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('previous terminated container not found');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/plain' }).end('hello\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const dispatcher = new Agent();
  const api = await inProcess('orch');
  t.teardown(async () => {
    await dispatcher.close();
    server.close();
    await api.close();
  });
  const answer = makeNodeForward({
    resources: api.resources,
    store: api.store,
    agents: dispatcher,
    others: dispatcher,
    agentTls: {},
    otherTls: {},
    protocolDomain: 'example.com',
    isAllowed: () => true,
    scheme: 'http',
  });
  const status = {
    addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
    daemonEndpoints: { kubeletEndpoint: { Port: port } },
  };
  t.equal((await api.call('create', 'nodes', { body: { metadata: { name: 'n' }, status } })).status, 200);
  const spec = {
    nodeName: 'n',
    containers: [
      { name: 'c', image: 'i:1' },
      { name: 'd', image: 'i:1' },
    ],
  };
  await api.call('create', 'pods', { namespace: 'a', body: { metadata: { name: 'x' }, spec } });

  const text = async (request: ReturnType<typeof api.request>): Promise<string> => {
    const result = await answer(request);
    if (result.kind !== 'stream') throw new Error('the answer is no stream');
    const chunks: Buffer[] = [];
    await result.run({ queued: 0, drained: async () => {}, write: (chunk) => chunks.push(chunk) > 0 });
    return Buffer.concat(chunks).toString();
  };
  const log = { namespace: 'a', name: 'x', subresource: 'log' };
  t.equal(await text(api.request('get', 'pods', { ...log, query: 'container=c&tailLines=5' })), 'hello\n');
  t.equal(
    await text({
      ...api.request('get', 'nodes', { name: 'n', subresource: 'proxy', query: 'a=b' }),
      subpath: '/healthz',
    }),
    'hello\n',
  );
  const bare = api.request('get', 'nodes', { name: 'n', subresource: 'proxy', query: 'a=b' });
  t.match(
    await answer(bare),
    { status: 301, contentType: '', length: 0, headers: { location: '/api/v1/nodes/n/proxy/?a=b' } },
    'a read of the proxy without a slash is sent to the path with one',
  );
  t.equal(await text({ ...bare, subpath: '/' }), 'hello\n');
  t.equal(await text({ ...bare, verb: 'create', head: { ...bare.head, method: 'POST' } }), 'hello\n', 'a write is not');
  await t.rejects(answer({ ...bare, name: 'none' }), { code: 404 });
  t.strictSame(asked.splice(2), ['GET /?a=b', 'POST /?a=b']);
  t.strictSame(asked, ['GET /containerLogs/a/x/c?tailLines=5', 'GET /healthz?a=b']);
  await t.rejects(answer(api.request('get', 'pods', log)), {
    code: 400,
    message: 'a container name must be specified for pod x, choose one of: [c d]',
  });
  await t.rejects(answer(api.request('get', 'pods', { ...log, query: 'container=z' })), { code: 400 });
  // What the node says of a log becomes a Status; behind the proxy its answer stays as it is.
  await t.rejects(answer(api.request('get', 'pods', { ...log, query: 'container=c&previous=true' })), {
    code: 400,
    reason: 'BadRequest',
    message: 'previous terminated container not found',
  });
  const proxied = { name: 'n', subresource: 'proxy', query: 'previous=1' };
  t.match(await answer({ ...api.request('get', 'nodes', proxied), subpath: '/x' }), { kind: 'stream', status: 400 });
  await t.rejects(
    answer(api.request('get', 'pods', { ...log, query: 'container=c&sinceSeconds=1&sinceTime=2026-01-01T00:00:00Z' })),
    { code: 422 },
  );
  await t.rejects(answer(api.request('get', 'pods', { ...log, subresource: 'exec', query: 'container=c' })), {
    code: 400,
    message: 'Upgrade request required',
  });
  await t.rejects(answer(api.request('get', 'pods', { ...log, query: 'container=c&sinceTime=x' })), { code: 400 });
  const { nodeName: _node, ...unplaced } = spec;
  await api.call('create', 'pods', { namespace: 'a', body: { metadata: { name: 'y' }, spec: unplaced } });
  const silent = await answer(api.request('get', 'pods', { ...log, name: 'y', query: 'container=c' }));
  t.match(silent, { status: 204, length: 0 }, 'a pod without a node has written nothing');
  for (const query of ['stream=All', 'stream=Other', 'stream=Stdout&tailLines=1']) {
    const refused = answer(api.request('get', 'pods', { ...log, query: `container=c&${query}` }));
    await t.rejects(refused, { code: 422 }, query);
  }
});

t.test('only the agent sees the client certificate: other ports of its node are asked without', async (t) => {
  const server = createServer((request, response) => {
    const moved = request.url === '/containerLogs/a/x/c';
    response
      .writeHead(moved ? 302 : 200, moved ? { location: '/elsewhere' } : {})
      .end(`${request.headers.host} ${request.url}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const asked: string[] = [];
  const telling = (name: string) =>
    new Agent().compose((dispatch) => (options, handler) => {
      asked.push(`${name} ${String(options.origin)}${options.path}`);
      return dispatch({ ...options, origin: `http://127.0.0.1:${port}` }, handler);
    });
  const agents = telling('agents');
  const otherPorts = telling('otherPorts');
  const api = await inProcess('orch');
  t.teardown(async () => {
    await agents.close();
    await otherPorts.close();
    server.close();
    await api.close();
  });
  const answer = makeNodeForward({
    resources: api.resources,
    store: api.store,
    agents,
    others: otherPorts,
    agentTls: {},
    otherTls: {},
    protocolDomain: 'example.com',
    isAllowed: (address) => address === '192.0.2.7',
  });
  const status = {
    addresses: [{ type: 'InternalIP', address: '192.0.2.7' }],
    daemonEndpoints: { kubeletEndpoint: { Port: 10_251 } },
  };
  await api.call('create', 'nodes', { body: { metadata: { name: 'n' }, status } });
  await api.call('create', 'nodes', {
    body: { metadata: { name: 'm' }, status: { ...status, daemonEndpoints: { kubeletEndpoint: { Port: 0 } } } },
  });
  for (const name of ['n', 'm', 'http:n:', 'n:10251', 'http:n:10251', 'n:10250', 'https:n:443']) {
    await answer({ ...api.request('get', 'nodes', { name, subresource: 'proxy' }), subpath: '/a/../b' });
  }
  t.strictSame(asked, [
    'agents https://192.0.2.7:10251/b',
    'agents https://192.0.2.7:10250/b',
    'agents https://192.0.2.7:10251/b',
    'agents https://192.0.2.7:10251/b',
    'agents https://192.0.2.7:10251/b',
    'otherPorts http://192.0.2.7:10250/b',
    'otherPorts https://192.0.2.7:443/b',
  ]);
  const spec = { nodeName: 'n', containers: [{ name: 'c', image: 'i:1' }] };
  await api.call('create', 'pods', { namespace: 'a', body: { metadata: { name: 'x' }, spec } });
  const log = api.request('get', 'pods', { namespace: 'a', name: 'x', subresource: 'log' });
  await t.rejects(answer(log), { code: 500 }, 'a redirect of a log is not followed');
});
