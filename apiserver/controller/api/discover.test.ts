import t from 'tap';
import type { Transport } from '../../../shared/client/contract/transport.ts';
import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { discover } from './discover.ts';

function serving(documents: Readonly<Record<string, object>>): ApiClient {
  const transport: Transport = async ({ path }) => {
    const found = documents[path];
    const body = Buffer.from(
      JSON.stringify(found ?? { kind: 'Status', status: 'Failure', code: 503, message: 'away' }),
    );
    return {
      status: found === undefined ? 503 : 200,
      headers: { 'content-type': 'application/json' },
      body: (async function* () {
        yield body;
      })(),
    };
  };
  return new ApiClient(transport, { clock: systemClock });
}

const resource = (name: string) => ({ name, kind: name, namespaced: true, verbs: ['list'] });
const groups = {
  groups: [
    {
      preferredVersion: { groupVersion: 'g/v2' },
      versions: [{ groupVersion: 'g/v2' }, { groupVersion: 'g/v1' }],
    },
  ],
};

t.test(
  'of several versions of a resource the preferred one is found; one that only an older version has too',
  async (t) => {
    const client = serving({
      '/apis': groups,
      '/api/v1': { resources: [resource('pods'), resource('pods/status')] },
      '/apis/g/v1': { resources: [resource('both'), resource('older')] },
      '/apis/g/v2': { resources: [resource('both')] },
    });
    const { resources, failures } = await discover(client);
    t.strictSame(
      resources.map((one) => `${one.group}/${one.version}/${one.resource}`),
      ['/v1/pods', 'g/v2/both', 'g/v1/older'],
    );
    t.equal(failures.size, 0);
  },
);

t.test('a version that cannot be asked is a failure, whichever it is', async (t) => {
  const client = serving({ '/apis': groups, '/api/v1': {}, '/apis/g/v2': { resources: [resource('both')] } });
  const { resources, failures } = await discover(client);
  t.equal(resources.length, 1);
  t.strictSame([...failures.keys()], ['g/v1']);
});
