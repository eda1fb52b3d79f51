// Ingress classes: which controller answers for the ingresses of a class never changes.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { addAll } from '../../../../shared/object/add-all.ts';
import {
  forbiddenField,
  immutable,
  invalidValue,
  required,
  tooLong,
} from '../../../../shared/object/field-error-message.ts';
import { checkDns1123Label, checkDns1123Subdomain } from '../../../../shared/object/names.ts';
import { column } from '../printers/columns.ts';
import { age, made, name, printer, text, textAt, valueAt } from '../printers/fields.ts';
import { contentGeneration } from '../row/generation.ts';
import { type TypedReference, typedReferenceErrors } from '../rule/typed-reference.ts';

interface IngressClass extends ApiObject {
  readonly spec?: {
    readonly controller?: string;
    readonly parameters?: TypedReference & { readonly scope?: string; readonly namespace?: string };
  };
}

/** Characters. */
const longestController = 250;

const ingressClassStrategy: Strategy = {
  validateCreate: (object) => classErrors(object),
  validateUpdate(object, old) {
    const controller = (object as IngressClass).spec?.controller;
    const changed = controller !== (old as IngressClass).spec?.controller;
    return [...(changed ? [immutable('spec.controller', controller ?? '')] : []), ...classErrors(object)];
  },
};

function classErrors({ spec }: IngressClass): readonly FieldError[] {
  const controller = spec?.controller ?? '';
  const errors: FieldError[] = [];
  if (controller.length > longestController) errors.push(tooLong('spec.controller', longestController));
  if (controller === '') errors.push(required('spec.controller'));
  else if (!isDomainPrefixedPath(controller)) {
    const detail = 'must be a domain-prefixed path (such as "acme.io/foo")';
    errors.push(invalidValue('spec.controller', controller, detail));
  }
  if (spec?.parameters !== undefined) addAll(errors, parametersErrors(spec.parameters, 'spec.parameters'));
  return errors;
}

function isDomainPrefixedPath(text: string): boolean {
  const slash = text.indexOf('/');
  const path = text.slice(slash + 1);
  return (
    slash > 0 && checkDns1123Subdomain(text.slice(0, slash)).length === 0 && /^[\w.~!$&'()*+,;=:@%/-]+$/.test(path)
  );
}

function parametersErrors(
  parameters: NonNullable<NonNullable<IngressClass['spec']>['parameters']>,
  path: string,
): readonly FieldError[] {
  const { scope, namespace } = parameters;
  const errors: FieldError[] = [...typedReferenceErrors(parameters, path)];
  const place = `${path}.namespace`;
  if (scope === 'Cluster' && namespace !== undefined)
    errors.push(forbiddenField(place, "`parameters.scope` is set to 'Cluster'"));
  if (scope === 'Namespace' && namespace === undefined)
    errors.push(required(place, "`parameters.scope` is set to 'Namespace'"));
  if (scope === 'Namespace' && namespace !== undefined)
    addAll(
      errors,
      checkDns1123Label(namespace).map((fault) => invalidValue(place, namespace, fault)),
    );
  return errors;
}

const parameters = made(column('Parameters', 'string', 'Where its settings are.'), (object) => {
  const kind = valueAt(object, 'spec.parameters.kind');
  if (typeof kind !== 'string') return '<none>';
  const group = valueAt(object, 'spec.parameters.apiGroup');
  return `${kind}${typeof group === 'string' ? `.${group}` : ''}/${textAt(object, 'spec.parameters.name')}`;
});

export default {
  group: 'networking.{api}',
  kind: 'IngressClass',
  name: 'ingressclasses',
  namespaced: false,
  versions: [{ version: 'v1' }],
  strategy: ingressClassStrategy,
  printer: printer(name, text('Controller', 'spec.controller'), parameters, age),
  generation: contentGeneration,
} satisfies KindRecord;
