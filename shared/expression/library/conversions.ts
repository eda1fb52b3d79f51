// The standard conversions between types, `size`, `type`, `dyn`, and the names of types.

import { declaring, type Library } from '../declare/function.ts';
import { type Type, type Type as TypeOf, types, typeType } from '../type/type.ts';
import { checkedInt } from '../value/integer.ts';
import { doubleText } from '../value/number-text.ts';
import { lengthOf } from '../value/text.ts';
import {
  durationOf,
  formatDuration,
  formatTimestamp,
  parseDuration,
  readTimestamp,
  timestampOf,
} from '../value/time.ts';
import {
  Double,
  type Duration,
  Failure,
  type Int,
  Structure,
  type List,
  type Mapping,
  type Timestamp,
  typeOf,
  Uint,
  type Value,
} from '../value/value.ts';

const declare = declaring();
const limit = 2 ** 63;
const rangeFault = new Failure('integer overflow');

function toInt(value: Value): Value {
  if (value instanceof Uint) return checkedInt(value.value);
  if (value instanceof Double) {
    if (!(value.value > -limit && value.value < limit)) return rangeFault;
    return checkedInt(BigInt(Math.trunc(value.value)));
  }
  return value;
}

function textToInt(text: string): Value {
  const fault = new Failure(`type conversion error from 'string' to 'int'`);
  if (!/^[+-]?\d{1,30}$/.test(text)) return fault;
  const value = checkedInt(BigInt(text.replace(/^\+/, '')));
  return value instanceof Failure ? fault : value;
}

function toUint(value: Value): Value {
  if (value instanceof Uint) return value;
  if (value instanceof Double) {
    if (!(value.value >= 0 && value.value < 2 ** 64)) return new Failure('unsigned integer overflow');
    return new Uint(BigInt(Math.trunc(value.value)));
  }
  const number = BigInt(value as Int);
  return number < 0n ? new Failure('unsigned integer overflow') : new Uint(number);
}

function textToUint(text: string): Value {
  if (!/^\d{1,30}$/.test(text) || BigInt(text) >= 2n ** 64n) {
    return new Failure("type conversion error from 'string' to 'uint'");
  }
  return new Uint(BigInt(text));
}

const digits = '\\d+(?:_\\d+)*';
const decimal = new RegExp(`^[+-]?(?:${digits}(?:\\.(?:${digits})?)?|\\.${digits})(?:[eE][+-]?${digits})?$`);
const hexadecimal = /^([+-]?)0[xX](?=[0-9a-fA-F.])([0-9a-fA-F_]*)\.?([0-9a-fA-F]*)[pP]([+-]?\d{1,4})$/;

/** The words that are numbers; a sign before infinity is taken off first. */
const named = new Map([
  ['inf', Number.POSITIVE_INFINITY],
  ['infinity', Number.POSITIVE_INFINITY],
]);

function textToDouble(text: string): Value {
  if (text.toLowerCase() === 'nan') return new Double(Number.NaN);
  const word = named.get(text.replace(/^[+-]/, '').toLowerCase());
  if (word !== undefined) return new Double(text.startsWith('-') ? -word : word);
  const value = decimal.test(text) ? Number(text.replaceAll('_', '')) : hexadecimalValue(text);
  if (!Number.isFinite(value)) return new Failure("type conversion error from 'string' to 'double'");
  return new Double(value);
}

/** `0x1.8p3`; not a number for other texts. */
function hexadecimalValue(text: string): number {
  const [, sign, whole = '', fraction = '', power = '0'] = hexadecimal.exec(text) ?? [];
  const letters = `${whole.replaceAll('_', '')}${fraction}`;
  if (sign === undefined || letters === '') return Number.NaN;
  const value = Number(BigInt(`0x${letters}`)) * 2 ** (Number(power) - 4 * fraction.length);
  return sign === '-' ? -value : value;
}

function textToBool(text: string): Value {
  if (['1', 't', 'T', 'true', 'TRUE', 'True'].includes(text)) return true;
  if (['0', 'f', 'F', 'false', 'FALSE', 'False'].includes(text)) return false;
  return new Failure("type conversion error from 'string' to 'bool'");
}

function bytesToText(bytes: Uint8Array): Value {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new Failure('invalid UTF-8 in bytes, cannot convert to string');
  }
}

function same(value: Value): Value {
  return value;
}

function sizeOf(value: List | Mapping): Value {
  return value.size;
}

const sizes = [
  ['bytes', 'bytes', (value: Uint8Array) => value.length],
  ['list', 'list(A)', sizeOf],
  ['map', 'map(A, B)', sizeOf],
  ['string', 'string', lengthOf],
] as const;

function typeConstant(
  type: Type,
  shown: Type = type,
): readonly [string, { readonly type: TypeOf; readonly value: Value }] {
  return [type.name, { type: typeType(shown), value: type }];
}

export const conversionLibrary: Library = {
  constants: new Map([
    typeConstant(types.bool),
    typeConstant(types.bytes),
    typeConstant(types.double),
    typeConstant(types.duration),
    typeConstant(types.int),
    typeConstant(types.list),
    typeConstant(types.map),
    typeConstant(types.null),
    typeConstant(types.string),
    typeConstant(types.timestamp),
    typeConstant(types.type),
    typeConstant(types.uint),
  ]),
  functions: [
    ...sizes.flatMap(([word, type, call]) => [
      declare(`size_${word}`, `size(${type}): int`, call),
      declare(`${word}_size`, `${type}.size(): int`, call),
    ]),
    // Objects with declared fields are maps when they are there.
    declare('type', 'type(A): type(A)', (value: Value) => (value instanceof Structure ? types.map : typeOf(value))),
    declare('to_dyn', 'dyn(A): dyn', same),
    declare('bool_to_bool', 'bool(bool): bool', same),
    declare('string_to_bool', 'bool(string): bool', textToBool),
    declare('bytes_to_bytes', 'bytes(bytes): bytes', same),
    declare('string_to_bytes', 'bytes(string): bytes', (text: string) => new TextEncoder().encode(text)),
    declare('double_to_double', 'double(double): double', same),
    declare('int64_to_double', 'double(int): double', (value: Int) => new Double(Number(value))),
    declare('string_to_double', 'double(string): double', textToDouble),
    declare('uint64_to_double', 'double(uint): double', (value: Uint) => new Double(Number(value.value))),
    declare('duration_to_duration', 'duration(duration): duration', same),
    declare('int64_to_duration', 'duration(int): duration', (nanos: Int) => durationOf(BigInt(nanos))),
    declare(
      'string_to_duration',
      'duration(string): duration',
      (text: string) =>
        parseDuration(text) ?? new Failure("type conversion error from 'string' to 'google.protobuf.Duration'"),
    ),
    declare('int64_to_int64', 'int(int): int', same),
    declare('double_to_int64', 'int(double): int', toInt),
    declare('duration_to_int64', 'int(duration): int', (value: Duration) => checkedInt(value.nanos)),
    declare('string_to_int64', 'int(string): int', textToInt),
    declare('timestamp_to_int64', 'int(timestamp): int', (value: Timestamp) => value.seconds),
    declare('uint64_to_int64', 'int(uint): int', toInt),
    declare('string_to_string', 'string(string): string', same),
    declare('bool_to_string', 'string(bool): string', String),
    declare('bytes_to_string', 'string(bytes): string', bytesToText),
    declare('double_to_string', 'string(double): string', (value: Double) => doubleText(value.value)),
    declare('duration_to_string', 'string(duration): string', formatDuration),
    declare('int64_to_string', 'string(int): string', String),
    declare('timestamp_to_string', 'string(timestamp): string', formatTimestamp),
    declare('uint64_to_string', 'string(uint): string', (value: Uint) => String(value.value)),
    declare('timestamp_to_timestamp', 'timestamp(timestamp): timestamp', same),
    declare(
      'int64_to_timestamp',
      'timestamp(int): timestamp',
      (seconds: Int) => timestampOf(Number(seconds), 0) ?? new Failure('timestamp overflow'),
    ),
    declare(
      'string_to_timestamp',
      'timestamp(string): timestamp',
      (text: string) =>
        readTimestamp(text) ?? new Failure("type conversion error from 'string' to 'google.protobuf.Timestamp'"),
    ),
    declare('uint64_to_uint64', 'uint(uint): uint', same),
    declare('double_to_uint64', 'uint(double): uint', toUint),
    declare('int64_to_uint64', 'uint(int): uint', toUint),
    declare('string_to_uint64', 'uint(string): uint', textToUint),
  ],
};
