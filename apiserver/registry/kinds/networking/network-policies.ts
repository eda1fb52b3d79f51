// Network policies: the policy types follow from whether there are egress rules; peers are one thing each, ports are ports.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { LabelSelectorObject } from '../../../../shared/object/label-selector.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy, TablePrinter } from '../../contract/resource.ts';
import { addAll } from '../../../../shared/object/add-all.ts';
import { forbiddenField, invalidValue, required } from '../../../../shared/object/field-error-message.ts';
import { checkPortName } from '../../../../shared/object/names.ts';
import { checkCidr } from '../../../../shared/schema/format.ts';
import { selectorText } from '../../object/selector-text.ts';
import { portNumberErrors } from '../core/pod/container-validation.ts';
import { ageColumn, ageOf, column, nameColumn, orNone } from '../printers/columns.ts';
import { contentGeneration } from '../row/generation.ts';
import { isPartOf } from '../rule/address-ranges.ts';
import { type AddressWarnings, addressWarnings } from '../rule/address-warnings.ts';
import { labelSelectorErrors, selectorTolerance } from '../rule/label-selector-validation.ts';

interface Peer {
  readonly podSelector?: LabelSelectorObject;
  readonly namespaceSelector?: LabelSelectorObject;
  readonly ipBlock?: { readonly cidr?: string; readonly except?: readonly string[] };
}

interface Rule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports?: readonly { readonly port?: number | string; readonly endPort?: number }[];
}

interface NetworkPolicy extends ApiObject {
  spec?: { podSelector?: LabelSelectorObject; ingress?: Rule[]; egress?: Rule[]; policyTypes?: string[] };
}

/** Of the ranges that its peers name. */
function rangeWarnings({ spec }: NetworkPolicy, ofCidr: AddressWarnings['ofCidr']): readonly string[] {
  return (['ingress', 'egress'] as const).flatMap((direction) => {
    const peers = direction === 'ingress' ? 'from' : 'to';
    return (spec?.[direction] ?? []).flatMap((rule, index) =>
      (rule[peers] ?? []).flatMap(({ ipBlock }, at) => {
        const path = `spec.${direction}[${index}].${peers}[${at}].ipBlock`;
        const { cidr = '', except = [] } = ipBlock ?? {};
        return [
          ...ofCidr(cidr, `${path}.cidr`),
          ...except.flatMap((part, nth) => ofCidr(part, `${path}.except[${nth}]`)),
        ];
      }),
    );
  });
}

function networkPolicyStrategy(vendor: Vendor): Strategy {
  const { ofCidr } = addressWarnings(vendor);
  return { ...plainStrategy, warnings: (object) => rangeWarnings(object, ofCidr) };
}

const peerSelectors = ['ingress[].from', 'egress[].to'].flatMap((peers) =>
  ['podSelector', 'namespaceSelector'].map((selector) => `spec.${peers}[].${selector}`),
);

const plainStrategy: Strategy = {
  validatesTwice: true,
  // Where the selector of the policy itself has a fault, those of its peers may have one too.
  tolerances: ['spec.podSelector', ...peerSelectors].map((path) => selectorTolerance(path, 'spec.podSelector')),
  applyDefaults(object) {
    const { spec } = object as NetworkPolicy;
    if (spec === undefined || (spec.policyTypes?.length ?? 0) > 0) return;
    spec.policyTypes = spec.egress !== undefined && spec.egress.length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
  },
  validateCreate: (object) => policyErrors(object),
  validateUpdate: (object) => policyErrors(object),
};

function policyErrors({ spec }: NetworkPolicy): readonly FieldError[] {
  const errors: FieldError[] = [...labelSelectorErrors(spec?.podSelector, 'spec.podSelector')];
  if ((spec?.policyTypes?.length ?? 0) > 2)
    errors.push(invalidValue('spec.policyTypes', spec?.policyTypes, 'may not specify more than two policyTypes'));
  for (const direction of ['ingress', 'egress'] as const) {
    for (const [index, rule] of (spec?.[direction] ?? []).entries()) {
      const path = `spec.${direction}[${index}]`;
      addAll(
        errors,
        (rule.ports ?? []).flatMap((port, at) => portErrors(port, `${path}.ports[${at}]`)),
      );
      const peers = direction === 'ingress' ? 'from' : 'to';
      addAll(
        errors,
        (rule[peers] ?? []).flatMap((peer, at) => peerErrors(peer, `${path}.${peers}[${at}]`)),
      );
    }
  }
  return errors;
}

function portErrors({ port, endPort }: { port?: number | string; endPort?: number }, path: string) {
  const end = `${path}.endPort`;
  if (port === undefined)
    return endPort === undefined
      ? []
      : [invalidValue(end, endPort, 'may not be specified when `port` is not specified')];
  if (typeof port === 'string') {
    const named = 'may not be specified when `port` is non-numeric';
    return [
      ...(endPort === undefined ? [] : [invalidValue(end, endPort, named)]),
      ...checkPortName(port).map((fault) => invalidValue(`${path}.port`, port, fault)),
    ];
  }
  const errors = [...portNumberErrors(port, `${path}.port`)];
  if (endPort === undefined) return errors;
  if (endPort < port) errors.push(invalidValue(end, port, 'must be greater than or equal to `port`'));
  return [...errors, ...portNumberErrors(endPort, end)];
}

function peerErrors({ podSelector, namespaceSelector, ipBlock }: Peer, path: string): readonly FieldError[] {
  const errors: FieldError[] = [
    ...labelSelectorErrors(podSelector, `${path}.podSelector`),
    ...labelSelectorErrors(namespaceSelector, `${path}.namespaceSelector`),
  ];
  const selects = podSelector !== undefined || namespaceSelector !== undefined;
  if (!selects && ipBlock === undefined) errors.push(required(path, 'must specify a peer'));
  if (selects && ipBlock !== undefined)
    errors.push(forbiddenField(path, 'may not specify both ipBlock and another peer'));
  const { cidr = '', except = [] } = ipBlock ?? {};
  // An invalid range has an error of its own already.
  if (checkCidr(cidr).length > 0) return errors;
  for (const [index, part] of except.entries())
    if (checkCidr(part).length === 0 && !isPartOf(part, cidr))
      errors.push(invalidValue(`${path}.ipBlock.except[${index}]`, part, 'must be a strict subset of `cidr`'));
  return errors;
}

const networkPolicyPrinter: TablePrinter = {
  columns: [nameColumn, column('Pod-Selector', 'string', 'Labels of the pods that it holds for.'), ageColumn],
  cells: (object) => [
    object.metadata.name ?? '',
    orNone(selectorText((object as NetworkPolicy).spec?.podSelector)),
    ageOf(object),
  ],
};

export default {
  group: 'networking.{api}',
  kind: 'NetworkPolicy',
  name: 'networkpolicies',
  namespaced: true,
  versions: [{ version: 'v1' }],
  shortNames: ['netpol'],
  strategy: networkPolicyStrategy,
  printer: networkPolicyPrinter,
  generation: { ...contentGeneration, unstored: 'empty' },
} satisfies KindRecord;
