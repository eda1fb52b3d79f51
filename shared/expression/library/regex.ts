// Functions that find matches of regular expressions in a text (CEL-015). `matches` is in the standard library.

import { declaring, type Implementation, type Library } from '../declare/function.ts';
import { ArrayList, Failure, type Value } from '../value/value.ts';
import { matcherOf, type PatternMatcher } from './pattern.ts';
import { preparePattern } from './standard.ts';

const declare = declaring();

const illegal = ({ message }: Failure): Failure => new Failure(`Illegal regex: ${message}`);

function found(use: (text: string, matcher: PatternMatcher, limit: Value) => Value) {
  const call = (text: string, pattern: string, limit: Value): Value => {
    const matcher = matcherOf(pattern);
    return matcher instanceof Failure ? illegal(matcher) : use(text, matcher, limit);
  };
  const prepare = (constants: readonly (Value | undefined)[]): Implementation | Failure =>
    preparePattern(constants, use, illegal);
  return { call: call as Implementation, prepare };
}

const first = found((text, matcher) => matcher.first(text) ?? '');
const every = found((text, matcher) => new ArrayList(matcher.all(text, -1)));
const some = found((text, matcher, limit) => new ArrayList(matcher.all(text, Number(limit))));

export const regexLibrary: Library = {
  functions: [
    { ...declare('string_find_string', 'string.find(string): string', first.call), ...first },
    { ...declare('string_find_all_string', 'string.findAll(string): list(string)', every.call), ...every },
    { ...declare('string_find_all_string_int', 'string.findAll(string, int): list(string)', some.call), ...some },
  ],
};
