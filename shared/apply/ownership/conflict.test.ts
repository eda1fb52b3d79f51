import t from 'tap';
import { type FieldSet, fieldSet } from '../field/field-set.ts';
import { ApplyConflicts } from './conflict.ts';
import type { Owner } from './owner.ts';

const owner = (manager: string): Owner => ({
  manager,
  operation: 'Apply',
  apiVersion: 'v1',
  subresource: '',
  fields: {},
  time: undefined,
});

function labels(count: number, prefix: string): FieldSet {
  return Object.fromEntries(Array.from({ length: count }, (_, place) => [`f:${prefix}${place}`, {}]));
}

t.test('the message has one line for one conflict, and groups several by owner', async (t) => {
  const one = new ApplyConflicts([{ owner: owner('a'), fields: fieldSet(['f:x', 'f:y']) }]);
  t.equal(one.message, 'Apply failed with 1 conflict: conflict with "a": .x.y');
  const several = new ApplyConflicts([
    { owner: owner('b'), fields: fieldSet(['f:x'], ['f:x', 'f:y']) },
    { owner: owner('a'), fields: fieldSet(['f:z']) },
  ]);
  t.equal(
    several.message,
    'Apply failed with 3 conflicts: conflicts with "a":\n- .z\nconflicts with "b":\n- .x\n- .x.y',
  );
  t.strictSame(
    several.told.map(({ owner: { manager }, field }) => [manager, field]),
    [
      ['a', '.z'],
      ['b', '.x'],
      ['b', '.x.y'],
    ],
  );
});

t.test('thousands of conflicts are counted, and listed up to the size that a response can hold', async (t) => {
  const fields = { 'f:data': labels(5000, 'k') };
  const { message, told } = new ApplyConflicts([
    { owner: owner('a'), fields },
    { owner: owner('b'), fields },
  ]);
  t.match(message, /^Apply failed with 10000 conflicts: conflicts with "a":\n- \.data\.k0\n/);
  t.equal(told.length, 1000);
  t.equal(message.split('\n').length, 1001);
});

t.test('fields below a long name do not make an answer many times as long as the name', async (t) => {
  const fields = { [`f:${'x'.repeat(100_000)}`]: labels(5000, 'k') };
  const { message, told } = new ApplyConflicts([{ owner: owner('a'), fields }]);
  t.equal(told.length, 2);
  t.ok(message.length < 500_000, `${message.length} characters`);
});
