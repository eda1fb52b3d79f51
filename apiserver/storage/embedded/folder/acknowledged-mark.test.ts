import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { AcknowledgedMark, markName } from './acknowledged-mark.ts';

t.test('the later of the two marks counts, in whichever place it is', async (t) => {
  const mark = await AcknowledgedMark.open(join(t.testdir({}), markName), true);
  t.teardown(() => mark.close());
  t.strictSame(await mark.read(), { revision: undefined, whole: false }, 'a new file says nothing');
  for (const revision of [7, 8, 9]) {
    mark.set(revision);
    t.equal((await mark.read()).revision, revision);
  }
  await mark.settle(12);
  t.strictSame(await mark.read(), { revision: 12, whole: true });
});

t.test('a mark that cannot be read leaves the other one', async (t) => {
  const path = join(t.testdir({}), markName);
  const made = await AcknowledgedMark.open(path, true);
  made.set(7);
  made.set(8);
  await made.close();
  await writeFile(path, 'x', { flag: 'r+' });
  const mark = await AcknowledgedMark.open(path, false);
  t.teardown(() => mark.close());
  const { revision, whole } = await mark.read();
  t.match(revision, 7);
  t.notOk(whole);
});
