import t from 'tap';

import { createLogger } from './logger.ts';

function lines(): { readonly written: string[]; readonly sink: { write(line: string): void } } {
  const written: string[] = [];
  return { written, sink: { write: (line) => void written.push(line) } };
}

t.test('the JSON form has one object per line with time, level, message and fields', (t) => {
  const { written, sink } = lines();
  const log = createLogger({ format: 'json', sink }).child({ part: 'store' });
  log.info('opened', { revision: 5n, error: new Error('outer', { cause: new Error('inner') }) });
  log.debug('dropped');
  t.equal(written.length, 1);
  const line = JSON.parse(written[0] as string);
  t.match(line, { level: 'info', msg: 'opened', part: 'store', revision: '5' });
  t.match(line.error, { message: 'outer', cause: { message: 'inner' } });
  t.ok(Date.parse(line.time));
  t.end();
});

t.test('the text form has time, level, message and name=value', (t) => {
  const { written, sink } = lines();
  createLogger({ level: 'debug', sink }).child({ part: 'store' }).debug('opened', { path: '/a b', count: 3 });
  t.match(written[0], /^\d{4}-\d\d-\d\dT[\d:.]+Z DEBUG opened path="\/a b" count=3 part=store\n$/);
  t.end();
});

t.test('a message cannot forge a second line', (t) => {
  const { written, sink } = lines();
  createLogger({ sink }).warn('user a\n2026 INFO fine', { name: 'x\ny' });
  t.equal((written[0] as string).split('\n').length, 2);
  t.end();
});

for (const format of ['json', 'text'] as const) {
  t.test(`long responses of other programs do not fill the log in ${format} form`, (t) => {
    const { written, sink } = lines();
    const long = 'x'.repeat(1_000_000);
    const error = new Error(long, { cause: new Error(long) });
    createLogger({ format, sink }).warn(long, { text: long, error, kept: 'y'.repeat(4096) });
    t.ok((written[0] ?? '').length < 40_000, String(written[0]?.length));
    t.match(written[0], /xxx\.\.\. \(995904 more characters\)/);
    t.match(written[0], /"stack":"Error: \(\.\.\.\)\\n +at .*logger\.test/, 'the stack shows where it was thrown');
    t.match(written[0], /y{4096}"?(?: |,|\}|\n)/, 'and what is not too long is whole');
    t.end();
  });

  t.test(`secrets are masked by the name of their field in ${format} form`, (t) => {
    const { written, sink } = lines();
    createLogger({ format, sink }).info('call', {
      token: 'hunter2',
      Authorization: 'hunter2',
      'client-secret': 'hunter2',
      tokens: 3,
    });
    t.notMatch(written.join(''), 'hunter2');
    t.match(written.join(''), /tokens"?[=:]3/);
    t.end();
  });
}
