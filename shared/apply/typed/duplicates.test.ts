import t from 'tap';
import { structOf } from '../../../fixtures/shared/owned-object.fixture.ts';
import type { Schema } from '../../schema/schema.ts';
import { fieldSet } from '../field/field-set.ts';
import { compare } from './compare.ts';
import { merge } from './merge.ts';
import { TypedError } from './typed-value.ts';

const text: Schema = { type: 'string' };
const item = structOf('Item', { name: text, value: text });
const items: Schema = { type: 'list', items: item, listType: 'map', keys: ['name'] };
const thing = structOf('Thing', { items });
const twice = (value: string) => ({
  items: [
    { name: 'i', value },
    { name: 'i', value: 'other' },
  ],
});

t.test('items with one key are not merged', async (t) => {
  t.throws(() => merge({ items: [{ name: 'i' }] }, twice('1'), thing), TypedError);
});

t.test('items with one key are compared together', async (t) => {
  t.strictSame(compare(twice('1'), twice('2'), thing).modified, fieldSet(['f:items', 'k:{"name":"i"}']));
  t.strictSame(compare(twice('1'), twice('1'), thing).modified, {});
});
