// Quantities in expressions (CEL-018): exact numbers with a suffix.

import { compareQuantities, formatQuantity, parseQuantity, type Quantity, quantityOf } from '../../object/quantity.ts';
import { declaring, type Library } from '../declare/function.ts';
import type { Type } from '../type/type.ts';
import { Double, Failure, type Int, Opaque, type Value } from '../value/value.ts';
import type { LibraryTypes } from './named-types.ts';
import { type Amount, amountOf, integerOf, negated, sumOfAmounts } from './quantity-amount.ts';

const perOne = 1_000_000_000n;
const notQuantity = new Failure(
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
);

class QuantityValue extends Opaque {
  readonly type: Type;
  readonly quantity: Quantity;
  readonly amount: Amount | undefined;

  constructor(type: Type, quantity: Quantity, amount: Amount | undefined) {
    super();
    this.type = type;
    this.quantity = quantity;
    this.amount = amount;
  }

  equals(other: Value): boolean {
    return other instanceof QuantityValue && other.quantity.nano === this.quantity.nano;
  }

  override toString(): string {
    return formatQuantity(this.quantity);
  }
}

function whole({ amount }: QuantityValue): Value {
  return integerOf(amount) ?? new Failure('cannot convert value to integer');
}

export function quantityLibrary(named: LibraryTypes): Library {
  const declare = declaring({ ...named });
  const type = named.Quantity;
  const valueOf = (int: Int): QuantityValue =>
    new QuantityValue(type, quantityOf(int, 'exponent'), { value: int, scale: 0 });
  const sum = (left: QuantityValue, right: QuantityValue): Value =>
    new QuantityValue(
      type,
      {
        nano: left.quantity.nano + right.quantity.nano,
        family: left.quantity.nano === 0n ? right.quantity.family : left.quantity.family,
      },
      sumOfAmounts(left.amount, right.amount),
    );
  const opposite = ({ quantity, amount }: QuantityValue): QuantityValue =>
    new QuantityValue(
      type,
      { ...quantity, nano: -quantity.nano },
      amount === undefined ? undefined : { ...amount, value: negated(amount.value) },
    );
  const order = (left: QuantityValue, right: QuantityValue): number => compareQuantities(left.quantity, right.quantity);
  return {
    functions: [
      declare('string_to_quantity', 'quantity(string): Quantity', (text: string) => {
        const quantity = parseQuantity(text);
        return quantity === undefined ? notQuantity : new QuantityValue(type, quantity, amountOf(text));
      }),
      declare('is_quantity_string', 'isQuantity(string): bool', (text: string) => parseQuantity(text) !== undefined),
      declare('quantity_sign', 'sign(Quantity): int', ({ quantity: { nano } }: QuantityValue) =>
        nano === 0n ? 0 : nano > 0n ? 1 : -1,
      ),
      declare(
        'quantity_is_greater_than',
        'Quantity.isGreaterThan(Quantity): bool',
        (left: QuantityValue, right: QuantityValue) => order(left, right) > 0,
      ),
      declare(
        'quantity_is_less_than',
        'Quantity.isLessThan(Quantity): bool',
        (left: QuantityValue, right: QuantityValue) => order(left, right) < 0,
      ),
      declare('quantity_compare_to', 'Quantity.compareTo(Quantity): int', order),
      declare(
        'quantity_get_float',
        'Quantity.asApproximateFloat(): double',
        ({ quantity: { nano } }: QuantityValue) =>
          new Double(nano % perOne === 0n ? Number(nano / perOne) : Number(nano) / Number(perOne)),
      ),
      declare('quantity_get_int', 'Quantity.asInteger(): int', whole),
      declare(
        'quantity_is_integer',
        'Quantity.isInteger(): bool',
        (value: QuantityValue) => !(whole(value) instanceof Failure),
      ),
      declare('quantity_add', 'Quantity.add(Quantity): Quantity', (left: QuantityValue, right: QuantityValue) =>
        sum(left, right),
      ),
      declare('quantity_add_int', 'Quantity.add(int): Quantity', (left: QuantityValue, right: Int) =>
        sum(left, valueOf(right)),
      ),
      declare('quantity_sub', 'Quantity.sub(Quantity): Quantity', (left: QuantityValue, right: QuantityValue) =>
        sum(left, opposite(right)),
      ),
      declare('quantity_sub_int', 'Quantity.sub(int): Quantity', (left: QuantityValue, right: Int) =>
        sum(left, opposite(valueOf(right))),
      ),
    ],
  };
}
