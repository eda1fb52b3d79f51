// The journal is recognised by the stream itself, and lines for it carry a level and no time.

import t from 'tap';
import { writesToJournal } from './systemd-journal.ts';
import { createLogger } from './logger.ts';

t.test('the stream must be the one that is named', async (t) => {
  const stream = () => ({ dev: 8n, ino: 12_345n });
  t.equal(writesToJournal({ JOURNAL_STREAM: '8:12345' }, stream), true);
  t.equal(writesToJournal({ JOURNAL_STREAM: '8:12346' }, stream), false, 'redirected');
  for (const value of [undefined, '', '8', '8:x', '8:12345:1', '-8:12345']) {
    t.equal(writesToJournal(value === undefined ? {} : { JOURNAL_STREAM: value }, stream), false);
  }
  const closed = (): never => {
    throw new Error('EBADF');
  };
  t.equal(writesToJournal({ JOURNAL_STREAM: '8:12345' }, closed), false);
});

t.test('lines for the journal have their level in front, and text has no time', async (t) => {
  for (const format of ['text', 'json'] as const) {
    const lines: string[] = [];
    const log = createLogger({ format, level: 'debug', journal: true, sink: { write: (line) => lines.push(line) } });
    log.debug('a');
    log.info('b', { n: 1 });
    log.warn('c');
    log.child({ part: 'x' }).error('d\n<0>e');
    if (format === 'text') t.strictSame(lines, ['<7>a\n', '<6>b n=1\n', '<4>c\n', '<3>d\\n<0>e part=x\n']);
    t.strictSame(
      lines.map((line) => line.slice(0, 3)),
      ['<7>', '<6>', '<4>', '<3>'],
    );
    if (format === 'json') t.match(JSON.parse(lines[1]?.slice(3) ?? ''), { level: 'info', msg: 'b', n: 1 });
  }
});
