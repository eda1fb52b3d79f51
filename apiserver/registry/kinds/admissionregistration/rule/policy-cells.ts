// Cells about the parameters of policies and of their bindings.

import type { LabelSelectorObject } from '../../../../../shared/object/label-selector.ts';
import { column } from '../../printers/columns.ts';
import { type FieldColumn, made, textAt, valueAt } from '../../printers/fields.ts';

const unset = '<unset>';

/** The version and kind of the parameters. */
export const paramKind: FieldColumn = made(
  column('ParamKind', 'string', 'API version and kind of the parameters.'),
  (object) => {
    if (valueAt(object, 'spec.paramKind') === undefined) return unset;
    return `${textAt(object, 'spec.paramKind.apiVersion')}/${textAt(object, 'spec.paramKind.kind')}`;
  },
);

/** The namespace and name of the parameters, `*` for any namespace; or their selector, in the notation of clients in Go. */
export const paramRef: FieldColumn = made(
  column('ParamRef', 'string', 'Which objects are the parameters.'),
  (object) => {
    const ref = valueAt(object, 'spec.paramRef') as
      | { readonly name?: string; readonly namespace?: string; readonly selector?: LabelSelectorObject }
      | undefined;
    if (ref === undefined) return unset;
    const { name = '', namespace = '', selector } = ref;
    if (name !== '') return `${namespace === '' ? '*' : namespace}/${name}`;
    return selector === undefined ? unset : selectorText(selector);
  },
);

function selectorText({ matchLabels = {}, matchExpressions = [] }: LabelSelectorObject): string {
  const labels = Object.keys(matchLabels)
    .sort()
    .map((key) => `${key}: ${matchLabels[key]},`);
  const requirements = matchExpressions.map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  );
  const expressions = `[]LabelSelectorRequirement{${requirements.join('')}}`;
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},MatchExpressions:${expressions},}`;
}
