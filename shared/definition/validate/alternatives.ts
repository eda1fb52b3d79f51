// Validates `oneOf`, `anyOf`, `allOf` and `not`.

import { invalidValue } from '../../object/field-error-message.ts';
import { type JsonSchema, schemaAt, schemasAt } from '../structural/json-schema.ts';
import { type Check, fieldOf, noFaults, type Place, take, type Verdict } from './verdict.ts';

export function alternatives(schema: JsonSchema, compile: (schema: JsonSchema) => Check): Check {
  const of = (key: string): readonly Check[] => schemasAt(schema, key).map(compile);
  const [any, one, all] = [of('anyOf'), of('oneOf'), of('allOf')];
  const none = schemaAt(schema, 'not');
  const not = none === undefined ? undefined : compile(none);
  if (any.length + one.length + all.length === 0 && not === undefined) return () => ({ errors: [], checks: 1 });
  // The value before an update excuses nothing here: whether an alternative holds is a question of the whole value.
  return (value, _old, place) => {
    const verdict = noFaults();
    if (any.length > 0)
      checkAny(
        verdict,
        place,
        any.map((check) => () => check(value, undefined, place)),
      );
    if (one.length > 0)
      checkOne(
        verdict,
        place,
        one.map((check) => check(value, undefined, place)),
      );
    if (all.length > 0)
      checkAll(
        verdict,
        place,
        all.map((check) => check(value, undefined, place)),
      );
    if (not !== undefined && not(value, undefined, place).errors.length === 0)
      fail(verdict, place, 'must not validate the schema (not)');
    verdict.checks += 1;
    return verdict;
  };
}

/** The message is of the whole value, and names no field. */
function fail(verdict: Verdict, place: Place, detail: string): void {
  verdict.errors.push(invalidValue(rootOf(place), '', `${JSON.stringify(place.text)} ${detail}`));
}

/** Of an alternative the field of what is validated is named, whatever is inside of it. */
function rootOf(place: Place): string {
  const root = place.field.slice(0, place.field.length - place.text.length).replace(/\.$/, '');
  return fieldOf({ field: root, text: '' });
}

function nearest(verdicts: readonly Verdict[]): Verdict | undefined {
  let best: Verdict | undefined;
  for (const verdict of verdicts) if (best === undefined || verdict.checks > best.checks) best = verdict;
  return best;
}

function checkAny(verdict: Verdict, place: Place, checks: readonly (() => Verdict)[]): void {
  const failed: Verdict[] = [];
  for (const check of checks) {
    const result = check();
    if (result.errors.length === 0) return take(verdict, result);
    failed.push(result);
  }
  fail(verdict, place, 'must validate at least one schema (anyOf)');
  const best = nearest(failed);
  if (best !== undefined) take(verdict, best);
}

function checkOne(verdict: Verdict, place: Place, results: readonly Verdict[]): void {
  const [first, ...more] = results.filter(({ errors }) => errors.length === 0);
  if (first !== undefined && more.length === 0) return take(verdict, first);
  const found = first === undefined ? 'Found none valid' : `Found ${more.length + 1} valid alternatives`;
  fail(verdict, place, `must validate one and only one schema (oneOf). ${found}`);
  const best = first === undefined ? nearest(results) : undefined;
  if (best !== undefined) take(verdict, best);
}

function checkAll(verdict: Verdict, place: Place, results: readonly Verdict[]): void {
  for (const result of results) take(verdict, result);
  const valid = results.filter(({ errors }) => errors.length === 0).length;
  if (valid === results.length) return;
  fail(verdict, place, `must validate all the schemas (allOf)${valid === 0 ? '. None validated' : ''}`);
}
