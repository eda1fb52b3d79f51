import t from 'tap';
import { capUpdaters } from './cap-updaters.ts';
import { fieldSet, pathsOf } from '../field/field-set.ts';
import { isReset, readManagedFields, writeManagedFields } from './managed-fields.ts';
import type { Owner } from './owner.ts';
import { ownerId } from './owner.ts';
import { ownersFromScale, ownersOfScale } from './scale-owners.ts';

const owner = (manager: string, more: Partial<Owner> = {}): Owner => ({
  manager,
  operation: 'Update',
  apiVersion: 'apps/v1',
  subresource: '',
  fields: fieldSet([`f:${manager}`]),
  time: '2026-01-01T00:00:00Z',
  ...more,
});
const owners = (...all: readonly Owner[]): Map<string, Owner> => new Map(all.map((one) => [ownerId(one), one]));

t.test('entries stand by operation, time, manager, version and sub-resource', async (t) => {
  const all = owners(
    owner('z'),
    owner('b', { time: '2025-01-01T00:00:00Z' }),
    owner('a', { time: '2025-01-01T00:00:00Z', subresource: 'status' }),
    owner('a', { time: '2025-01-01T00:00:00Z' }),
    owner('n', { time: undefined }),
    owner('y', { operation: 'Apply', time: '2026-02-01T00:00:00Z' }),
    owner('a', { apiVersion: 'apps/v0', time: '2025-01-01T00:00:00Z' }),
  );
  t.strictSame(
    writeManagedFields(all)?.map(({ manager, apiVersion, subresource }) =>
      [manager, apiVersion, subresource].join(' ').trim(),
    ),
    ['y apps/v1', 'n apps/v1', 'a apps/v0', 'a apps/v1', 'a apps/v1 status', 'b apps/v1', 'z apps/v1'],
  );
  t.equal(writeManagedFields(new Map()), undefined);
});

t.test('an applier is the same in every version, an updater is not', async (t) => {
  const [v1, v2] = [{ apiVersion: 'v1' }, { apiVersion: 'v2' }];
  t.equal(ownerId(owner('a', { ...v1, operation: 'Apply' })), ownerId(owner('a', { ...v2, operation: 'Apply' })));
  t.not(ownerId(owner('a', v1)), ownerId(owner('a', v2)));
});

const entry = { manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} };
for (const [wrong, message] of [
  [{ operation: 'Delete' }, 'operation must be `Apply` or `Update`'],
  [{ apiVersion: '' }, 'apiVersion must not be empty'],
  [{ fieldsType: '' }, 'missing fieldsType in managed fields entry 1'],
  [{ fieldsType: 'V2' }, 'invalid fieldsType "V2" in managed fields entry 1'],
  [{ fieldsV1: { x: {} } }, 'key must be 2 characters long:'],
  [{ fieldsV1: { 'i:9223372036854775808': {} } }, 'not an index: 9223372036854775808'],
  [{ fieldsV1: { 'k:{': {} } }, 'not JSON: {'],
  [{ fieldsV1: [] }, 'fieldsV1 holds objects only'],
] as const) {
  t.test(`an invalid entry: ${message}`, async (t) => {
    t.throws(() => readManagedFields([entry, { ...entry, ...wrong }]), new TypeError(message));
  });
}

t.test('two texts of one element are one element', async (t) => {
  const read = readManagedFields([
    { ...entry, fieldsV1: { 'k:{"a":1}': {}, 'k:{ "a":1}': { 'f:x': {} }, 'i:+1': {}, 'i:01': {} } },
  ]);
  const [one] = writeManagedFields(read) ?? [];
  t.strictSame(one?.fieldsV1, { 'k:{"a":1}': { '.': {}, 'f:x': {} }, 'i:1': {} });
});

t.test(
  'one entry that says nothing resets the owners, no entry and others do not (APPLY-050, APPLY-054)',
  async (t) => {
    t.ok(isReset([{}]));
    for (const other of [[], [{}, {}], [entry], undefined, null, {}]) t.notOk(isReset(other));
  },
);

t.test('the oldest updaters become one when there are more than ten of a version', async (t) => {
  const updaters = Array.from({ length: 12 }, (_, place) =>
    owner(`m${place}`, { time: new Date(Date.UTC(2026, 0, 1, 0, 0, 20 - place)).toISOString() }),
  );
  const all = owners(
    ...updaters,
    owner('x', { operation: 'Apply' }),
    owner('other', { apiVersion: 'v2', time: undefined }),
  );
  capUpdaters(all);
  const bucket = all.get(ownerId(owner('ancient-changes')));
  t.equal(all.size, 11);
  t.strictSame(pathsOf(bucket?.fields ?? {}), [['f:m10'], ['f:m11'], ['f:m8'], ['f:m9']]);
  t.equal(bucket?.time, updaters[8]?.time, 'the time of the latest of them');
  t.ok(all.has(ownerId(owner('other', { apiVersion: 'v2' }))), 'of another version there is only one');
});

t.test('ten updaters stay as they are, and so does any number of appliers', async (t) => {
  const all = owners(
    ...Array.from({ length: 10 }, (_, place) => owner(`m${place}`)),
    ...Array.from({ length: 30 }, (_, place) => owner(`a${place}`, { operation: 'Apply' })),
  );
  capUpdaters(all);
  t.equal(all.size, 40);
});

const replicas = ['f:spec', 'f:replicas'];
const paths = new Map([['apps/v1', replicas]]);

t.test('a Scale shows the owners of the replicas, in its own version', async (t) => {
  const seen = ownersOfScale(
    owners(
      owner('a', { fields: fieldSet(replicas, ['f:x']) }),
      owner('b'),
      owner('c', { fields: fieldSet(replicas), apiVersion: 'v9' }),
    ),
    paths,
  );
  t.strictSame([...seen.values()], [owner('a', { fields: fieldSet(replicas), apiVersion: 'autoscaling/v1' })]);
});

t.test('a manager that took the replicas of a Scale owns them in the object, and only them', async (t) => {
  const before = owners(owner('a', { operation: 'Apply', fields: fieldSet(replicas, ['f:x']) }), owner('b'));
  const taken = owners(owner('s', { apiVersion: 'autoscaling/v1', subresource: 'scale', fields: fieldSet(replicas) }));
  const after = ownersFromScale(before, taken, paths, 'apps/v1');
  t.strictSame(
    [...after.values()].map(({ manager, fields }) => [manager, pathsOf(fields)]),
    [
      ['a', [['f:x']]],
      ['b', [['f:b']]],
      ['s', [replicas]],
    ],
  );
  t.strictSame(
    [...ownersFromScale(before, ownersOfScale(before, paths), paths, 'apps/v1').values()],
    [...before.values()],
  );
});
