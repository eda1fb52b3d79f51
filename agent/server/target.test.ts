import t from 'tap';
import { targetOf } from './target.ts';

t.test('a target is its path as it was sent, with or without the address before it', async (t) => {
  for (const [url, path] of [
    ['/pods', '/pods'],
    ['/a%2Fb/', '/a%2Fb/'],
    ['http://host:1/pods', '/pods'],
    ['HTTPS://host/pods?x', '/pods'],
    ['http://host', '/'],
    ['http://host?x=/pods', '/'],
    ['', '/'],
    ['*', '/*'],
    ['pods', '/pods'],
    ['//pods', '//pods'],
  ] as const)
    t.equal(targetOf(url).path, path, url);
});

t.test('a query is kept as it was sent; what of it cannot be read is left out', async (t) => {
  const { query, search } = targetOf('/logs?a=1&b=x+y%21&c&d=1=2&e=%zz&f;g=1&&a=2');
  t.equal(search, '?a=1&b=x+y%21&c&d=1=2&e=%zz&f;g=1&&a=2');
  t.strictSame(
    [...query],
    [
      ['a', '1'],
      ['b', 'x y!'],
      ['c', ''],
      ['d', '1=2'],
      ['a', '2'],
    ],
  );
  t.equal(targetOf('/logs').search, '');
});
