import t from 'tap';
import { itemBytes, itemsOf } from './cbor-items.ts';
import { ExpectationFailed } from '../contract/failure.ts';
import { bytesField, fieldsOf, messageOf, textField } from './protobuf-fields.ts';

t.test('a message is split into its fields, and a malformed one is a finding', async (t) => {
  const inner = messageOf([
    [1, 'v1'],
    [2, 'x'.repeat(300)],
  ]);
  const fields = fieldsOf('body', messageOf([[1, inner]]));
  t.equal(textField(fieldsOf('inner', bytesField(fields, 1)), 2), 'x'.repeat(300));
  t.equal(textField(fields, 9), undefined);
  t.strictSame(fieldsOf('numbers', Buffer.from('08ac021900000000000000002500000000', 'hex')).get(1), [300n]);
  for (const hex of ['08', '0aff', '0b', '08ffffffffffffffffffffffff']) {
    t.throws(() => fieldsOf('body', Buffer.from(hex, 'hex')), ExpectationFailed, hex);
  }
});

t.test('items are read from both string types and any length, and malformed ones are findings', async (t) => {
  const value = { kind: 'A', list: [1, -2, 70_000, true, false, null], text: 'ü'.repeat(20) };
  t.strictSame(itemsOf('body', Buffer.concat([itemBytes(value), itemBytes([])])), [value, []]);
  t.strictSame(itemsOf('body', Buffer.from('d9d9f7a1416142c3bc', 'hex')), [{ a: 'ü' }]);
  t.strictSame(itemsOf('body', Buffer.from('bf61617f61626163ffff', 'hex')), [{ a: 'bc' }]);
  t.strictSame(itemsOf('body', Buffer.from('fb3ff8000000000000fa3fc00000', 'hex')), [1.5, 1.5]);
  for (const hex of ['61', '1c', 'f7', '9f01']) {
    t.throws(() => itemsOf('body', Buffer.from(hex, 'hex')), ExpectationFailed, hex);
  }
});
