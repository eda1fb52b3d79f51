// Objects of thousands of owners: what a write costs grows with the owners, not with their square. Measured as the time of
// eight times as many owners in times of the lesser number: eight and a little where the work is in proportion, sixty-four
// where each owner is held against all others, or against all that changes.

import t, { type Test } from 'tap';
import { type Answered, type InProcess, inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';
import { at } from '../../../fixtures/apiserver/registry.fixture.ts';

const few = 500;
const many = 8 * few;
/** Between eight and sixty-four. */
const most = 24;

const api = await inProcess('orch');
t.teardown(() => api.close());

type Entry = Readonly<Record<string, unknown>>;

function entries(count: number, entry: (place: number) => Entry): Entry[] {
  return Array.from({ length: count }, (_, place) => ({
    manager: `m${place}`,
    operation: 'Update',
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    ...entry(place),
  }));
}

const ownData = (place: number): Entry => ({ fieldsV1: { 'f:data': { [`f:k${place}`]: {} } } });
/** Of a field that no write of these tests touches. */
const otherData = (place: number): Entry => ({ fieldsV1: { 'f:data': { [`f:other${place}`]: {} } } });
const appliers = (count: number): Entry[] => entries(count, (place) => ({ operation: 'Apply', ...ownData(place) }));
const data = (count: number, value: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [`k${place}`, value]));

function map(
  name: string,
  managedFields: readonly Entry[] | undefined,
  values: Readonly<Record<string, string>>,
): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, managedFields }, data: values };
}

function create(
  name: string,
  managedFields: readonly Entry[],
  values: Readonly<Record<string, string>>,
): Promise<Answered> {
  return api.call('create', 'configmaps', { namespace: 'a', body: map(name, managedFields, values) });
}

interface Case {
  readonly title: string;
  /** Not measured. */
  readonly before?: (count: number, name: string) => Promise<unknown>;
  readonly write: (count: number, name: string) => Promise<Answered>;
  readonly status: number;
  /** Entries afterwards. */
  readonly left?: (count: number) => number;
}

const patched = (name: string, body: object, contentType: string, query = ''): ReturnType<InProcess['call']> =>
  api.call('patch', 'configmaps', { namespace: 'a', name, body, contentType, query });
const merge = 'application/merge-patch+json';
const applyType = 'application/apply-patch+yaml';

const cases: readonly Case[] = [
  {
    title: 'a create with entries of many updaters keeps ten',
    write: (count, name) => create(name, entries(count, otherData), data(count, 'v')),
    status: 200,
    left: () => 10,
  },
  {
    title: 'a create with entries of many appliers keeps all',
    write: (count, name) => create(name, appliers(count), {}),
    status: 200,
    left: (count) => count,
  },
  {
    title: 'an update with the entries of updaters',
    before: (_, name) => create(name, [], {}),
    write: (count, name) =>
      api.call('update', 'configmaps', {
        namespace: 'a',
        name,
        body: map(name, entries(count, otherData), data(count, 'v')),
      }),
    status: 200,
    left: () => 10,
  },
  {
    title: 'a patch that changes one field of many owners',
    before: (count, name) => create(name, appliers(count), data(count, 'v')),
    write: (_, name) => patched(name, { data: { k0: 'w' } }, merge),
    status: 200,
  },
  {
    title: 'a patch that changes as many fields as there are owners',
    before: (count, name) => create(name, appliers(count), {}),
    write: (count, name) => patched(name, { data: data(count, 'w') }, merge),
    status: 200,
    left: () => 1,
  },
  {
    title: 'an apply that is in conflict with all of them',
    before: (count, name) => create(name, [{ ...entries(1, () => ({}))[0] }], data(count, 'v')),
    write: async (count, name) => {
      await patched(name, { metadata: { managedFields: appliers(count) } }, merge);
      return patched(name, map(name, undefined, data(count, 'w')), applyType, 'fieldManager=z');
    },
    status: 409,
  },
  {
    title: 'a forced apply that takes everything from all of them',
    before: (count, name) => create(name, appliers(count), {}),
    write: (count, name) =>
      patched(name, map(name, undefined, data(count, 'w')), applyType, 'fieldManager=z&force=true'),
    status: 200,
  },
  {
    title: 'an apply that gives up what many others own',
    before: async (count, name) => {
      await create(name, appliers(count), {});
      await patched(
        name,
        map(name, undefined, { ...data(count, 'v'), own: 'x' }),
        applyType,
        'fieldManager=z&force=true',
      );
      await patched(name, { metadata: { managedFields: appliers(count) } }, merge);
      await patched(name, map(name, undefined, { own: 'x' }), applyType, 'fieldManager=z');
    },
    write: (_, name) => patched(name, map(name, undefined, {}), applyType, 'fieldManager=z'),
    status: 200,
  },
];

async function costOf({ before, write, status, left }: Case, count: number, name: string, t: Test): Promise<number> {
  await before?.(count, name);
  const start = process.cpuUsage();
  const answer = await write(count, name);
  const { user, system } = process.cpuUsage(start);
  t.equal(answer.status, status, status === answer.status ? 'answered' : answer.text.slice(0, 300));
  const owners = at(answer.body, 'metadata.managedFields') as readonly unknown[] | undefined;
  if (left !== undefined) t.equal(owners?.length, left(count), 'entries that are left');
  await api.call('delete', 'configmaps', { namespace: 'a', name });
  return user + system;
}

for (const [number, one] of cases.entries()) {
  t.test(`the work grows with the owners, not with their square: ${one.title}`, async (t) => {
    const name = `x${number}`;
    await costOf(one, few, name, t);
    const [first, second] = [await costOf(one, few, name, t), await costOf(one, few, name, t)];
    const times = (await costOf(one, many, name, t)) / Math.max(first, second);
    t.ok(times < most, `${times.toFixed(1)} times the work`);
  });
}
