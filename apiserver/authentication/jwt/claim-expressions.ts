// Expressions over the claims of a token, as `claims`, and over the user that they make, as `user` (OIDC-048, OIDC-049).

import { Environment } from '../../../shared/expression/environment.ts';
import type { Program } from '../../../shared/expression/evaluate/compile.ts';
import { libraryTypes } from '../../../shared/expression/library/named-types.ts';
import { JsonList, JsonMapping, type JsonObject } from '../../../shared/expression/schema/json-value.ts';
import { unescapedName } from '../../../shared/expression/schema/property-name.ts';
import type { Expression } from '../../../shared/expression/syntax/tree.ts';
import { listType, mapType, structType, type Type, types } from '../../../shared/expression/type/type.ts';
import { Double, Failure, type Key, List, type Value } from '../../../shared/expression/value/value.ts';
import { optionsOfVersion, servedVersion } from '../../../shared/expression/versions.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { UserInfo } from '../contract/authenticator.ts';

export interface ClaimExpression {
  readonly expression: string;
  readonly program: Program;
  readonly root: Expression;
}

export interface ClaimCompiler {
  /** Throws an Error that says what is wrong. `boolean`: it must be true or false. */
  claims(expression: string, boolean: boolean): ClaimExpression;
  user(expression: string): ClaimExpression;
}

/** What one evaluation may cost. */
const costLimit = 1_000_000;

export function claimCompiler(vendor: Vendor): ClaimCompiler {
  const texts = listType(types.string);
  const fields = new Map<string, Type>([
    ['username', types.string],
    ['uid', types.string],
    ['groups', texts],
    ['extra', mapType(types.string, texts)],
  ]);
  const environmentOf = (name: string, type: Type): Environment =>
    new Environment({
      ...optionsOfVersion(servedVersion, libraryTypes(vendor.fill('{maker}'))),
      variables: new Map([[name, type]]),
      listLiteralCost: vendor.behaviour.listLiteralCost,
    });
  const claims = environmentOf('claims', mapType(types.string, types.any));
  const user = environmentOf(
    'user',
    structType(vendor.fill('{maker}.UserInfo'), (field) => fields.get(field)),
  );
  return {
    claims: (expression, boolean) => compile(claims, expression, boolean),
    user: (expression) => compile(user, expression, true),
  };
}

function compile(environment: Environment, expression: string, boolean: boolean): ClaimExpression {
  const { checked, type } = explained(() => environment.check(expression), 'compilation failed');
  if (boolean && type.kind !== 'bool') throw new Error('must evaluate to bool');
  const program = explained(() => environment.program(expression, checked), 'program instantiation failed');
  return { expression, program, root: checked.root };
}

function explained<T>(attempt: () => T, problem: string): T {
  try {
    return attempt();
  } catch (error) {
    throw new Error(`${problem}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** The value of an expression. Throws an Error where it has none. */
export function evaluate({ expression, program }: ClaimExpression, name: 'claims' | 'user', value: Value): Value {
  const outcome = program.evaluate(new Map([[name, value]]), { limit: costLimit });
  if (outcome.value instanceof Failure) {
    throw new Error(`expression '${expression}' resulted in error: ${outcome.value.message}`);
  }
  return outcome.value;
}

/** The texts of a text, or of a list of them, without empty ones; undefined for any other value. */
export function textsOfValue(value: Value): readonly string[] | undefined {
  if (value === null) return [];
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (!(value instanceof List)) return undefined;
  const texts: string[] = [];
  for (let place = 0; place < value.size; place += 1) {
    const item = value.at(place);
    if (typeof item !== 'string') return undefined;
    if (item !== '') texts.push(item);
  }
  return texts;
}

/** The variable `claims`. Numbers are doubles. */
export function claimsValue(claims: JsonObject): Value {
  return new JsonMapping(claims, claimValue);
}

function claimValue(raw: unknown): Value {
  if (typeof raw === 'string' || typeof raw === 'boolean') return raw;
  if (typeof raw === 'number') return new Double(raw);
  if (raw === null || raw === undefined) return null;
  return Array.isArray(raw) ? new JsonList(raw, claimValue) : new NestedClaims(raw as JsonObject, claimValue);
}

/** An object inside a claim: its members are found by the identifiers that stand for their names too. */
class NestedClaims extends JsonMapping {
  override find(key: Key): Value | undefined {
    const name = typeof key === 'string' ? unescapedName(key) : undefined;
    return super.find(name ?? key);
  }
}

/** The variable `user`. */
export function userValue({ username, uid = '', groups, extra }: UserInfo): Value {
  return new JsonMapping({ username, uid, groups, extra: Object.fromEntries(extra) }, claimValue);
}

/** Whether the expression reads this claim by its name. */
export function selectsClaim({ root }: ClaimExpression, claim: string): boolean {
  return mentions(root, claim);
}

function mentions(node: Expression, claim: string): boolean {
  switch (node.kind) {
    case 'literal':
    case 'identifier':
      return false;
    case 'select':
      return (isClaims(node.operand) && node.field === claim) || mentions(node.operand, claim);
    case 'call': {
      const [first, second] = node.args;
      const optional =
        node.target === undefined &&
        node.name === '_?._' &&
        first !== undefined &&
        isClaims(first) &&
        second?.kind === 'literal' &&
        second.value === claim;
      return (
        optional ||
        [...(node.target === undefined ? [] : [node.target]), ...node.args].some((one) => mentions(one, claim))
      );
    }
    case 'list':
      return node.items.some((one) => mentions(one, claim));
    case 'map':
      return node.entries.some(({ key, value }) => mentions(key, claim) || mentions(value, claim));
    case 'struct':
      return node.fields.some(({ value }) => mentions(value, claim));
    case 'comprehension':
      return [node.range, node.init, node.condition, node.step, node.result].some((one) => mentions(one, claim));
  }
}

function isClaims(node: Expression): boolean {
  return node.kind === 'identifier' && node.name === 'claims';
}
