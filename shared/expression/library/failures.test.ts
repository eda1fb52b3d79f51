import t from 'tap';
import { Environment } from '../environment.ts';
import { jsonValue } from '../schema/json-value.ts';
import { ExpressionError } from '../syntax/issue.ts';
import { types } from '../type/type.ts';
import { Failure, type Value } from '../value/value.ts';
import { optionsOfVersion, servedVersion } from '../versions.ts';
import { libraryTypes } from './named-types.ts';

const environment = new Environment({
  ...optionsOfVersion(servedVersion, libraryTypes('maker')),
  variables: new Map([['any', types.dyn]]),
});

function outcome(source: string, any: unknown = null): Value | string {
  try {
    const program = environment.program(source, environment.check(source).checked);
    const { value } = program.evaluate(new Map([['any', jsonValue(any)]]));
    return value instanceof Failure ? `fails: ${value.message}` : value;
  } catch (error) {
    if (error instanceof ExpressionError) return error.issues.map(({ message }) => message).join('; ');
    throw error;
  }
}

/** The part of the failure that the pattern captures. */
function reasonOf(source: string, pattern: RegExp): string | undefined {
  const said = outcome(source);
  return typeof said === 'string' ? pattern.exec(said)?.[1] : undefined;
}

t.test('addresses and networks that are none tell why (CEL-009)', (t) => {
  const address = (text: string) => reasonOf(`ip('${text}').family()`, /: ParseAddr\("[^"]*"\): (.*)$/);
  for (const [text, reason] of [
    ['x', 'unable to parse IP'],
    ['1.2.3', 'IPv4 address too short'],
    ['1.2.3.4.5', 'IPv4 address too long'],
    ['01.2.3.4', 'IPv4 field has octet with leading zero'],
    ['1.2.3.256', 'IPv4 field has value >255'],
    ['1..2.3', 'IPv4 field must have at least one digit (at ".2.3")'],
    ['1.2.3.x', 'unexpected character (at "x")'],
    ['x%y', 'missing IPv6 address'],
    ['1:2:3', 'address string too short'],
    ['12345::', 'each group must have 4 or less digits (at "12345::")'],
    ['1::2::3', 'multiple :: in address (at ":3")'],
    ['::1g', 'unexpected character, want colon (at "g")'],
    ['::1:', 'colon must be followed by more characters (at ":")'],
    ['1:2:3:4:5:6:7:8:9', 'trailing garbage after address (at "9")'],
    ['1:2:3:1.2.3.4', 'embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")'],
  ] as const)
    t.equal(address(text), reason, text);
  const network = (text: string) => reasonOf(`cidr('${text}').ip()`, /ParsePrefix\("[^"]*"\): (.*)$/);
  t.equal(network('1.2.3/8'), 'ParseAddr("1.2.3"): IPv4 address too short');
  t.equal(network('1.2.3.4/33'), 'prefix length out of range');
  t.equal(network('1.2.3.4/08'), 'bad bits after slash: "08"');
  t.equal(network('::1%a/8'), 'IPv6 zones cannot be present in a prefix');
  t.match(outcome("cidr('10.0.0.0/8').containsCIDR('x')"), /conversion from string: .*no '\/'$/);
  t.end();
});

t.test('versions that are none tell which part is wrong (CEL-009)', (t) => {
  for (const [text, reason] of [
    ['', 'Version string empty'],
    ['1.2', 'No Major.Minor.Patch elements found'],
    ['v1.2.3', 'Invalid character(s) found in major number "v1"'],
    ['1.02.3', 'Minor number must not contain leading zeroes "02"'],
    ['1.2.3.4', 'Invalid character(s) found in patch number "3.4"'],
    ['1.2.3-01', 'Numeric PreRelease version must not contain leading zeroes "01"'],
    ['1.2.3-a..b', 'Prerelease is empty'],
    ['1.2.3-a_b', 'Invalid character(s) found in prerelease "a_b"'],
    ['1.2.3+', 'Build meta data is empty'],
    ['1.2.3+a_b', 'Invalid character(s) found in build meta data "a_b"'],
  ] as const)
    t.equal(outcome(`semver('${text}').major()`), `fails: ${reason}`, text);
  t.equal(outcome("semver('1.2-a', true).major()"), 'fails: short version cannot contain PreRelease/Build meta data');
  t.end();
});

t.test('functions and operators on values of other types fail with and without their names (CEL-009)', (t) => {
  const plain = 'fails: no such overload';
  t.equal(outcome("any.contains('a')", 5), plain);
  t.equal(outcome('size(any)', 5), `${plain}: size`);
  t.equal(outcome('size(dyn(timestamp(1)))'), plain);
  t.equal(outcome('-any', 'a'), plain);
  t.equal(outcome('-any', []), `${plain}: -_`);
  t.equal(outcome("-dyn(duration('1s')) == duration('-1s')"), true);
  t.equal(outcome('any - any', 'a'), plain);
  t.equal(outcome('any.join()', [1]), `${plain}: join(list)`);
  t.equal(outcome('any.x', ['a']), "fails: unsupported index type 'string' in list");
  t.equal(outcome('any[1.5]', ['a']), 'fails: unsupported index value 1.5 in list');
  t.equal(outcome('any.all(x, true)', 5), "fails: got 'types.Int', expected iterable type");
  t.equal(outcome("any.find('[' + 'a')", 'a'), 'fails: Illegal regex: error parsing regexp: missing closing ]: `[a`');
  t.equal(
    outcome("any.matches('a' + '\\\\')", 'a'),
    'fails: error parsing regexp: trailing backslash at end of expression: ``',
  );
  t.equal(outcome("[dyn(1), dyn('a')].max()"), 1, 'what has no order does not count');
  t.equal(outcome("[dyn(2), dyn('a')].isSorted()"), true);
  t.end();
});

t.test('names, signs and lone commas are read as by the reference parser (CEL-008)', (t) => {
  t.equal(outcome('.a'), "undeclared reference to '.a' (in container '')");
  t.equal(outcome('-1u == 1u'), "found no matching overload for '-_' applied to '(uint)'");
  t.equal(outcome('[1].map(1, 1)'), 'argument is not an identifier');
  t.equal(outcome('[1].all(1, true)'), 'argument must be a simple name');
  t.equal(outcome('[,] == [] && {,} == {}'), true);
  t.end();
});
