import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import type { Node } from './node-form.ts';
import { NodeTable } from './node-table.ts';

function node(name: string, uid = `uid-of-${name}`): Node {
  const conditions = [{ type: 'Ready', status: 'True', lastHeartbeatTime: 'h' }];
  return { apiVersion: 'v1', kind: 'Node', metadata: { name, uid }, status: { conditions } };
}

function scene() {
  const nodes = new Map<string, Node>();
  const time = { now: 0 };
  const roll = new NodeTable({
    nodes: () => nodes.values(),
    leaseOf: () => undefined,
    zoneOf: () => 'z',
    countsFor: () => true,
    monotonic: () => time.now,
  });
  return { nodes, time, roll };
}

t.test('a pass returns new and removed nodes; a recreated node counts as another one', async (t) => {
  const { nodes, roll } = scene();
  const names = (list: readonly Node[]) => list.map(({ metadata }) => metadata.uid);
  const looked = async () => {
    const { came, went } = await roll.call();
    return { came: names(came), went: names(went) };
  };
  nodes.set('a', node('a')).set('b', node('b'));
  t.strictSame(await looked(), { came: ['uid-of-a', 'uid-of-b'], went: [] });
  t.strictSame(await looked(), { came: [], went: [] });
  nodes.set('a', node('a', 'another'));
  nodes.delete('b');
  t.strictSame(await looked(), { came: ['another'], went: ['uid-of-a', 'uid-of-b'] });
});

t.test('an unchanged node keeps its record until `forgive`', async (t) => {
  const { nodes, time, roll } = scene();
  nodes.set('a', node('a'));
  await roll.call();
  const memory = () => [...roll.all()][0]?.memory;
  const before = memory();
  time.now = 5000;
  await roll.call();
  t.equal(memory(), before, 'not even a new record is made');
  roll.forgive();
  t.match(memory(), { heardAt: 5000, readySince: 0 });
  roll.startAfresh();
  t.match(memory(), { heardAt: 5000, readySince: 5000 });
});

t.test('a pass over thousands of nodes yields to other work, and nodes may come and go meanwhile', async (t) => {
  const { nodes, roll } = scene();
  for (let index = 0; index < 5000; index += 1) nodes.set(`n${index}`, node(`n${index}`));
  let turns = 0;
  const over = new AbortController();
  const others = (async () => {
    while (!over.signal.aborted) {
      turns += 1;
      nodes.delete(`n${4999 - turns}`);
      await turn();
    }
  })();
  const { came } = await roll.call();
  over.abort();
  await others;
  t.ok(turns >= 9, `${turns} turns`);
  t.ok(came.length < 5000 && came.length > 4900, 'those that went were not seen');
});
