import t from 'tap';
import { httpDate } from './http-date.ts';

t.test('the date is that of the second, as HTTP writes it', async (t) => {
  const before = Math.floor(Date.now() / 1000) * 1000;
  const date = httpDate();
  t.match(date, /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/);
  t.ok(Date.parse(date) >= before && Date.parse(date) <= Date.now());
});
