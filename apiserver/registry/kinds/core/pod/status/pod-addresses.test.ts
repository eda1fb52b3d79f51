// The addresses in the status of a pod, written by PUT and by patches.

import t, { type Test } from 'tap';
import type { Status } from '../../../../../../shared/object/status-error.ts';
import { inProcess } from '../../../../../../fixtures/apiserver/registry.fixture.ts';

const x = { namespace: 'a', name: 'x', subresource: 'status' };

async function pod(t: Test) {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const body = { metadata: { name: 'x' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const made = await api.call('create', 'pods', { namespace: 'a', body });
  t.equal(made.status, 201);
  const shown = (answer: Awaited<ReturnType<typeof api.call>>): object => {
    t.equal(answer.status, 200, answer.text);
    return { ip: answer.at('status.podIP'), ips: answer.at('status.podIPs') };
  };
  const send = (status: object, kind: string) =>
    api.call('patch', 'pods', { ...x, contentType: `application/${kind}-patch+json`, body: { status } });
  return {
    put: async (status: object) => {
      const { status: before, ...rest } = (await api.call('get', 'pods', { ...x })).body as { status: object };
      const all = { ...before, podIP: undefined, podIPs: undefined, ...status };
      return shown(await api.call('update', 'pods', { ...x, body: { ...rest, status: all } }));
    },
    patch: async (status: object, kind = 'merge') => shown(await send(status, kind)),
    faults: async (status: object) =>
      ((await send(status, 'merge')).body as Status).details?.causes?.map(
        ({ field, message }) => `${field}: ${message}`,
      ),
  };
}

const both = (...ips: readonly string[]): object => ({ ip: ips[0], ips: ips.map((ip) => ({ ip })) });

t.test('the address of a pod and the list of its addresses agree, whichever was written', async (t) => {
  const { put, patch } = await pod(t);
  t.strictSame(await put({ podIP: '10.0.0.1' }), both('10.0.0.1'), 'the address alone');
  t.strictSame(
    await put({ podIPs: [{ ip: '10.0.0.2' }, { ip: 'fd00::2' }] }),
    both('10.0.0.2', 'fd00::2'),
    'the list alone',
  );
  t.strictSame(await patch({ podIP: null }), both('10.0.0.2', 'fd00::2'), 'the list keeps the address');
  t.strictSame(await patch({ podIP: '10.0.0.3' }), both('10.0.0.3'), 'the address counts where the list differs');
  t.strictSame(await patch({ podIPs: [{ ip: '10.0.0.4' }] }), both('10.0.0.3'), 'the address counts still');
  t.strictSame(await patch({ podIPs: null }), both('10.0.0.3'), 'the address keeps the list');
  t.strictSame(await patch({ podIP: '10.0.0.5' }, 'strategic-merge'), both('10.0.0.5'));
  t.strictSame(await put({}), { ip: undefined, ips: undefined });
});

t.test('addresses of pods and hosts are addresses, at most one of each family', async (t) => {
  const { faults, patch } = await pod(t);
  const wrong = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
  t.strictSame(await faults({ podIP: 'x' }), [`status.podIPs[0]: Invalid value: "x": ${wrong}`]);
  t.strictSame(await faults({ podIPs: [{ ip: '10.0.0.1' }, { ip: 'x' }] }), [
    `status.podIPs[1]: Invalid value: "x": ${wrong}`,
    'status.podIPs: Internal error: failed to check for dual stack with error:invalid IP[1]: x',
    'status.podIPs: Invalid value: [{"IP":"10.0.0.1"},{"IP":"x"}]: may specify no more than one IP for each IP family',
  ]);
  const [one, two] = [{ ip: '10.0.0.1' }, { ip: '10.0.0.2' }];
  t.match(await faults({ podIPs: [one, two] }), [
    /^status.podIPs: .*may specify no more than one IP for each IP family$/,
  ]);
  t.match(await faults({ podIPs: [one, { ip: 'fd00::1' }, two] }), [/no more than one IP for each IP family$/]);
  t.strictSame(await faults({ hostIPs: [one] }), [
    'status.hostIPs[0].ip: Invalid value: "10.0.0.1": must be equal to `hostIP`',
  ]);
  t.strictSame(await faults({ hostIP: 'y', hostIPs: [{ ip: 'y' }] }), [
    `status.hostIPs[0]: Invalid value: "y": ${wrong}`,
  ]);
  t.strictSame(
    await patch({ hostIP: '10.0.0.1' }),
    { ip: undefined, ips: undefined },
    'the host has an address without a list',
  );
  t.match(await faults({ hostIP: '10.0.0.1', hostIPs: [one, two] }), [/^status.hostIPs: .*one IP for each IP family$/]);
});
