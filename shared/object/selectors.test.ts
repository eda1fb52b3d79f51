import t from 'tap';
import { parseFieldSelector } from './field-selector.ts';
import { labelMap, labelSelectorOf, parseLabelSelector } from './label-selector.ts';

const labels = labelMap({ app: 'web', tier: '', size: '12', 'example.com/team': 'a' });

t.test('each form of a label selector selects as documented', async (t) => {
  const cases: readonly (readonly [string, boolean])[] = [
    ['', true],
    ['app=web', true],
    ['app==web', true],
    ['app!=web', false],
    ['missing!=x', true],
    ['app in (db, web)', true],
    ['app notin (db,web)', false],
    ['missing notin (a)', true],
    ['app', true],
    ['!app', false],
    ['!missing', true],
    ['size>11', true],
    ['size<12', false],
    ['app>1', false],
    ['tier=', true],
    ['tier in (,x)', true],
    [' app = web , example.com/team in (a) ', true],
    ['app=web,missing', false],
  ];
  for (const [text, expected] of cases)
    t.equal(parseLabelSelector(text).matches(labels), expected, JSON.stringify(text));
});

t.test('a label selector that cannot be read is refused with 400 and what was found', async (t) => {
  for (const text of [
    'app=web,',
    ',',
    'app in web',
    'app in (a',
    '=x',
    'a b',
    'x=y z',
    'app==!',
    'a>x',
    '-bad=1',
    'a=-b',
  ]) {
    t.throws(
      () => parseLabelSelector(text),
      { name: 'StatusError', code: 400, message: /^(unable to parse requirement: )?(found|<nil>|values)/ },
      text,
    );
  }
});

t.test('a list of values has commas between them, and an empty place is the empty value', async (t) => {
  const rows: readonly [text: string, read: string][] = [
    ['a in (1)', 'a=1'],
    ['a in ()', 'a='],
    ['a in (,)', 'a='],
    ['a in (1,)', 'a in (1,)'],
    ['a in (,1)', 'a in (,1)'],
    ['a notin (1,,2)', 'a notin (1,,2)'],
    ['a in (in,notin)', 'a in (in,notin)'],
    ['a in (1 2)', "unable to parse requirement: found '2', expected: ',' or ')'"],
    ['a in (1', "unable to parse requirement: found '', expected: ',' or ')'"],
    ['a in (1,', "unable to parse requirement: found '', expected: ',', or identifier"],
    ['a in (', "unable to parse requirement: found '', expected: ',', ')' or identifier"],
    ['a in (,,)', "unable to parse requirement: found ')', expected: ',', or identifier"],
  ];
  const read = (text: string): string => {
    try {
      return parseLabelSelector(text).toString();
    } catch (error) {
      return (error as Error).message;
    }
  };
  for (const [text, expected] of rows) t.equal(read(text), expected, text);
  t.match(read('a in (-b,c-)'), /\[values\[0\]\[a\]: Invalid value: "-b".*, values\[1\]\[a\]: Invalid value: "c-"/);
});

t.test('the object form selects like the query form', async (t) => {
  const selector = labelSelectorOf({
    matchLabels: { app: 'web' },
    matchExpressions: [
      { key: 'size', operator: 'In', values: ['12', '13'] },
      { key: 'missing', operator: 'DoesNotExist' },
    ],
  });
  t.ok(selector.matches(labels));
  t.equal(selector.toString(), 'app=web,size in (12,13),!missing');
  t.notOk(selector.matches(labelMap({ app: 'web', size: '1' })));
});

t.test('a label named like a property of every object is only a label', async (t) => {
  t.notOk(parseLabelSelector('constructor').matches(labelMap({})));
  t.ok(parseLabelSelector('constructor=x').matches(labelMap({ constructor: 'x' })));
});

t.test('a field selector compares texts, with its escapes', async (t) => {
  const fields = new Map([
    ['metadata.name', 'a'],
    ['reason', 'x,y=z\\'],
  ]);
  t.ok(parseFieldSelector('metadata.name=a').matches(fields));
  t.ok(parseFieldSelector('metadata.name==a,reason!=b').matches(fields));
  t.ok(parseFieldSelector('reason=x\\,y\\=z\\\\').matches(fields));
  t.notOk(parseFieldSelector('metadata.name!=a').matches(fields));
  t.ok(parseFieldSelector('absent=').matches(fields));
  t.equal(parseFieldSelector('metadata.name=a').exactValue('metadata.name'), 'a');
  t.equal(parseFieldSelector('reason=x\\,y').toString(), 'reason=x\\,y');
});

t.test('a field selector that cannot be read is refused with 400', async (t) => {
  for (const text of ['metadata.name', 'a=b=c', 'a=\\x', 'a>1']) {
    t.throws(
      () => parseFieldSelector(text),
      { name: 'StatusError', code: 400, message: /^invalid (field )?selector: / },
      text,
    );
  }
  const refusal = (text: string) => {
    try {
      return parseFieldSelector(text).toString();
    } catch (error) {
      return (error as Error).message;
    }
  };
  t.equal(refusal(' a=b'), ' a=b', 'spaces belong to the name');
  t.equal(refusal('a>1'), "invalid selector: 'a>1'; can't understand 'a>1'");
  t.equal(refusal('a=b=c'), 'invalid field selector: unescaped character in value: 61');
  t.equal(refusal('a=\\x'), 'invalid field selector: invalid escape sequence: \\x');
  t.ok(parseFieldSelector('=').everything, 'an empty field with an empty value selects everything');
  t.ok(parseFieldSelector('!=').everything, 'also one that must not be empty');
});

t.test('the error of a label selector names its place: between requirements, or inside of one', async (t) => {
  const told = (text: string) => {
    try {
      return parseLabelSelector(text).toString();
    } catch (error) {
      return (error as Error).message;
    }
  };
  t.equal(told('x=a=b'), "found '=', expected: ',' or 'end of string'");
  t.equal(told(',x'), "found ',', expected: !, identifier, or 'end of string'");
  t.equal(told('x,,y'), "found ',', expected: identifier after ','");
  t.equal(told('x,'), "found '', expected: identifier after ','");
  t.equal(told('!!x'), "unable to parse requirement: found '!', expected: identifier");
  t.equal(told('x in a'), "unable to parse requirement: found 'a' expected: '('");
  t.equal(told('x in (a'), "unable to parse requirement: found '', expected: ',' or ')'");
  t.match(told(`x>${2n ** 63n}`), /the value must be an integer/, 'of 64 bits');
  t.equal(told('x in ('), "unable to parse requirement: found '', expected: ',', ')' or identifier");
});
