import t from 'tap';
import {
  checkDns1035Label,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkLabelValue,
  checkPathSegment,
  checkQualifiedName,
} from './names.ts';

t.test('object names follow the rule of their kind', async (t) => {
  const cases: readonly (readonly [(text: string) => readonly string[], string, boolean])[] = [
    [checkDns1123Subdomain, 'a.b-c.d', true],
    [checkDns1123Subdomain, 'a..b', false],
    [checkDns1123Subdomain, 'A', false],
    [checkDns1123Subdomain, 'x'.repeat(253), true],
    [checkDns1123Subdomain, 'x'.repeat(254), false],
    [checkDns1123Label, '1a', true],
    [checkDns1123Label, 'a.b', false],
    [checkDns1035Label, 'a1', true],
    [checkDns1035Label, '1a', false],
    [checkPathSegment, 'system:x', true],
    [checkPathSegment, '..', false],
    [checkPathSegment, 'a/b', false],
    [checkQualifiedName, 'example.com/Name_1', true],
    [checkQualifiedName, '/name', false],
    [checkQualifiedName, 'a/b/c', false],
    [checkQualifiedName, '', false],
    [checkLabelValue, '', true],
    [checkLabelValue, 'a b', false],
    [checkLabelValue, 'x'.repeat(64), false],
  ];
  for (const [check, text, good] of cases)
    t.equal(check(text).length === 0, good, `${check.name} ${JSON.stringify(text.slice(0, 20))}`);
});

t.test('the checks take linear time on hostile input', async (t) => {
  const hostile = `${'a-'.repeat(100_000)}!`;
  const start = process.cpuUsage();
  checkDns1123Subdomain(hostile);
  checkQualifiedName(hostile);
  checkLabelValue(hostile);
  // Of the processor, not of the wall: milliseconds, where tries from each place would take minutes.
  t.ok(process.cpuUsage(start).user < 20_000_000);
});
