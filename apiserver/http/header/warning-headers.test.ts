import t from 'tap';
import { warningHeaders } from './warning-headers.ts';

t.test('each text is one header, sent once, with quotes and backslashes escaped', async (t) => {
  t.strictSame(warningHeaders(['a "b" \\c', 'd', 'd']), ['299 - "a \\"b\\" \\\\c"', '299 - "d"']);
});

t.test('a text with control characters is dropped', async (t) => {
  t.strictSame(warningHeaders(['a\r\nSet-Cookie: x', 'fine']), ['299 - "fine"']);
});

t.test('texts are cut to 256 characters only when all together are longer than 4,096', async (t) => {
  t.equal(warningHeaders(['x'.repeat(4000)])[0]?.length, 4000 + 8);
  const many = warningHeaders(Array.from({ length: 30 }, (_, index) => `${index} ${'x'.repeat(1000)}`));
  t.equal(many.length, 16);
  t.ok(many.every((header) => header.length === 256 + 8));
});

t.test('the last text may go beyond 4,096 characters', async (t) => {
  const texts = Array.from({ length: 40 }, (_, index) => `${index}`.padEnd(203, 'x'));
  t.equal(warningHeaders(texts).length, 21);
});
