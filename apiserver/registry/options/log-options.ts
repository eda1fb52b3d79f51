// The query parameters of `pods/log`, validated before the request to the node.

import type { Query } from '../contract/query.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import { badRequest, invalid } from '../../../shared/object/errors.ts';
import { forbiddenField, invalidValue } from '../../../shared/object/field-error-message.ts';
import { parseTime } from '../../../shared/object/time.ts';
import { integerOf } from './integer.ts';

const passedOn = [
  'container',
  'follow',
  'previous',
  'sinceSeconds',
  'sinceTime',
  'timestamps',
  'tailLines',
  'limitBytes',
];

/** The parameters for the node, without unknown ones. Throws 400, and 422 that names the pod. */
export function logQueryOf(query: Query, pod: string): URLSearchParams {
  const since = integerOf(query, 'sinceSeconds');
  const time = query.get('sinceTime') ?? '';
  if (time !== '' && parseTime(time) === undefined)
    throw badRequest(`sinceTime: ${JSON.stringify(time)} is no RFC 3339 time`);
  const lines = integerOf(query, 'tailLines');
  const bytes = integerOf(query, 'limitBytes');
  const errors: FieldError[] = [];
  if (lines !== undefined && lines < 0)
    errors.push(invalidValue('tailLines', lines, 'must be greater than or equal to 0'));
  if (bytes !== undefined && bytes < 1) errors.push(invalidValue('limitBytes', bytes, 'must be greater than 0'));
  if (since !== undefined && time !== '') {
    errors.push(forbiddenField('[]', 'at most one of `sinceTime` or `sinceSeconds` may be specified'));
  } else if (since !== undefined && since < 1) {
    errors.push(invalidValue('sinceSeconds', since, 'must be greater than 0'));
  }
  // Both streams in one are all that a log has (the gate PodLogsQuerySplitStreams).
  if (query.has('stream')) errors.push(forbiddenField('stream', 'may not be specified'));
  if (errors.length > 0) throw invalid({ group: '', kind: 'PodLogOptions' }, pod, errors);
  const asked = new URLSearchParams();
  for (const name of passedOn) {
    const value = query.get(name);
    if (value !== null) asked.set(name, value);
  }
  return asked;
}
