// When a single container starts again, whatever the pod says: its own policy, and rules by exit code.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { forbiddenField, notSupported, required, tooLong } from '../../../../../shared/object/field-error-message.ts';
import type { Container } from './spec/pod-spec.ts';

const policies = ['Always', 'Never', 'OnFailure'];
const operators = ['In', 'NotIn'];
const most = { rules: 20, codes: 255 } as const;

export function restartErrors(container: Container, path: string): readonly FieldError[] {
  const { restartPolicy: policy, restartPolicyRules: rules = [] } = container;
  const errors: FieldError[] = [];
  if (policy === undefined) {
    if (rules.length === 0) return [];
    errors.push(required(`${path}.restartPolicy`, 'must specify restartPolicy when restart rules are used'));
  } else if (!policies.includes(policy)) errors.push(notSupported(`${path}.restartPolicy`, policy, policies));
  if (rules.length > most.rules) errors.push(tooLong(`${path}.restartPolicyRules`, most.rules));
  for (const [index, { action = '', exitCodes }] of rules.entries()) {
    const place = `${path}.restartPolicyRules[${index}]`;
    if (action !== 'Restart') errors.push(notSupported(`${place}.action`, action, ['Restart']));
    if (exitCodes === undefined) {
      errors.push(required(`${place}.exitCodes`, 'must be specified'));
      continue;
    }
    const { operator = '', values = [] } = exitCodes;
    if (!operators.includes(operator)) errors.push(notSupported(`${place}.exitCodes.operator`, operator, operators));
    if (values.length > most.codes) errors.push(tooLong(`${place}.exitCodes.values`, most.codes));
  }
  return errors;
}

/** Of an init container: one that always starts again needs no rules, and one without a policy of its own is not asked. */
export function initRestartErrors(container: Container, path: string): readonly FieldError[] {
  const { restartPolicy: policy, restartPolicyRules: rules = [] } = container;
  if (policy === undefined) return [];
  if (policy !== 'Always') return restartErrors(container, path);
  const detail = 'restartPolicyRules are not allowed for init containers with restart policy Always';
  return rules.length === 0 ? [] : [forbiddenField(`${path}.restartPolicyRules`, detail)];
}
