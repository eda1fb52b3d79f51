// The process of several test files: loads them one after the other, then their tests run in the order of the files. Most of
// the time of a quick test file goes into starting Node and loading tap.
// TEST_FILES are the files, as JSON; the argument is a name for all, by which tap names the folders of tests. A comment names
// each file before its tests.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { loadingTitle } from './test-report.mjs';

const files = JSON.parse(process.env.TEST_FILES);
delete process.env.TEST_FILES;
/** Seconds that one file may take. */
const seconds = Number(process.env.TAP_TIMEOUT);
t.setTimeout(seconds * 1000 * files.length);
// What files begin waits until this ends: until then none can end the whole.
await t.test(loadingTitle, async (t) => {
  for (const file of files) {
    begin(file);
    await import(pathToFileURL(resolve(file)).href);
  }
  t.pass('all of them');
});

function begin(file) {
  t.comment(file);
}
