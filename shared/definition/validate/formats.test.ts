// The formats of texts, with values that are easily judged otherwise. All of them were tried on the real server.

import t from 'tap';
import { formatCheckOf } from './formats.ts';

/** Values that a format takes, and values that it refuses. */
const formats: Readonly<Record<string, readonly [taken: readonly string[], refused: readonly string[]]>> = {
  cidr: [
    ['10.0.0.0/8', '010.0.0.0/8', '10.0.0.0/08', 'fd00::/8'],
    ['10.0.0.0/33', 'fd00::/129', '10.0.0.0', ''],
  ],
  'date-time': [
    ['2024-01-01T00:00:00Z', '2024-01-01t00:00:00.5+01:00'],
    ['2024-01-01T00:00:00', '2024-01-01T23:59:60Z', '2024-02-30T00:00:00Z', '2024-01-01 00:00:00Z'],
  ],
  email: [
    ['a@b', 'A <a@b.example>', '"a b"@c.example', 'a@[1.2.3.4]', 'ä@b.example'],
    ['a', '@b', 'a@', 'a b@c', 'a..b@c.example', 'a@[1.2.3]', '<>', ''],
  ],
  hostname: [
    ['a', 'a-', 'ä.example', 'xn--4ca.example', 'a.bc'],
    ['-a', 'a.', '.a', 'a_b', 'a.b', '1.2.3.4', 'x'.repeat(64), `${'x'.repeat(64)}.example`],
  ],
  ipv4: [
    ['1.2.3.4', '01.2.3.4', '::ffff:1.2.3.4'],
    ['1.2.3', '1.2.3.256', '::1'],
  ],
  ipv6: [
    ['::1', 'fd00:0:0::1', '::ffff:1.2.3.4'],
    ['1.2.3.4', 'fe80::1%eth0', 'g::'],
  ],
  ssn: [
    ['123-45-6789', '123 45 6789'],
    ['123456789', '12-345-6789'],
  ],
  uri: [
    ['https://a.example/b?c#d', '/a', '//a', 'mailto:a@b', 'http://[::1]:80/'],
    ['a', 'http://a b', 'http://a:b/', '%zz', '/%zz', ''],
  ],
};

for (const [format, [taken, refused]] of Object.entries(formats)) {
  t.test(`format ${format}`, (t) => {
    const check = formatCheckOf(format);
    for (const text of taken) t.equal(check?.(text), true, text);
    for (const text of refused) t.equal(check?.(text), false, text);
    t.end();
  });
}

t.test('a long text costs no more than its length', (t) => {
  for (const format of ['email', 'hostname', 'uri', 'ipv6'])
    for (const text of [
      'a'.repeat(100_000),
      'a.'.repeat(50_000),
      '"a" '.repeat(25_000),
      'a '.repeat(50_000),
      `"${'@['.repeat(100_000)}"@[`,
    ])
      t.equal(formatCheckOf(format)?.(text), false);
  t.equal(formatCheckOf('email')?.(`"${'@['.repeat(100_000)}"@b`), true);
  t.end();
});
