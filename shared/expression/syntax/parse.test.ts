import fc from 'fast-check';
import t from 'tap';
import { explore } from '../../../fixtures/shared/explore.fixture.ts';
import { ExpressionError } from './issue.ts';
import { standardMacros } from './macro.ts';
import { mostCodePoints, parse } from './parse.ts';
import { mostChained, mostNesting } from './token-reader.ts';

const options = { macros: standardMacros, optionals: true, quotedNames: false };

function faultOf(source: string, withOptions = options): string {
  try {
    parse(source, withOptions);
    return 'none';
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}

t.test('the error of an expression shows its place with a mark under it (CEL-006)', (t) => {
  t.match(
    faultOf('self.a +\n  self.b )'),
    /^ERROR: <input>:2:10: Syntax error: mismatched input '\)' expecting <EOF>\n \|   self.b \)\n \| \.{9}\^$/,
  );
  t.match(faultOf('1 +'), /^ERROR: <input>:1:4: Syntax error: mismatched input '<EOF>' expecting \{'\[', /);
  t.match(faultOf("'unclosed"), /token recognition error at: '''/);
  t.match(faultOf('has(self)'), /<input>:1:5: invalid argument to has\(\) macro/);
  t.match(faultOf('[1].all(2, true)'), /argument must be a simple name/);
  t.match(faultOf('package.name'), /reserved identifier: package/);
  t.match(faultOf('9223372036854775808'), /invalid int literal/);
  t.match(faultOf("'\\q'"), /unable to unescape string/);
  t.equal(faultOf('-9223372036854775808'), 'none');
  t.match(faultOf('self.`a`'), /unsupported syntax/);
  t.end();
});

t.test('Optional syntax is refused where the environment does not have it (CEL-019)', (t) => {
  for (const source of ['a.?b', 'a[?0]', '[?a]', '{?a: b}']) {
    t.equal(faultOf(source), 'none', source);
    t.match(faultOf(source, { ...options, optionals: false }), /unsupported syntax/, source);
  }
  t.end();
});

t.test('Length, nesting and chains of operators are limited, also next to the limit', (t) => {
  const within = `'${'a'.repeat(mostCodePoints - 2)}'`;
  t.equal(faultOf(within), 'none');
  t.match(faultOf(`${within} `), /expression code point size exceeds limit: size: 100001, limit 100000/);
  t.equal(faultOf(`${'('.repeat(mostNesting - 1)}1${')'.repeat(mostNesting - 1)}`), 'none');
  t.match(faultOf('('.repeat(50_000)), /expression recursion limit exceeded: 250/);
  t.match(faultOf('['.repeat(50_000)), /recursion limit/);
  t.match(faultOf(`a${'.a'.repeat(40_000)}`), /recursion limit/);
  t.match(faultOf(`1${'+1'.repeat(mostChained + 1)}`), /recursion limit/);
  t.equal(faultOf(`a${' && a'.repeat(15_000)}`), 'none', 'conditions are balanced');
  t.end();
});

t.test('No text makes the parser fail in another way', (t) => {
  const part = fc.constantFrom(
    ...'a b. ?[]{}()\'"`\\ux0123.e-+*/%!<>=&|:,in has(r\'b"'.split(''),
    'true',
    '\n',
    '//',
    'a.all(x,',
    '😀',
  );
  explore(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      faultOf(parts.join(''));
      return true;
    }),
    { numRuns: 2_000 },
  );
  t.end();
});
