// Expectations about the shape of a whole document, by JSON Schema. Patterns run on a linear-time engine, because their
// input comes from the target.

import { Ajv, type ErrorObject } from 'ajv';
import { RE2JS } from 're2js';
import { Exchange } from '../exchange/exchange.ts';
import { ExpectationFailed, shown } from '../contract/failure.ts';
import { valueAt } from '../format/json-path.ts';
import { expectJson } from './object.ts';
import { type ShapeName, shapes } from './shapes.ts';

/** `code` is for validators compiled to files, which the suite never does. */
const linearTime = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(pattern);
    // Ajv caches compiled patterns by this text.
    return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern };
  },
  { code: 'linearTime' },
);

/** Compiles each shape on first use. */
const validator = new Ajv({ strict: true, schemas: { ...shapes }, code: { regExp: linearTime } });

/** The body of the response, or the value, matches this shape; reports the first error with its path. */
export function expectShape(subject: unknown, shape: ShapeName): void {
  const value = subject instanceof Exchange ? expectJson(subject) : subject;
  const validate = validator.getSchema(shape);
  if (validate === undefined) throw new TypeError(`no shape ${shape}`);
  if (validate(value) === true) return;
  const [fault] = validate.errors ?? [];
  const place = placeOf(fault);
  const what = subject instanceof Exchange ? `shape of the body of ${subject.title}` : `shape of a ${shape}`;
  const expected = `${place.length === 0 ? 'a value' : `at ${place.join('.')} a value`} that ${fault?.message ?? 'fits'}`;
  throw new ExpectationFailed(what, expected, shown(place.length === 0 ? value : valueAt(value, place)));
}

/** The segments of a JSON pointer. */
function placeOf(fault: ErrorObject | undefined): readonly string[] {
  const pointer = fault?.instancePath ?? '';
  return pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
