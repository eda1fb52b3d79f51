import { readFileSync } from 'node:fs';
import t from 'tap';
import { productVersion } from './product-version.ts';

t.test('modules have the version of their package', async (t) => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  t.equal(productVersion(), version);
});
