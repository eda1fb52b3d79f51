import t from 'tap';
import { structOf } from '../../../fixtures/shared/owned-object.fixture.ts';
import { fieldSet } from '../field/field-set.ts';
import type { Typed } from '../typed/typed-value.ts';
import { changeOwners, type Versions } from './change-owners.ts';
import { ApplyConflicts } from './conflict.ts';
import type { Owner } from './owner.ts';

const schema = structOf('Thing', { name: { type: 'string' }, other: { type: 'string' } });
const typed = (value: Record<string, unknown>, apiVersion = 'v1'): Typed => ({ value, schema, apiVersion });
const owner = (manager: string, apiVersion: string, ...names: readonly string[]): Owner => ({
  manager,
  operation: 'Update',
  apiVersion,
  subresource: '',
  time: '2026-01-01T00:00:00Z',
  fields: fieldSet(...names.map((name) => [`f:${name}`])),
});

function scene(served: readonly string[]): { readonly versions: Versions; readonly asked: string[] } {
  const asked: string[] = [];
  const versions: Versions = {
    convert(object, apiVersion) {
      asked.push(apiVersion);
      return served.includes(apiVersion) ? { ...object, apiVersion } : undefined;
    },
    filter: () => undefined,
  };
  return { versions, asked };
}

const before = typed({ name: 'a', other: 'x' });
const after = typed({ name: 'b', other: 'x' });

t.test('owners of the version of the write cost no conversion, those of others one each way and version', async (t) => {
  const { versions, asked } = scene(['v1', 'v2']);
  const owners = new Map([
    ['one', owner('one', 'v1', 'name', 'other')],
    ['two', owner('two', 'v1', 'name')],
    ['three', owner('three', 'v2', 'name', 'other')],
    ['four', owner('four', 'v2', 'other')],
  ]);
  const changed = changeOwners(before, after, owners, { versions, writer: 'w', force: true });
  t.strictSame(asked, ['v2', 'v2']);
  t.strictSame([...changed.owners.keys()], ['one', 'three', 'four'], 'who owns nothing any more is gone');
  for (const id of ['one', 'three', 'four']) t.strictSame(changed.owners.get(id)?.fields, fieldSet(['f:other']), id);
});

t.test('owners of a version that is not served any more are gone, the writer keeps its set', async (t) => {
  const { versions } = scene(['v1']);
  const owners = new Map([
    ['w', owner('w', 'v1', 'name')],
    ['empty', owner('empty', 'v1')],
    ['old', owner('old', 'v0', 'other')],
  ]);
  const changed = changeOwners(before, after, owners, { versions, writer: 'w', force: false });
  t.strictSame([...changed.owners.keys()], ['w']);
  t.equal(changed.owners.get('w'), owners.get('w'));
  const written = changeOwners(before, after, owners, { versions, writer: 'empty', force: true });
  t.notOk(written.owners.has('empty'), 'a writer that owns nothing is none');
});

t.test('what others own is in conflict, unless it is forced or unchanged', async (t) => {
  const { versions } = scene(['v1', 'v2']);
  const owners = new Map([
    ['one', owner('one', 'v1', 'name')],
    ['two', owner('two', 'v2', 'other')],
  ]);
  const change = (next: Typed, force: boolean) => changeOwners(before, next, owners, { versions, writer: 'w', force });
  t.throws(() => change(after, false), ApplyConflicts);
  t.strictSame([...change(after, true).owners.keys()], ['two']);
  t.strictSame([...change(before, false).owners.keys()], ['one', 'two']);
  t.strictSame([...change(typed({ name: 'a' }), false).owners.keys()], ['one'], 'who owned what is gone is gone too');
});
