import t from 'tap';
import { ExpectationFailed } from '../wire/contract/failure.ts';
import { type Chapter, expectSameStory, selected, stateAfter } from './story.ts';

const chapter = (type: string, name: string, version: string, isSelected = true): Chapter => ({
  type,
  name,
  version,
  uid: name,
  isSelected,
});

const whole = [
  chapter('ADDED', 'a', '1'),
  chapter('ADDED', 'b', '2', false),
  chapter('MODIFIED', 'b', '3'),
  chapter('MODIFIED', 'a', '4', false),
  chapter('DELETED', 'a', '5', false),
  chapter('DELETED', 'b', '6'),
];

t.test('the state after a story has the last version of each object', async (t) => {
  t.strictSame([...stateAfter(whole)], []);
  t.strictSame(
    [...stateAfter(whole.slice(0, 4))],
    [
      ['a', '4'],
      ['b', '3'],
    ],
  );
});

t.test('a selecting watch reports objects that enter and leave the selection', async (t) => {
  t.strictSame(
    selected(whole).map(({ type, version }) => `${type} ${version}`),
    ['ADDED 1', 'ADDED 3', 'DELETED 4', 'DELETED 6'],
  );
});

t.test('the first difference between two stories is reported', async (t) => {
  expectSameStory('one', whole, whole);
  t.throws(
    () => expectSameStory('one', whole.slice(0, 2), whole),
    new ExpectationFailed('event 3 of one', '["MODIFIED","b","3"]', 'the end'),
  );
  const longer = [...whole, ...whole.slice(5)];
  t.throws(
    () => expectSameStory('one', longer, whole),
    new ExpectationFailed('event 7 of one', 'the end', '["DELETED","b","6"]'),
  );
});
