// Which tests are asked whether they reach a mutant.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { projectRoot } from '../../fixtures/scripts/project-root.fixture.ts';

const { distance } = (await import(pathToFileURL(join(projectRoot(), 'scripts/mutants/unit-tests.mjs')).href)) as {
  distance: (one: string, other: string) => number;
};

t.test('a test beside a file is nearer to it than one in a folder above or below', (t) => {
  t.equal(distance('dist/a/b/file.js', 'dist/a/b/file.test.js'), 0);
  t.equal(distance('dist/a/b/file.js', 'dist/a/b/c/other.test.js'), 1);
  t.equal(distance('dist/a/b/file.js', 'dist/a/other.test.js'), 1);
  t.equal(distance('dist/a/b/file.js', 'dist/a/c/other.test.js'), 2);
  t.end();
});
