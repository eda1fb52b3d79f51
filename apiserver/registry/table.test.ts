import t from 'tap';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { widgetGroup, widgets } from '../../fixtures/apiserver/widgets.fixture.ts';
import type { Resource } from './contract/resource.ts';
import { derived, resourcesWhere } from './derived.ts';
import { type ChangedTable, ResourceTable } from './table.ts';

const vendor = vendorOf('orch');

function named(group: string, version: string, name: string): Resource {
  return { ...widgets(vendor), group, version, name };
}

function tableOf(builtIn: readonly Resource[]): { readonly table: ResourceTable; readonly defects: unknown[] } {
  const defects: unknown[] = [];
  return { table: new ResourceTable({ builtIn, onDefect: (error) => defects.push(error) }), defects };
}

function show(resources: readonly Resource[]): readonly string[] {
  return resources.map(({ group, version, name }) => `${group}/${version}/${name}`);
}

t.test('a change is one step: all of it is seen, by readers and by subscribers, with one new version', async (t) => {
  const pods = named('', 'v1', 'pods');
  const { table } = tableOf([pods]);
  const seen: { readonly changed: ChangedTable; readonly all: readonly string[] }[] = [];
  table.subscribe((changed) => seen.push({ changed, all: show(table.all) }));
  const [first, older] = [widgets(vendor), widgets(vendor, { version: 'v1beta1' })];
  table.change({ put: [older, first] });
  t.equal(table.version, 2);
  t.equal(table.find(widgetGroup, 'v1', 'widgets'), first);
  const second = widgets(vendor);
  table.change({ put: [second], remove: [older] });
  t.equal(table.version, 3);
  t.equal(table.find(widgetGroup, 'v1', 'widgets'), second);
  t.equal(table.find(widgetGroup, 'v1beta1', 'widgets'), undefined);
  t.strictSame(show(seen[0]?.changed.added ?? []).length, 2);
  t.strictSame(seen[0]?.all, ['/v1/pods', `${widgetGroup}/v1/widgets`, `${widgetGroup}/v1beta1/widgets`]);
  t.strictSame(seen[1]?.all, ['/v1/pods', `${widgetGroup}/v1/widgets`]);
  t.equal(seen[1]?.changed.replaced[0]?.before, first);
  t.equal(seen[1]?.changed.replaced[0]?.after, second);
  t.equal(seen[1]?.changed.removed[0], older);
});

t.test('built-in resources keep their order, the others follow by group, version and name', async (t) => {
  const builtIn = [named('z', 'v1', 'b'), named('', 'v1', 'a')];
  const joining = ['v1beta1', 'v2', 'v1'].flatMap((version) => [named('g', version, 'y'), named('g', version, 'x')]);
  const sorted = ['g/v2/x', 'g/v2/y', 'g/v1/x', 'g/v1/y', 'g/v1beta1/x', 'g/v1beta1/y'];
  for (const order of [joining, joining.toReversed()]) {
    const { table } = tableOf(builtIn);
    for (const resource of order) table.change({ put: [resource] });
    t.strictSame(show(table.all), ['z/v1/b', '/v1/a', ...sorted]);
    table.change({ remove: [named('z', 'v1', 'b')] });
    table.change({ put: [named('z', 'v1', 'b')] });
    t.strictSame(show(table.all), ['z/v1/b', '/v1/a', ...sorted], 'what comes back has the place it had');
  }
});

t.test('a change without effect is none: no version, no call', async (t) => {
  const first = widgets(vendor);
  const { table } = tableOf([first]);
  const { all } = table;
  table.subscribe(() => t.fail('nothing changed'));
  table.change({});
  table.change({ put: [first] });
  table.change({ remove: [named('', 'v1', 'nothing')] });
  t.equal(table.version, 1);
  t.equal(table.all, all);
});

t.test('a change that contradicts itself is refused, and nothing of it is done', async (t) => {
  const { table } = tableOf([]);
  const first = widgets(vendor);
  for (const change of [{ put: [first, widgets(vendor)] }, { put: [first], remove: [first] }]) {
    t.throws(() => table.change(change), TypeError);
  }
  table.change({ put: [first] });
  t.throws(() => table.change({ remove: [first, first] }), TypeError);
  t.equal(table.version, 2);
  t.equal(table.all.length, 1);
  t.throws(() => tableOf([first, widgets(vendor)]), TypeError);
});

t.test('a subscriber that throws does not keep others from being called; one that left is not called', async (t) => {
  const { table, defects } = tableOf([]);
  const calls: string[] = [];
  table.subscribe(() => {
    throw new Error('broken');
  });
  const leave = table.subscribe(() => calls.push('left'));
  table.subscribe(() => calls.push('stays'));
  leave();
  leave();
  table.change({ put: [widgets(vendor)] });
  t.strictSame(calls, ['stays']);
  t.match(defects, [{ message: 'broken' }]);
  table.subscribe(() => void table.change({ put: [named('', 'v1', 'more')] }));
  table.change({ put: [widgets(vendor)] });
  t.match(
    defects.at(-1),
    { message: 'the table of resources is being changed' },
    'a subscriber cannot change the table',
  );
  table.change({ put: [named('', 'v1', 'more')] });
});

t.test('derived values are made once for each version, also in a filtered view', async (t) => {
  const { table } = tableOf([named('', 'v1', 'pods')]);
  const made: number[] = [];
  const count = derived<number>(table, (all, before) => {
    made.push(before ?? 0);
    return all.length;
  });
  const view = resourcesWhere(table, ({ name }) => name !== 'pods');
  t.strictSame(made, []);
  t.equal(count() + count(), 2);
  t.strictSame(show(view.all), []);
  table.change({ put: [widgets(vendor)] });
  t.equal(count() + count(), 4);
  t.strictSame(made, [0, 1]);
  t.strictSame(show(view.all), [`${widgetGroup}/v1/widgets`]);
  t.equal(view.version, table.version);
  t.equal(view.find('', 'v1', 'pods'), undefined);
  t.equal(view.find(widgetGroup, 'v1', 'widgets'), table.find(widgetGroup, 'v1', 'widgets'));
});

t.test(
  'pending changes are applied before a matching look-up and before documents are made; not for others',
  async (t) => {
    const { table } = tableOf([named('', 'v1', 'pods')]);
    const waiting: Resource[] = [];
    table.expect({
      concerns: (group, name) => waiting.some((one) => one.group === group && one.name === name),
      settle: () => void table.change({ put: waiting.splice(0) }),
    });
    waiting.push(widgets(vendor));
    t.equal(table.find('', 'v1', 'pods')?.name, 'pods');
    t.equal(table.version, 1, 'another resource is found without them');
    t.equal(table.find(widgetGroup, 'v1', 'widgets')?.name, 'widgets');
    t.equal(table.version, 2);
    const newer = widgets(vendor);
    waiting.push(newer);
    t.equal(table.find(widgetGroup, 'v1', 'widgets'), newer, 'a record that is there may be replaced by them');
    waiting.push(named('g', 'v1', 'more'));
    t.equal(table.find('g', 'v1', 'absent'), undefined);
    t.equal(table.find('g', 'v1', 'more')?.name, 'more');
    const names = derived<readonly string[]>(
      resourcesWhere(table, () => true),
      show,
    );
    waiting.push(named('g', 'v1', 'last'));
    t.ok(names().includes('g/v1/last'));
    waiting.push(named('g', 'v1', 'end'));
    table.subscribe(() =>
      t.equal(table.find('g', 'v1', 'nothing'), undefined, 'a subscriber does not change the table'),
    );
    table.settle();
    t.equal(table.find('g', 'v1', 'end')?.name, 'end');
  },
);
