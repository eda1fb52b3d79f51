// How a struct of the schema lies on the protobuf wire: its fields by number. Types that JSON flattens into their parent are
// messages of their own there, so a number leads to a field or to a further level of numbers.

import type { Field, StructSchema } from '../../schema/schema.ts';

export interface MessagePlan {
  /** In ascending order of numbers, the order in which readers find them. */
  readonly members: ReadonlyMap<number, MessageMember>;
  /** The same in descending order, for writers that start at the end. */
  readonly backwards: readonly { readonly number: number; readonly member: MessageMember }[];
}

export type MessageMember =
  | { readonly kind: 'field'; readonly field: Field }
  | { readonly kind: 'inlined'; readonly plan: MessagePlan };

/** Plans by struct, each made once. */
export class MessagePlans {
  readonly #plans = new WeakMap<StructSchema, MessagePlan>();

  /** Fields without a number are left out: they have no protobuf form. */
  of(schema: StructSchema): MessagePlan {
    let plan = this.#plans.get(schema);
    if (plan === undefined) {
      plan = planOf([...schema.fields.values()].map((field) => ({ field, numbers: field.numbers })));
      this.#plans.set(schema, plan);
    }
    return plan;
  }
}

interface Numbered {
  readonly field: Field;
  /** What is left of the path of numbers at this level. */
  readonly numbers: readonly number[];
}

function planOf(fields: readonly Numbered[]): MessagePlan {
  const members = new Map<number, MessageMember>();
  const below = new Map<number, Numbered[]>();
  for (const { field, numbers } of fields) {
    const [number, ...rest] = numbers;
    if (number === undefined) continue;
    if (rest.length === 0) members.set(number, { kind: 'field', field });
    else below.set(number, [...(below.get(number) ?? []), { field, numbers: rest }]);
  }
  for (const [number, inner] of below) members.set(number, { kind: 'inlined', plan: planOf(inner) });
  const sorted = [...members].sort(([left], [right]) => left - right);
  return {
    members: new Map(sorted),
    backwards: sorted.map(([number, member]) => ({ number, member })).reverse(),
  };
}
