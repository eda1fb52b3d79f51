import fc from 'fast-check';
import t from 'tap';
import { CborError, decodeCbor } from './cbor-decoder.ts';
import { encodeCbor } from './cbor-encoder.ts';
import { floatBits16, floatOfBits16 } from './half-float.ts';
import { parseJson, stringifyJson } from '../json/json.ts';
import { explore } from '../../../fixtures/shared/explore.fixture.ts';

const read = (hex: string, maxDepth?: number): unknown =>
  decodeCbor(Buffer.from(hex, 'hex'), maxDepth === undefined ? {} : { maxDepth });
/** The item without the mark that begins it. */
const written = (value: unknown): string => encodeCbor(value).subarray(3).toString('hex');
const refused = (hex: string, maxDepth?: number): string => {
  try {
    read(hex, maxDepth);
  } catch (error) {
    if (error instanceof CborError) return error.message;
    throw error;
  }
  return 'read';
};

t.test('every item begins with the mark of CBOR and is the only one (MEDIA-029)', async (t) => {
  t.equal(encodeCbor({ a: 1 }).toString('hex'), 'd9d9f7a1416101');
  t.strictSame(read('d9d9f7a1416101'), { a: 1 });
  t.strictSame(read('a1616101'), { a: 1 }, 'the mark may be absent');
  t.equal(refused('a161610100'), 'cbor: 1 bytes of extraneous data');
  t.equal(refused(''), 'cbor: unexpected end of data');
});

t.test(
  'texts are byte strings, which typed clients read as base64 where they know a member as bytes (MEDIA-029)',
  async (t) => {
    t.equal(written('AAH/'), '444141482f', 'the base64 itself, without a tag');
    t.strictSame(read('a14164444141482f'), { d: 'AAH/' });
    t.equal(read('d6430001ff'), 'AAH/', 'tagged bytes of a client read as the same text');
  },
);

t.test('the examples of RFC 8949, appendix A, read as they say', async (t) => {
  const examples: readonly (readonly [string, unknown])[] = [
    ['00', 0],
    ['17', 23],
    ['1818', 24],
    ['1903e8', 1000],
    ['1a000f4240', 1_000_000],
    ['1b000000e8d4a51000', 1_000_000_000_000],
    ['1b7fffffffffffffff', 9_223_372_036_854_775_807n],
    ['3b7fffffffffffffff', -9_223_372_036_854_775_808n],
    ['20', -1],
    ['3903e7', -1000],
    ['f93e00', 1.5],
    ['f97bff', 65_504],
    ['fa47c35000', 100_000],
    ['fa7f7fffff', 3.4028234663852886e38],
    ['fb7e37e43c8800759c', 1e300],
    ['f90001', 5.960464477539063e-8],
    ['f90400', 0.00006103515625],
    ['f9c400', -4],
    ['fbc010666666666666', -4.1],
    ['f4', false],
    ['f5', true],
    ['f6', null],
    ['c074323031332d30332d32315432303a30343a30305a', '2013-03-21T20:04:00Z'],
    ['c11a514b67b0', '2013-03-21T20:04:00Z'],
    ['c1fb41d452d9ec200000', '2013-03-21T20:04:00.5Z'],
    ['d74401020304', '01020304'],
    ['d64401020304', 'AQIDBA=='],
    ['d54401020304', 'AQIDBA'],
    ['6161', 'a'],
    ['62225c', '"\\'],
    ['64f0908591', '\u{10151}'],
    ['4161', 'a'],
    ['41ff', '\ufffd'],
    ['d5a1616141ff', { a: '_w' }],
    ['d6a1416141ff', { 'YQ==': '/w==' }],
    ['80', []],
    ['83010203', [1, 2, 3]],
    ['98190102030405060708090a0b0c0d0e0f101112131415161718181819', Array.from({ length: 25 }, (_, index) => index + 1)],
    ['a26161016162820203', { a: 1, b: [2, 3] }],
    ['a1416101', { a: 1 }],
    ['7f657374726561646d696e67ff', 'streaming'],
    ['5f42616243636465ff', 'abcde'],
    ['9fff', []],
    ['9f018202039f0405ffff', [1, [2, 3], [4, 5]]],
    ['bf61610161629f0203ffff', { a: 1, b: [2, 3] }],
  ];
  for (const [hex, value] of examples) t.strictSame(read(hex), value, hex);
});

t.test('values that JSON cannot represent, and malformed CBOR, are refused with the reason', async (t) => {
  const refusals: readonly (readonly [string, RegExp])[] = [
    ['a2616101616102', /found duplicate map key "a"/],
    ['a2616101416102', /found duplicate map key "a"/],
    ['a10102', /a map key is not a string/],
    ['f97c00', /infinities and NaN/],
    ['f97e00', /infinities and NaN/],
    ['fbfff0000000000000', /infinities and NaN/],
    ['f7', /a simple value without a meaning/],
    ['f0', /a simple value without a meaning/],
    ['f8ff', /a simple value without a meaning/],
    ['ff', /unexpected "break"/],
    ['61ff', /text string is not valid UTF-8/],
    ['7f61c361a9ff', /invalid UTF-8/],
    ['7f4161ff', /wrong chunk/],
    ['1c', /invalid additional information 28/],
    ['1f', /invalid additional information 31/],
    ['9bffffffffffffffff', /unexpected end/],
    ['bb0fffffffffffffff', /unexpected end/],
    ['7bffffffffffffffff', /unexpected end/],
    ['5a7fffffff00', /unexpected end/],
    ['9f01', /unexpected end/],
    ['bf6161ff', /unexpected "break"/],
    ['c0f6', /a time is not a text string/],
    ['c1fb7e37e43c8800759c', /not a time/],
    ['1b8000000000000000', /beyond 64 bits/],
    ['3b8000000000000000', /beyond 64 bits/],
    ['c24101', /beyond 64 bits/],
    ['c34100', /beyond 64 bits/],
    ['c04161', /a time is not a text string/],
  ];
  for (const [hex, message] of refusals) t.match(refused(hex), message, hex);
});

t.test('depth is bounded for lists, maps and tags alike, and so is the number of values', async (t) => {
  t.equal(refused('81'.repeat(257) + '00'), 'cbor: exceeded max nested level 256');
  t.equal(refused('a16161'.repeat(300) + '00'), 'cbor: exceeded max nested level 256');
  t.equal(refused('d9d9f7'.repeat(1_000_000) + '00'), 'cbor: exceeded max nested level 256');
  t.equal(refused('9f'.repeat(3_000_000)), 'cbor: exceeded max nested level 256');
  t.equal(refused('8100', 0), 'cbor: exceeded max nested level 0');
  t.strictSame(read('81'.repeat(255) + '80'), JSON.parse('['.repeat(256) + ']'.repeat(256)));
  const many = Buffer.alloc(3 * 1024 * 1024, 0x80);
  many.writeUInt8(0x9f, 0);
  t.throws(() => decodeCbor(many, { maxValues: 1000 }), { message: 'limit is 1000 values' });
});

t.test(
  'equal values have equal bytes: keys are in the order of their encoding, numbers in the shortest form',
  async (t) => {
    t.equal(written({ b: 1, aa: 2, a: 3, '': 4 }), 'a4400441610341620142616102');
    t.equal(written({ b: 1, a: 2 }), written({ a: 2, b: 1 }));
    t.equal(written({ '\u{1f600}': 1, '\uffee\u0061': 2 }), 'a244efbfae610244f09f988001');
    t.equal(written({ a: undefined, b: null }), 'a14162f6');
    t.equal(written([1.5, 100_000.5, 1.1, -0, NaN]), '85f93e00fa47c35040fb3ff199999999999a00f6');
    t.equal(
      written([0, 23, 24, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296]),
      '890017181818ff19010019ffff1a000100001affffffff1b0000000100000000',
    );
    t.equal(written([-1, -24, -25, 2n ** 63n - 1n, -(2n ** 63n)]), '85203738181b7fffffffffffffff3b7fffffffffffffff');
    t.equal(written([2n ** 64n, -(2n ** 64n) - 1n]), '82c249010000000000000000c349010000000000000000');
  },
);

t.test('a key of a client stays a key of the object', async (t) => {
  const value = read('a1695f5f70726f746f5f5fa1616101') as object;
  t.equal(Object.getPrototypeOf(value), Object.prototype);
  t.strictSame(Object.keys(value), ['__proto__']);
  t.equal(written(value), 'a1495f5f70726f746f5f5fa1416101');
});

t.test('any JSON value comes back from CBOR', async () => {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .map(([key, item]) => [key, sorted(item)]),
    );
  };
  const same = (left: unknown, right: unknown): boolean => stringifyJson(sorted(left)) === stringifyJson(sorted(right));
  explore(
    fc.property(fc.jsonValue(), (value) => same(decodeCbor(encodeCbor(value)), value)),
    { numRuns: 2000 },
  );
  explore(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
      const { value: exact } = parseJson(String(value));
      return decodeCbor(encodeCbor(exact)) === exact;
    }),
  );
  explore(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      (value) => decodeCbor(encodeCbor(value)) === (Object.is(value, -0) ? 0 : value),
    ),
  );
});

t.test('every float of 16 bits is read and written as itself', async (t) => {
  let wrong = 0;
  for (let bits = 0; bits < 0x10000; bits += 1) {
    const value = floatOfBits16(bits);
    if (Number.isFinite(value) && floatBits16(value) !== bits && value !== 0) wrong += 1;
  }
  t.equal(wrong, 0);
  t.equal(floatBits16(65_520), undefined);
  t.equal(floatBits16(2 ** -25), undefined);
  t.equal(floatBits16(1.1), undefined);
});
