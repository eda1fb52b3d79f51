// Validation by declared rules beside the validation by code: both run, what they find is compared, and one of them counts
// (DECLVAL-001 to DECLVAL-009).

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { FieldRules, RulesByKind } from '../../../shared/rule/rule.ts';
import type { StructSchema } from '../../../shared/schema/schema.ts';
import type { DeclaredMetrics } from '../contract/registry-metrics.ts';
import { judgeRules } from '../../../shared/rule/judge.ts';
import { faultDifferences } from './fault-differences.ts';

/** An object that is about to be stored. */
export interface JudgedObject {
  /** Of the object; its name is the kind's. */
  readonly schema: StructSchema;
  /** '' for the object's own endpoint. */
  readonly subresource: string;
  readonly object: ApiObject;
  /** Undefined: the object is made. */
  readonly old: ApiObject | undefined;
}

/** What is wrong with an object after both validators: `faults` are those of the validation by code. Never throws. */
export type JudgeDeclared = (judged: JudgedObject, faults: readonly FieldError[]) => readonly FieldError[];

export interface DeclaredSettings {
  readonly rules: RulesByKind;
  /** Whether what declared rules find is answered, in place of the faults that they cover. */
  readonly decides: boolean;
  readonly log: Log;
  /** Absent: nothing is counted. */
  readonly metrics?: DeclaredMetrics;
}

/** Where nothing is declared: the gate is off. */
export const nothingDeclared: JudgeDeclared = (_judged, faults) => faults;

export function declaredValidation({ rules, decides, log, metrics }: DeclaredSettings): JudgeDeclared {
  const judge = ({ schema, object, old }: JudgedObject, fields: FieldRules): readonly FieldError[] => {
    try {
      return judgeRules(fields, schema, object, old);
    } catch (error) {
      metrics?.panics.increment();
      log.error('declared rules could not be evaluated', { kind: schema.name, error });
      return decides ? [panicked(error)] : [];
    }
  };
  return (judged, faults) => {
    const kind = rules.get(judged.schema.name);
    if (kind === undefined || !kind.endpoints.includes(judged.subresource)) return faults;
    const declared = judge(judged, kind.fields);
    for (const { found, fault } of faultDifferences(faults, declared)) {
      metrics?.mismatches.increment();
      const facts = { kind: judged.schema.name, found, ...fault, answered: decides ? 'declared' : 'hand-written' };
      log.error('declared rules and hand-written validation differ', facts);
    }
    return decides ? [...faults.filter(({ covered }) => covered !== true), ...declared] : faults;
  };
}

/** What may be wrong with the object is not known, so it is refused. */
function panicked(error: unknown): FieldError {
  const detail = `panic during declarative validation: ${error instanceof Error ? error.message : String(error)}`;
  return { type: 'InternalError', field: '<nil>', detail };
}
