// Rules of scaling as an annotation of version v1 holds them: under names that begin with a capital letter, nothing left out.

import { stringifyJson } from '../../../../../shared/codec/json/json.ts';
import { parseStruct, quantity, struct, structs, text, whole } from './metric-forms.ts';

type Struct = Readonly<Record<string, unknown>>;

interface Policy {
  readonly type?: string;
  readonly value?: number;
  readonly periodSeconds?: number;
}

interface Rules {
  readonly stabilizationWindowSeconds?: number;
  readonly selectPolicy?: string;
  readonly policies?: readonly Policy[];
  readonly tolerance?: string;
}

interface Behavior {
  readonly scaleUp?: Rules;
  readonly scaleDown?: Rules;
}

export function behaviorText({ scaleUp, scaleDown }: Behavior): string {
  return stringifyJson({ ScaleUp: older(scaleUp), ScaleDown: older(scaleDown) });
}

function older(rules: Rules | undefined): Struct | null {
  if (rules === undefined) return null;
  const { stabilizationWindowSeconds = null, selectPolicy = null, policies, tolerance = null } = rules;
  return {
    StabilizationWindowSeconds: stabilizationWindowSeconds,
    SelectPolicy: selectPolicy,
    Policies:
      policies?.map(({ type = '', value = 0, periodSeconds = 0 }) => ({
        Type: type,
        Value: value,
        PeriodSeconds: periodSeconds,
      })) ?? null,
    Tolerance: tolerance,
  };
}

/** Undefined: it says nothing. Throws AnnotationError. */
export function behaviorOf(json: string): Behavior | undefined {
  const source = parseStruct(json);
  const [scaleUp, scaleDown] = [newer(struct(source, 'ScaleUp')), newer(struct(source, 'ScaleDown'))];
  if (scaleUp === undefined && scaleDown === undefined) return undefined;
  return { ...(scaleUp === undefined ? {} : { scaleUp }), ...(scaleDown === undefined ? {} : { scaleDown }) };
}

function newer(source: Struct | undefined): Rules | undefined {
  if (source === undefined) return undefined;
  const policies = structs(source, 'Policies')?.map((policy) => ({
    type: text(policy, 'Type') ?? '',
    value: whole(policy, 'Value') ?? 0,
    periodSeconds: whole(policy, 'PeriodSeconds') ?? 0,
  }));
  const fields = {
    stabilizationWindowSeconds: whole(source, 'StabilizationWindowSeconds'),
    selectPolicy: text(source, 'SelectPolicy'),
    policies,
    tolerance: quantity(source, 'Tolerance'),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
