import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { criAnnotations } from '../../../shared/vendor/cri-labels.ts';
import { tarOf } from '../../fixtures/agent/tar.ts';
import { withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { expectAbsent, expectArray, expectField, expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const container = { namespace: 'conformance', pod: 'checked', container: 'main' };
const config = {
  id: 'conformance-container',
  name: 'main',
  rootfsImageName: 'example.test/app:1',
  runtime: 'runc\u0007',
  createdTime: '2026-01-01T00:00:00Z',
  process: { env: ['SECRET=conformance-secret'] },
};
const spec = {
  hostname: 'checked',
  process: { args: ['conformance-secret'], env: ['SECRET=conformance-secret'] },
  annotations: { [criAnnotations.sandboxName]: 'checked', [criAnnotations.sandboxNamespace]: 'conformance' },
};

export default {
  id: 'stored-archives',
  title: 'An agent MAY list, describe, pin and delete its checkpoints; none but its archives is one of them.',
  requirements: ['CKPT-029U'],
  needs: ['launch-agent'],
  async run(c) {
    await withStandInRuntime(container, async (runtime) => {
      const agent = await c.launchAgent({ flags: [`--container-runtime-endpoint=${runtime.endpoint}`] });
      const { wire } = agent;
      if ((await wire.get('/checkpoints')).status === 404)
        throw new NotObservable('the agent does not list checkpoints');
      const bytes = await tarOf({
        'checkpoint/pages-1.img': 'x'.repeat(2000),
        'config.dump': JSON.stringify(config),
        'spec.dump': JSON.stringify(spec),
      });
      runtime.checkpoint = ({ location }) => writeFile(location, bytes);
      const make = async () => {
        const made = await wire.post('/checkpoint/conformance/checked/main', undefined);
        expectStatus(made, 200);
        return String(expectArray(made, 'items')[0]).replace(/^.*\//, '');
      };
      const names = [await make(), await make()].sort();
      const [first = '', second = ''] = names;
      // These are no archives of the agent.
      for (const name of ['notes.txt', 'checkpoint-x.tar', `${first}.old`]) {
        await writeFile(join(agent.rootFolder, 'checkpoints', name), bytes);
      }
      const listed = async () => {
        const found = await wire.get('/checkpoints');
        expectOk(found);
        return expectArray(found, 'items');
      };
      const all = await listed();
      expectEqual(
        'listed checkpoints',
        all.map((one) => [fieldOf(one, 'name'), fieldOf(one, 'bytes'), fieldOf(one, 'pinned')]),
        names.map((name) => [name, bytes.length, false]),
      );
      expectEqual(
        'times',
        all.map((one) => Date.parse(expectText(one, 'created'))),
        names.map(timeIn),
      );
      const shown = await wire.get(`/checkpoints/${first}`);
      expectOk(shown);
      for (const [field, value] of [
        ['name', first],
        ['bytes', bytes.length],
        ['contents.compression', 'none'],
        ['contents.id', config.id],
        ['contents.container', config.name],
        ['contents.image', config.rootfsImageName],
        // Control characters do not reach a terminal.
        ['contents.runtime', 'runc\\u0007'],
        ['contents.createdTime', config.createdTime],
        ['contents.hostname', 'checked'],
        ['contents.pod', 'checked'],
        ['contents.namespace', 'conformance'],
      ] as const) {
        expectField(shown, field, value);
      }
      expectAbsent(shown, 'contents.checkpointedTime');
      expectEqual('whether a secret is shown', shown.text().includes('conformance-secret'), false);

      expectStatus(await wire.put(`/checkpoints/${first}/pin`, undefined), 200);
      expectField((await listed())[0], 'pinned', true);
      expectStatus(await wire.put(`/checkpoints/${first}/pin`, undefined), 200);
      expectStatus(await wire.delete(`/checkpoints/${first}`), 409);
      expectEqual('checkpoints after a refused deletion', (await listed()).length, 2);
      expectStatus(await wire.delete(`/checkpoints/${second}`), 200);
      expectEqual(
        'checkpoints after a deletion',
        (await listed()).map((one) => fieldOf(one, 'name')),
        [first],
      );
      expectStatus(await wire.delete(`/checkpoints/${first}/pin`), 200);
      expectField((await listed())[0], 'pinned', false);
      expectStatus(await wire.delete(`/checkpoints/${first}`), 200);
      expectEqual('checkpoints at the end', await listed(), []);

      const unknown = [second, 'notes.txt', 'checkpoint-x.tar', `${first}.old`, '..%2Fcheckpoints', '%2e%2e'];
      for (const name of unknown) {
        expectStatus(await wire.get(`/checkpoints/${name}`), 404);
        expectStatus(await wire.delete(`/checkpoints/${name}`), 404);
        expectStatus(await wire.put(`/checkpoints/${name}/pin`, undefined), 404);
        expectStatus(await wire.delete(`/checkpoints/${name}/pin`), 404);
      }
      expectStatus(await wire.post('/checkpoints', undefined), 405);

      runtime.checkpoint = ({ location }) => writeFile(location, 'no archive at all'.repeat(100));
      const broken = await make();
      expectStatus(await wire.get(`/checkpoints/${broken}`), 500);
      const withoutConfig = await tarOf({ 'spec.dump': JSON.stringify(spec) });
      runtime.checkpoint = ({ location }) => writeFile(location, withoutConfig);
      const incomplete = await make();
      expectStatus(await wire.get(`/checkpoints/${incomplete}`), 500);
      expectEqual('checkpoints that cannot be read', (await listed()).length, 2);
    });
  },
} satisfies Case;

/** Milliseconds since the epoch, from the name of an archive. */
function timeIn(name: string): number {
  return Date.parse(/\d{4}-\d\d-\d\dT.*(?=\.tar$)/.exec(name)?.[0] ?? '');
}
