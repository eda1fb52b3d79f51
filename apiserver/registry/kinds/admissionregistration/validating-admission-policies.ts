// Policies of admission: for which objects they are, and what must hold of these. Expressions must be such that they can be
// evaluated.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import { LateChecks } from '../../../admission/expression/late-checks.ts';
import type { Strategy } from '../../contract/resource.ts';
import { addAll } from '../../../../shared/object/add-all.ts';
import { duplicateValue, invalidValue, notSupported, required } from '../../../../shared/object/field-error-message.ts';
import { checkQualifiedName } from '../../../../shared/object/names.ts';
import { ownMetadata } from '../../object/metadata.ts';
import { age, count, name, printer } from '../printers/fields.ts';
import { contentGeneration } from '../row/generation.ts';
import { type Condition, conditionErrors } from '../rule/condition-validation.ts';
import { paramKind } from './rule/policy-cells.ts';
import { PolicyChecks } from './rule/policy-checks.ts';
import {
  faulty,
  isBlank,
  type PolicyParts,
  policyPartsErrors,
  policyTolerances,
  storedSet,
} from './rule/policy-parts.ts';

interface Validation {
  readonly expression?: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
}

interface AuditAnnotation {
  readonly key?: string;
  readonly valueExpression?: string;
}

interface PolicySpec extends PolicyParts {
  readonly validations?: readonly Validation[];
  readonly auditAnnotations?: readonly AuditAnnotation[];
}

interface Policy extends ApiObject {
  readonly spec?: PolicySpec;
  readonly status?: {
    readonly conditions?: readonly Condition[];
    readonly typeChecking?: { readonly expressionWarnings?: readonly { fieldRef?: string; warning?: string }[] };
  };
}

const mostAnnotations = 20;
const longestValueExpression = 5120;
const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
function admissionPolicyStrategy(vendor: Vendor): Strategy {
  const late = new LateChecks(vendor);
  return {
    unconditionalUpdate: false,
    tolerances: policyTolerances,
    anyFinalizer: true,
    statusKeeps: ownMetadata,
    load: () => late.load(),
    validateCreate: (object) => policyErrors(object, undefined, late),
    validateUpdate: (object, old) => policyErrors(object, (old as Policy).spec, late),
    validateStatusUpdate: (object) => statusErrors(object),
  };
}

function policyErrors(
  { metadata, spec = {} }: Policy,
  before: PolicySpec | undefined,
  late: LateChecks,
): readonly FieldError[] {
  const expressions = new PolicyChecks(late, spec.paramKind !== undefined, storedExpressions(before));
  const errors: FieldError[] = [...policyPartsErrors(spec, expressions)];
  const { validations = [], auditAnnotations: annotations = [] } = spec;
  if (validations.length === 0 && annotations.length === 0) {
    const detail = 'validations or auditAnnotations must contain at least one item';
    errors.push(required('spec.validations', detail), required('spec.auditAnnotations', detail));
  }
  for (const [index, validation] of validations.entries())
    addAll(errors, validationErrors(validation, `spec.validations[${index}]`, expressions));
  addAll(errors, annotationsErrors(annotations, metadata.name ?? '', expressions));
  return errors;
}

function storedExpressions(spec: PolicySpec | undefined): ReadonlySet<string> {
  if (spec === undefined) return new Set();
  const { validations = [], auditAnnotations = [] } = spec;
  return storedSet(spec, [
    ...validations.flatMap(({ expression, messageExpression }) => [expression, messageExpression]),
    ...auditAnnotations.map(({ valueExpression }) => valueExpression),
  ]);
}

function validationErrors(validation: Validation, path: string, expressions: PolicyChecks): readonly FieldError[] {
  const { expression = '', message = '', messageExpression = '', reason } = validation;
  const errors: FieldError[] = [];
  const notBlank = 'must be non-empty if specified';
  if (isBlank(expression)) errors.push(required(`${path}.expression`, 'expression is not specified'));
  else addAll(errors, faulty(`${path}.expression`, expression, expressions.validation(expression)));
  if (messageExpression !== '' && isBlank(messageExpression))
    errors.push(invalidValue(`${path}.messageExpression`, messageExpression, notBlank));
  else if (messageExpression !== '')
    addAll(errors, faulty(`${path}.messageExpression`, messageExpression, expressions.message(messageExpression)));
  if (message !== '' && isBlank(message)) errors.push(invalidValue(`${path}.message`, message, notBlank));
  else if (/[\n\r]/.test(message.trim()))
    errors.push(invalidValue(`${path}.message`, message, 'must not contain line breaks'));
  if (reason !== undefined && !reasons.includes(reason)) errors.push(notSupported(`${path}.reason`, reason, reasons));
  return errors;
}

/** Keys become names of annotations below the name of the policy. */
function annotationsErrors(annotations: readonly AuditAnnotation[], policy: string, expressions: PolicyChecks) {
  const path = 'spec.auditAnnotations';
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  if (annotations.length > mostAnnotations)
    errors.push(invalidValue(path, annotations, `must not have more than ${mostAnnotations} auditAnnotations`));
  for (const [index, { key = '', valueExpression = '' }] of annotations.entries()) {
    const place = `${path}[${index}]`;
    const name = `${policy}/${key}`;
    for (const fault of checkQualifiedName(name)) errors.push(invalidValue(`${place}.key`, name, fault));
    if (isBlank(valueExpression)) errors.push(required(`${place}.valueExpression`, 'valueExpression is not specified'));
    else if (Buffer.byteLength(valueExpression.trim()) > longestValueExpression) {
      const detail = `must not exceed ${longestValueExpression} bytes in length`;
      errors.push(required(`${place}.valueExpression`, detail));
    } else {
      const source = valueExpression.trim();
      addAll(errors, faulty(`${place}.valueExpression`, source, expressions.annotation(source)));
    }
    if (seen.has(key)) errors.push(duplicateValue(`${place}.key`, key));
    seen.add(key);
  }
  return errors;
}

function statusErrors({ status }: Policy): readonly FieldError[] {
  const path = 'status.typeChecking.expressionWarnings';
  const warnings = (status?.typeChecking?.expressionWarnings ?? []).flatMap(
    ({ fieldRef = '', warning = '' }, index) => [
      ...(warning === '' ? [required(`${path}[${index}].warning`)] : []),
      ...(isBlank(fieldRef) ? [required(`${path}[${index}].fieldRef`)] : []),
    ],
  );
  return [...warnings, ...conditionErrors(status?.conditions ?? [], 'status.conditions')];
}

export default {
  group: 'admissionregistration.{api}',
  kind: 'ValidatingAdmissionPolicy',
  name: 'validatingadmissionpolicies',
  namespaced: false,
  versions: [{ version: 'v1' }],
  categories: ['api-extensions'],
  subresources: ['status'],
  strategy: admissionPolicyStrategy,
  printer: printer(name, count('Validations', 'integer', 'spec.validations'), paramKind, age),
  generation: contentGeneration,
} satisfies KindRecord;
