// Policies of admission: for which objects they are, and what must hold of these. Expressions must be such that they can be
// evaluated.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import { LateChecks } from '../../../admission/expression/late-checks.ts';
import type { Strategy } from '../../contract/resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { addAll } from '../../../../shared/object/add-all.ts';
import { duplicateValue, invalidValue, notSupported, required } from '../../../../shared/object/field-error-message.ts';
import { checkDns1035Label, checkDns1123Subdomain, checkQualifiedName } from '../../../../shared/object/names.ts';
import { ownMetadata } from '../../object/metadata.ts';
import { age, count, name, printer, text } from '../printers/fields.ts';
import { contentGeneration } from '../row/generation.ts';
import { type Condition, conditionErrors } from '../rule/condition-validation.ts';
import { type MatchCondition, matchConditionErrors } from './rule/admission-rules.ts';
import { type MatchResources, matchResourcesErrors } from './rule/match-resources.ts';
import { PolicyChecks } from './rule/policy-checks.ts';

interface ParamKind {
  readonly apiVersion?: string;
  readonly kind?: string;
}

interface Variable {
  readonly name?: string;
  readonly expression?: string;
}

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

interface PolicySpec {
  readonly paramKind?: ParamKind;
  readonly matchConstraints?: MatchResources;
  readonly matchConditions?: readonly MatchCondition[];
  readonly variables?: readonly Variable[];
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
const identifier = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
/** What no variable can be called, because expressions use it otherwise. */
const reserved: ReadonlySet<string> = new Set(
  (
    'true false null in as break const continue else for function if import let loop package namespace return var void ' +
    'while'
  ).split(' '),
);

function admissionPolicyStrategy(vendor: Vendor): Strategy {
  const late = new LateChecks(vendor);
  return {
    unconditionalUpdate: false,
    anyFinalizer: true,
    statusKeeps: ownMetadata,
    load: () => late.load(),
    validateCreate: (object) => policyErrors(object, undefined, late),
    validateUpdate: (object, old) => policyErrors(object, (old as Policy).spec, late),
    validateStatusUpdate: (object) => statusErrors(object),
  };
}

/** `before`: what is stored. Conditions that were taken once are not held against an update that leaves them alone. */
function policyErrors(
  { metadata, spec = {} }: Policy,
  before: PolicySpec | undefined,
  late: LateChecks,
): readonly FieldError[] {
  const { paramKind, matchConstraints, matchConditions = [], variables = [], validations = [] } = spec;
  const errors: FieldError[] = [];
  if (paramKind !== undefined) addAll(errors, paramKindErrors(paramKind, 'spec.paramKind'));
  if (matchConstraints === undefined) errors.push(required('spec.matchConstraints'));
  else {
    addAll(errors, matchResourcesErrors(matchConstraints, 'spec.matchConstraints'));
    // Rules tell of which types the objects are.
    if ((matchConstraints.resourceRules?.length ?? 0) === 0)
      errors.push(required('spec.matchConstraints.resourceRules'));
  }
  const expressions = new PolicyChecks(late, paramKind !== undefined, storedExpressions(before));
  const kept =
    before !== undefined &&
    isDeepStrictEqual([paramKind, matchConditions], [before.paramKind, before.matchConditions ?? []]);
  if (!kept) {
    addAll(errors, matchConditionErrors(matchConditions, 'spec.matchConditions', expressions.condition));
  }
  for (const [index, variable] of variables.entries())
    addAll(errors, variableErrors(variable, `spec.variables[${index}]`, expressions));
  const annotations = spec.auditAnnotations ?? [];
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
  const { matchConditions = [], variables = [], validations = [], auditAnnotations = [] } = spec;
  const all = [
    ...[...matchConditions, ...variables, ...validations].map(({ expression }) => expression),
    ...validations.map(({ messageExpression }) => messageExpression),
    ...auditAnnotations.map(({ valueExpression }) => valueExpression),
  ];
  return new Set(all.filter((one) => one !== undefined));
}

function paramKindErrors({ apiVersion = '', kind = '' }: ParamKind, path: string): readonly FieldError[] {
  const errors: FieldError[] = [...paramVersionErrors(apiVersion, `${path}.apiVersion`)];
  const faults = checkDns1035Label(kind.toLowerCase());
  if (kind === '') errors.push(required(`${path}.kind`));
  else if (faults.length > 0) {
    const detail = `may have mixed case, but should otherwise match: ${faults.join(',')}`;
    errors.push(invalidValue(`${path}.kind`, kind, detail));
  }
  return errors;
}

function paramVersionErrors(apiVersion: string, path: string): readonly FieldError[] {
  if (apiVersion === '') return [required(path)];
  const parts = apiVersion === '/' ? [''] : apiVersion.split('/');
  if (parts.length > 2) return [invalidValue(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  const [version = '', group = ''] = parts.reverse();
  const ofGroup = group === '' ? [] : checkDns1123Subdomain(group);
  const errors = ofGroup.length > 0 ? [invalidValue(path, group, ofGroup.join(','))] : [];
  if (version === '') return [...errors, invalidValue(path, apiVersion, 'version must be specified')];
  const ofVersion = checkDns1035Label(version);
  return ofVersion.length > 0 ? [...errors, invalidValue(path, version, ofVersion.join(','))] : errors;
}

function variableErrors(
  { name = '', expression = '' }: Variable,
  path: string,
  expressions: PolicyChecks,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (isBlank(name)) errors.push(required(`${path}.name`, 'name is not specified'));
  else if (!identifier.test(name) || reserved.has(name))
    errors.push(invalidValue(`${path}.name`, name, 'must be a valid CEL identifier'));
  if (isBlank(expression)) errors.push(required(`${path}.expression`, 'expression is not specified'));
  else addAll(errors, faulty(`${path}.expression`, expression, expressions.variable(name, expression)));
  return errors;
}

function faulty(path: string, expression: string, fault: string | undefined): readonly FieldError[] {
  return fault === undefined ? [] : [invalidValue(path, expression, fault)];
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

function isBlank(text: string): boolean {
  return text.trim() === '';
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
  printer: printer(
    name,
    count('Validations', 'integer', 'spec.validations'),
    text('ParamKind', 'spec.paramKind.kind', '<unset>'),
    age,
  ),
  generation: contentGeneration,
} satisfies KindRecord;
