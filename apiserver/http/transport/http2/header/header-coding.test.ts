import fc from 'fast-check';
import t from 'tap';
import { HeaderDecoder } from './header-decoder.ts';
import { HeaderEncoder } from './header-encoder.ts';
import { HeaderTable, sizeOf } from './header-table.ts';
import { ConnectionFault } from '../frame/protocol.ts';
import { explore } from '../../../../../fixtures/shared/explore.fixture.ts';

type Fields = readonly string[];

function decode(decoder: HeaderDecoder, block: Buffer): string[] {
  const fields: string[] = [];
  decoder.decode(block, ({ name, value }) => fields.push(`${name}: ${value}`));
  return fields;
}

const request1 = [':method: GET', ':scheme: http', ':path: /', ':authority: www.example.com'];
const request2 = [...request1, 'cache-control: no-cache'];
const request3 = [
  ':method: GET',
  ':scheme: https',
  ':path: /index.html',
  ':authority: www.example.com',
  'custom-key: custom-value',
];
const date1 = 'date: Mon, 21 Oct 2013 20:13:21 GMT';
const location = 'location: https://www.example.com';
const answer1 = [':status: 302', 'cache-control: private', date1, location];
const answer2 = [':status: 307', 'cache-control: private', date1, location];
const answer3 = [
  ':status: 200',
  'cache-control: private',
  'date: Mon, 21 Oct 2013 20:13:22 GMT',
  location,
  'content-encoding: gzip',
  'set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1',
];

/** The examples of RFC 7541, appendix C. Where its table has 256 bytes the first block says so. */
const examples: Readonly<Record<string, readonly (readonly [hex: string, fields: Fields])[]>> = {
  'C.2.1': [['400a637573746f6d2d6b65790d637573746f6d2d686561646572', ['custom-key: custom-header']]],
  'C.2.2': [['040c2f73616d706c652f70617468', [':path: /sample/path']]],
  'C.2.3': [['100870617373776f726406736563726574', ['password: secret']]],
  'C.2.4': [['82', [':method: GET']]],
  'C.3': [
    ['828684410f7777772e6578616d706c652e636f6d', request1],
    ['828684be58086e6f2d6361636865', request2],
    ['828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565', request3],
  ],
  'C.4': [
    ['828684418cf1e3c2e5f23a6ba0ab90f4ff', request1],
    ['828684be5886a8eb10649cbf', request2],
    ['828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf', request3],
  ],
  'C.5': [
    [
      '3fe101' +
        '4803333032580770726976617465611d4d6f6e2c203231204f637420323031332032303a31333a323120474d54' +
        '6e1768747470733a2f2f7777772e6578616d706c652e636f6d',
      answer1,
    ],
    ['4803333037c1c0bf', answer2],
    [
      '88c1611d4d6f6e2c203231204f637420323031332032303a31333a323220474d54c05a04677a69707738666f6f3d4153444a' +
        '4b48514b425a584f5157454f50495541585157454f49553b206d61782d6167653d333630303b2076657273696f6e3d31',
      answer3,
    ],
  ],
  'C.6': [
    [
      '3fe101' +
        '488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad171863c78f0b97c8e9ae82ae43d3',
      answer1,
    ],
    ['4883640effc1c0bf', answer2],
    [
      '88c16196d07abe941054d444a8200595040b8166e084a62d1bffc05a839bd9ab77ad94e7821dd7f2e6c7b335dfdfcd5b3960' +
        'd5af27087f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007',
      answer3,
    ],
  ],
};

for (const [section, blocks] of Object.entries(examples)) {
  t.test(`the blocks of RFC 7541, appendix ${section}, are read`, (t) => {
    const decoder = new HeaderDecoder();
    for (const [hex, fields] of blocks) t.strictSame(decode(decoder, Buffer.from(hex, 'hex')), fields);
    t.end();
  });
}

const unreadable: readonly (readonly [what: string, hex: string])[] = [
  ['the field 0', '80'],
  ['a field that no table has', 'be'],
  ['a name that no table has', '7e0161'],
  ['a table larger than was agreed', '3fe21f'],
  ['a size of the table behind a field', '823fe101'],
  ['a number that ends early', '7f'],
  ['a number without end', 'ffffffffffff0f'],
  ['a text that ends early', '0005616263'],
  ['a name that ends early', '00'],
  ['a code word of 30 ones', '008184ffffffff0161'],
  ['a code that is filled up by eight bits', '00821fff0161'],
  ['a code that is filled up by zeros', '0081180161'],
];

t.test('a block that cannot be read is a fault of the connection', (t) => {
  for (const [what, hex] of unreadable) {
    t.throws(() => decode(new HeaderDecoder(), Buffer.from(hex, 'hex')), { name: 'ConnectionFault', code: 9 }, what);
  }
  t.end();
});

t.test('any bytes of a header block are decoded or are a connection error', (t) => {
  const anything = fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 5 });
  explore(
    fc.property(anything, (blocks) => {
      const decoder = new HeaderDecoder();
      try {
        for (const block of blocks) decode(decoder, Buffer.from(block));
      } catch (error) {
        if (!(error instanceof ConnectionFault)) throw error;
      }
    }),
    { numRuns: 2000 },
  );
  t.end();
});

t.test('encoded fields can be decoded, over many responses and with any table size of the client', (t) => {
  const name = fc.constantFrom(
    'audit-id',
    'content-type',
    'content-length',
    'etag',
    'vary',
    'x-one',
    'x-two',
    'retry-after',
  );
  const value = fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCodePoint(code)),
    maxLength: 300,
  });
  const few = fc.constantFrom('application/json', '17', 'no-cache, private');
  const answer = fc.record({
    status: fc.integer({ min: 200, max: 599 }),
    headers: fc.dictionary(name, fc.oneof(few, value, fc.array(value, { maxLength: 3 }))),
    table: fc.option(fc.constantFrom(0, 40, 100, 4096, 65_536)),
  });
  explore(
    fc.property(fc.array(answer, { maxLength: 30 }), (answers) => {
      const encoder = new HeaderEncoder();
      const decoder = new HeaderDecoder();
      for (const { status, headers, table } of answers) {
        if (table !== null) encoder.resize(table);
        const expected = Object.entries(headers).flatMap(([name, value]) =>
          [value].flat().map((one) => `${name}: ${one}`),
        );
        const decoded = decode(decoder, encoder.encode(status, headers, 'now'));
        if (decoded.join('\n') !== [`:status: ${status}`, ...expected, 'date: now'].join('\n')) return false;
      }
      return true;
    }),
    { numRuns: 500 },
  );
  t.end();
});

t.test('an answer that is repeated takes a few bytes', (t) => {
  const encoder = new HeaderEncoder();
  const headers = {
    'cache-control': 'no-cache, private',
    'content-type': 'application/json',
    'x-long': 'x'.repeat(100),
  };
  t.ok(encoder.encode(200, headers, 'now').length > 100);
  t.equal(encoder.encode(200, headers, 'now').length, 5);
  t.end();
});

t.test('characters that no value may have are not sent', (t) => {
  const block = new HeaderEncoder().encode(200, { 'X-One': 'a\r\nb\u0100\t\u00e9' }, 'now');
  t.strictSame(decode(new HeaderDecoder(), block), [':status: 200', 'x-one: a??b?\t\u00e9', 'date: now']);
  t.end();
});

t.test('a table keeps the newest fields that it has room for, also when its size changes', (t) => {
  const gone: string[] = [];
  const table = new HeaderTable(100, ({ name }) => gone.push(name));
  const field = (name: string) => ({ name, value: '', valid: true });
  for (const name of ['a', 'b', 'c', 'd']) table.add(field(name));
  t.strictSame(
    [table.count, table.size, table.at(0)?.name, table.at(2)?.name, table.at(3)],
    [3, 99, 'd', 'b', undefined],
  );
  t.strictSame(gone, ['a']);
  table.resize(70);
  t.strictSame(gone, ['a', 'b']);
  table.resize(1000);
  for (const name of ['e', 'f', 'g']) table.add(field(name));
  t.strictSame(
    Array.from({ length: table.count }, (_, place) => table.at(place)?.name),
    ['g', 'f', 'e', 'd', 'c'],
  );
  table.add({ name: 'x'.repeat(1000), value: '', valid: true });
  t.strictSame([table.count, table.size], [0, 0], 'one that is too large empties it');
  t.equal(sizeOf(field('a')), 33);
  t.end();
});

t.test('fields that are invalid in a message are marked', (t) => {
  const valid = (name: string, value: string): boolean[] => {
    const found: boolean[] = [];
    const text = (one: string) => [one.length, ...Buffer.from(one, 'latin1')];
    new HeaderDecoder().decode(Buffer.from([0x40, ...text(name), ...text(value), 0xbe]), (field) =>
      found.push(field.valid),
    );
    return found;
  };
  for (const [name, value] of [
    ['X', ''],
    ['', ''],
    ['a b', ''],
    ['a:', ''],
    ['é', ''],
    ['x', 'a\nb'],
    ['x', '\0'],
    ['x', '\x7f'],
  ] as const) {
    t.strictSame(valid(name, value), [false, false], JSON.stringify([name, value]));
  }
  t.strictSame(valid('x-y_z', ' \té '), [true, true], 'blanks and bytes beyond ASCII are part of a value');
  t.end();
});
